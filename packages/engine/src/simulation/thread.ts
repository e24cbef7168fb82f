import { AsyncLocalStorage } from 'node:async_hooks';
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { workerData } from 'node:worker_threads';
import { CityMap, LearnedTraffic, projectionOf, readColumnsFromFiles, type World } from '@itinera/city';
import { RunFolder, readManifest, secondOfStep } from '@itinera/run';
import { countryAt } from '../agents/environment.js';
import { builtInAgent, loadAgent } from '../agents/load-agent.js';
import { describeError, ProblemList, StepOver } from '../agents/problem.js';
import { RandomStream, StreamPurpose } from '../agents/random-stream.js';
import type { OpenAgentKit } from '../agents/task.js';
import { loadLimit } from '../agents/time-limits.js';
import { RunStopped } from '../llm/errors.js';
import { type LanguageModel, noModel } from '../llm/language-model.js';
import type { PythonAgentClass } from '../python/open-python-agent.js';
import { watchBuiltIns } from './built-ins.js';
import { type AgentStep, LastStep, type StepTracker } from './current-step.js';
import { MAX_PRINTED } from './limits.js';
import { openCity } from './open-city.js';
import { openModel } from './open-model.js';
import { type GroupOutcome, simulateGroup } from './simulate-group.js';
import type { Surroundings } from './simulation-settings.js';
import { type FromThread, failureOf, type GroupTask, type ThreadSetup, type ToThread } from './thread-messages.js';
import { ThreadPulse } from './thread-pulse.js';

// A thread of a run: loads the agent, simulates the groups of people that it receives, and writes their tables.

const BEAT_MILLISECONDS = 50;
const USAGE_MILLISECONDS = 500;
const MAX_LATE_WARNINGS = 5;

const setup = { ...(workerData as ThreadSetup) };
const { port } = setup;
// Agents must not see keys or the port to the run.
for (const key of Object.keys(workerData)) delete workerData[key];
const send = (message: FromThread) => port.postMessage(message);
const warn = (message: string) => send({ kind: 'warning', message });
/** Problems while the agent file is loaded: the same in every thread, so one group reports them. */
const ofFile = new ProblemList();
const TELLS_OF_FILE = 0;
let isLoading = true;
let lateWarnings = 0;
const pulse = new ThreadPulse(setup.pulse);
/** In runs without a model, built-in agents wait for nothing external. */
const currentStep: StepTracker =
  'builtIn' in setup.agent && !setup.model ? new LastStep() : new AsyncLocalStorage<AgentStep>();
/** Bytes of array buffers: of the city, which no agent is blamed for, and of all. */
let ofCity = 0;
const offHeap = () => process.memoryUsage().arrayBuffers;
setInterval(() => pulse.live(offHeap() - ofCity), BEAT_MILLISECONDS).unref();

readColumnsFromFiles();
containAgents();
const changedBuiltIn = watchBuiltIns();
// Not at the top level: Node 22 and 24 crash if a thread is ended while one of its modules waits.
start().catch(fail);

async function start(): Promise<void> {
  const folder = new RunFolder(setup.folder);
  const { agentClass, close } = await openAgent();
  const ofAgent = offHeap();
  const surroundings: OpenedSurroundings = {
    settings: setup.settings,
    agentClass,
    llm: setup.model ? await openModel(setup.model, setup.settings.seed, warn) : noModel,
    // Built-in agents look for places that small maps may lack; their categories have no typing errors.
    opened: openCity(setup.city, setup.settings.clock.firstDay, 'builtIn' in setup.agent ? null : warn),
  };
  ofCity = Math.max(0, offHeap() - ofAgent);
  if (setup.model) setInterval(() => sendUsage(surroundings.llm), USAGE_MILLISECONDS).unref();
  port.on('message', (message: ToThread) => {
    if (message.kind === 'group') simulate(surroundings, folder, message).catch(fail);
    else
      surroundings.llm
        .close()
        .then(close)
        .then(() => {
          if (setup.model) sendUsage(surroundings.llm);
          send({ kind: 'closed' });
        }, fail);
  });
  // Unhandled rejections are reported at the end of a turn.
  await new Promise(setImmediate);
  isLoading = false;
  send({ kind: 'ready' });
}

async function openAgent(): Promise<PythonAgentClass> {
  const { agent, task, city, cityPath, settings } = setup;
  if ('builtIn' in agent) return { agentClass: builtInAgent(agent.builtIn), close: () => {} };
  if (!('python' in agent)) {
    // The file gets the package that is running, wherever it is and whatever is installed next to it.
    const { openAgentKit } = (await import(task.kit)) as { openAgentKit: OpenAgentKit };
    const { kit, agentBase } = await openAgentKit(task);
    const limit = loadLimit(settings.stepTimeoutSeconds);
    return { agentClass: await loadAgent(agent, { name: task.name, agentBase }, kit, limit), close: () => {} };
  }
  const { openPythonAgent } = await import('../python/open-python-agent.js');
  const map = CityMap.open(city.map);
  const { lon, lat } = projectionOf(map).toLonLat(0, 0);
  return openPythonAgent({
    ...agent,
    task: task.name,
    bases: task.pythonBases,
    agentParams: settings.agentParams,
    map,
    country: settings.country ?? countryAt([lon, lat]),
    cityPath,
    stepTimeoutSeconds: settings.stepTimeoutSeconds,
    order: settings.order,
    onLog: (person, text) => send({ kind: 'print', person, text }),
    onWarning: warn,
  });
}

