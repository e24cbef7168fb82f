import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { CityMap, UserError } from '@itinera/city';
import { loadAgent } from '../agents/load-agent.js';
import { benchmarkNamed } from '../benchmarks/index.js';
import type { LanguageModel } from '../llm/language-model.js';
import { RunFolder } from '../log/run-folder.js';
import { openPythonAgent, type PythonAgentClass } from '../python/open-python-agent.js';
import { currentPerson } from './current-person.js';
import { openCity } from './open-city.js';
import { noModel, openModel } from './open-model.js';
import { describeError } from './problem.js';
import { RandomStream, StreamPurpose } from './random-stream.js';
import { simulateGroup } from './simulate-group.js';
import type { Surroundings } from './simulation.js';
import type { FromThread, GroupTask, ThreadSetup, ToThread } from './thread-messages.js';
import { ThreadPulse } from './thread-pulse.js';

// A thread of a run: loads the agent, then simulates the groups of people that it is sent and writes what they did.

const BEAT_MILLISECONDS = 50;
const USAGE_MILLISECONDS = 500;
/** More than this, characters, and what agents print is left out. */
const MOST_PRINTED = 5_000_000;

const port = parentPort!;
const setup = workerData as ThreadSetup;
const send = (message: FromThread) => port.postMessage(message);
const warn = (message: string) => send({ kind: 'warning', message });
const pulse = new ThreadPulse(setup.pulse);
setInterval(() => pulse.live(), BEAT_MILLISECONDS).unref();

containAgents();
try {
  const folder = new RunFolder(setup.folder);
  const { agentClass, close } = await openAgent(folder);
  const surroundings: Surroundings = {
    simulation: setup.simulation,
    agentClass,
    llm: setup.model ? await openModel(setup.model, setup.simulation.seed, warn) : noModel,
    ...openCity(setup.city),
  };
  if (setup.model) setInterval(() => sendUsage(surroundings.llm), USAGE_MILLISECONDS).unref();
  port.on('message', (message: ToThread) => {
    if (message.kind === 'group') simulate(surroundings, folder, message).catch(fail);
    else
      surroundings.llm
        .close()
        .then(close)
        .then(() => send({ kind: 'closed' }), fail);
  });
  send({ kind: 'ready' });
} catch (error) {
  fail(error);
}

async function openAgent(folder: RunFolder): Promise<PythonAgentClass> {
  const { agent, benchmark, city, simulation } = setup;
  if (!('python' in agent)) return { agentClass: await loadAgent(agent, benchmarkNamed(benchmark)), close: () => {} };
  return openPythonAgent({
    ...agent,
    task: benchmark,
    agentParams: simulation.agentParams,
    map: CityMap.open(city.map),
    cityPath: folder.leftoverPath(`city-${threadId}`),
    stepTimeoutSeconds: simulation.stepTimeoutSeconds,
    onLog: (person, text) => send({ kind: 'print', person, text }),
  });
}

function sendUsage(llm: LanguageModel): void {
  const { byModel, byStep, byPerson, ...usage } = llm.usage();
  send({ kind: 'usage', usage });
}

async function simulate(
  surroundings: Surroundings,
  folder: RunFolder,
  { group, profiles, muted }: GroupTask,
): Promise<void> {
  const outcome = await simulateGroup(surroundings, profiles, { pulse, muted });
  if ('stopped' in outcome) {
    send({ kind: 'stopped', group, message: outcome.stopped.message });
    return;
  }
  folder.writeGroup(group, outcome);
  send({ kind: 'done', group, problemCount: outcome.statuses.header.problemCount as number });
}

function fail(error: unknown): void {
  const mendable = error instanceof UserError;
  const message = error instanceof Error ? (mendable ? error.message : (error.stack ?? error.message)) : String(error);
  send({ kind: 'failed', mendable, message });
}

/** Keeps what agents do beside `forward()` from harming the run: their printing, their chance, their loose ends. */
function containAgents(): void {
  let printed = 0;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const text = String(chunk);
      printed += text.length;
      if (printed <= MOST_PRINTED) send({ kind: 'print', person: currentPerson.getStore()?.id ?? null, text });
      done();
    },
  });
  globalThis.console = new Console({ stdout: stream, stderr: stream, colorMode: false });
  const nobody = new RandomStream(setup.simulation.seed, 0, StreamPurpose.NOBODY);
  Math.random = () => (currentPerson.getStore()?.mathRandom ?? nobody).next();
  const stray = (error: unknown) =>
    send({
      kind: 'print',
      person: currentPerson.getStore()?.id ?? null,
      text: `Not awaited by anybody: ${describeError(error)}\n`,
    });
  process.on('uncaughtException', stray);
  process.on('unhandledRejection', stray);
}