function sendUsage(llm: LanguageModel): void {
  const { byModel, byStep, byPerson, ...usage } = llm.usage();
  send({ kind: 'usage', usage, expectedCalls: llm.expectedCalls() });
}

type OpenedSurroundings = Omit<Surroundings, 'city' | 'world'> & { readonly opened: ReturnType<typeof openCity> };

async function simulate(
  { opened, ...surroundings }: OpenedSurroundings,
  folder: RunFolder,
  { group, profiles, disabled, callsPath }: GroupTask,
): Promise<void> {
  if (callsPath !== null)
    surroundings.llm.recordSeparately(
      callsPath,
      profiles.map(({ id }) => id),
    );
  const { routeIterations = 1 } = setup.city.movement?.queue ?? {};
  const learned = routeIterations > 1 ? new LearnedTraffic() : undefined;
  const gaps: number[] = [];
  let world: World;
  let outcome: GroupOutcome;
  do {
    world = learned ? opened.openWorld(learned) : opened.world;
    outcome = await simulateGroup({ ...surroundings, city: opened.city, world }, profiles, {
      pulse,
      currentStep,
      disabled,
      ...(group === TELLS_OF_FILE && gaps.length + 1 >= routeIterations && { ofNobody: ofFile }),
    });
    if ('stopped' in outcome || !learned) break;
    const gap = learned.end();
    gaps.push(Number.isNaN(gap) ? 0 : Math.round(gap * 1e4) / 1e4);
    const message = `Routes, iteration ${gaps.length} of ${routeIterations}: gap ${(100 * gaps.at(-1)!).toFixed(1)} %`;
    send({ kind: 'note', message });
  } while (gaps.length < routeIterations);
  if ('stopped' in outcome) {
    send({ kind: 'stopped', group, message: outcome.stopped.message });
    return;
  }
  const jams = world.jams();
  // Before the group is done: whoever resumes the run does not simulate it again.
  if (jams.length + gaps.length > 0 && folder.hasManifest)
    folder.writeManifest({ ...readManifest(folder), traffic: { ...(learned && { gaps }), jams: [...jams] } });
  await folder.writeGroup(group, outcome);
  send({ kind: 'done', group, problemCount: outcome.statuses.facts.problemCount });
}

function fail(thrown: unknown): void {
  const changed = changedBuiltIn();
  if (changed !== null) {
    const message = `The agent has changed ${changed}, a built-in of JavaScript that everything else depends on. Change a copy of it.`;
    send({ kind: 'failed', isUserError: true, message });
    return;
  }
  send(failureOf(thrown));
}

/** Contains side effects of agents: printing, random numbers and unawaited rejections. */
function containAgents(): void {
  let printed = 0;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const text = String(chunk);
      printed += text.length;
      const person = currentStep.getStore()?.person.id ?? null;
      if (printed <= MAX_PRINTED) send({ kind: 'print', person, text });
      else if (printed - text.length <= MAX_PRINTED) {
        send({
          kind: 'print',
          person: null,
          text: `More than ${MAX_PRINTED} characters were printed; the rest is omitted.`,
        });
      }
      done();
    },
  });
  for (const own of [process.stdout, process.stderr]) own.write = stream.write.bind(stream) as typeof own.write;
  globalThis.console = new Console({ stdout: stream, stderr: stream, colorMode: false });
  const nobody = new RandomStream(setup.settings.seed, 0, StreamPurpose.NOBODY);
  Math.random = () => (currentStep.getStore()?.person.mathRandom ?? nobody).next();
  process.on('uncaughtException', unawaitedRejection);
  process.on('unhandledRejection', unawaitedRejection);
}

/** A failure in unawaited work is a problem of the step that started it, otherwise of the agent's file. */
function unawaitedRejection(error: unknown): void {
  // Stopped runs and expired steps are reported elsewhere.
  if (error instanceof RunStopped || error instanceof StepOver) return;
  const message = describeError(error);
  const begun = currentStep.getStore();
  const person = begun?.person.id ?? null;
  send({ kind: 'print', person, text: `Unawaited rejection: ${message}\n` });
  if (begun) {
    if (begun.person.problems.unawaitedRejection(begun.step, message)) return;
  } else if (isLoading) {
    ofFile.add({ person, day: 0, t: secondOfStep(setup.settings.clock, 0), kind: 'not-awaited', message });
    return;
  }
  if (lateWarnings++ < MAX_LATE_WARNINGS)
    warn(
      `${person === null ? 'The agent' : `Person ${person}`} failed in unawaited work, too late to be counted: ${message}`,
    );
}
