import { UserError } from '@itinera/base';
import { DailyMobilityAgent, dailyMobilityCore } from '@itinera/benchmarks/browser';
import * as engine from '@itinera/engine/browser';
import type { AgentJob, Fault, FromAgent, ToAgent } from '../messages.js';
import type { ModelReply } from '../model.js';
import { AGENT_FILE, lineIn, withKit } from './agent-code.js';

// The thread of an agent, in a frame without origin, storage or network: simulates groups of people and posts their
// tables. Its code shares this thread, so nothing outside trusts what it posts.

const PULSE_MILLISECONDS = 50;
const MAX_PRINTED = 100_000;
/** Characters that a message costs besides its own. */
const PRINT_COST = 50;
/** Characters of a request to the language model. */
const MOST_ASKED = 2_000_000;
const NEXT_STEP = 'To see an agent that runs, keep a copy of your code and reload the page.';
const NO_MODEL = 'The agent asks a language model: enter one under “Language model”, then press Run.';
const KIT = Symbol.for('itinera.kit');
// The content policy forbids compiled checks.
engine.z.config({ jitless: true });
const kit = { ...engine, DailyMobilityAgent };

// Kept before the code of an agent runs, so that it cannot reach the port through a method that it replaces.
const { apply } = Reflect;
const post = MessagePort.prototype.postMessage;
const { stringify } = JSON;
const dataOf = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')!.get!;

/**
 * Ways out of the thread other than the port. The content policy refuses most of them; but each attempt takes time of the page
 * and of the browser, which count the messages of the port only.
 */
const OUTWARD = [
  'postMessage',
  'BroadcastChannel',
  'Worker',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',
  'indexedDB',
  'caches',
  'navigator',
];
for (let place: object | null = globalThis; place !== null; place = Reflect.getPrototypeOf(place))
  for (const name of OUTWARD) Reflect.deleteProperty(place, name);

addEventListener(
  'message',
  (event: MessageEvent<AgentJob>) => {
    const port = event.ports[0]!;
    const send = (message: FromAgent): void => apply(post, port, [message]);
    run(event.data, send, port).then(
      () => send({ kind: 'done' }),
      (error: unknown) => send({ kind: 'failed', fault: faultOf(error) }),
    );
  },
  { once: true },
);

async function run(
  { settings, city, groups, agent, hasModel }: AgentJob,
  send: (message: FromAgent) => void,
  port: MessagePort,
): Promise<void> {
  const currentStep = new engine.LastStep();
  contain(settings, currentStep, send);
  const changedBuiltIn = engine.watchBuiltIns();
  const llm = hasModel ? modelOfPage(port, send, currentStep) : engine.noModel;
  // Built-in agents look for places that small maps may lack.
  const opened = engine.openCity(city, settings.clock.firstDay, (text) => {
    if ('code' in agent) send({ kind: 'print', person: null, text });
  });
  send({ kind: 'begun' });
  const agentClass = 'builtIn' in agent ? engine.builtInAgents[agent.builtIn]!.agentClass : await load(agent.code);
  const surroundings = { settings, agentClass, llm, ...opened };
  let [steps, last, lastAt] = [0, -1, 0];
  const pulse: engine.Pulse = {
    step(person) {
      steps++;
      const now = performance.now();
      if (person === last && now - lastAt < PULSE_MILLISECONDS) return;
      [last, lastAt] = [person, now];
      send({ kind: 'pulse', person, steps });
    },
    own: (work) => work(),
  };
  for (const people of groups) {
    const outcome = await engine.simulateGroup(surroundings, people, { pulse, currentStep });
    const changed = changedBuiltIn();
    if (changed !== null)
      throw new UserError(`The agent has changed ${changed}, a built-in of JavaScript. Change a copy of it.`);
    if ('stopped' in outcome) {
      const { reason, message } = outcome.stopped;
      throw new UserError(reason === 'not-configured' ? NO_MODEL : message);
    }
    send({ kind: 'group', tables: outcome });
  }
}

/** The language model of the reader: the page calls it. */
function modelOfPage(
  port: MessagePort,
  send: (message: FromAgent) => void,
  currentStep: engine.LastStep,
): engine.LanguageModel {
  const waiting: ((reply: ModelReply) => void)[] = [];
  const stopped = new Map<number, engine.RunStopped>();
  port.onmessage = (event: MessageEvent<ToAgent>) => {
    const data: ToAgent = apply(dataOf, event, []);
    waiting[data.number]!(data.reply);
  };
  return {
    ...engine.noModel,
    forPerson: (person, progress) =>
      engine.createAgentLanguageModel({
        ask: async (request) => {
          // Copying more would take the time of the page.
          if (stringify(request).length > MOST_ASKED)
            return { error: { reason: 'rejected', message: `A request has more than ${MOST_ASKED} characters.` } };
          const number = waiting.length;
          const begun = currentStep.getStore();
          const reply = await new Promise<ModelReply>((resolve) => {
            waiting.push(resolve);
            send({ kind: 'ask', number, request });
          });
          // The agent continues before the next answer arrives.
          if (begun) currentStep.enterWith(begun);
          if ('outcome' in reply) return reply.outcome;
          const end = new engine.BudgetExhausted('max-calls', reply.stopped);
          stopped.set(person, end);
          throw end;
        },
        fellBack: (message) => progress.fellBack?.(message),
      }),
    stoppedFor: (person) => stopped.get(person) ?? null,
  };
}

async function load(code: string): Promise<engine.AgentClass> {
  Object.defineProperty(globalThis, KIT, { value: kit });
  const names = Object.keys(kit).join(', ');
  const bench = addressOf(`export const { ${names} } = globalThis[Symbol.for('itinera.kit')];`);
  const exports = await import(addressOf(`${withKit(code, bench)}\n//# sourceURL=playground/${AGENT_FILE}`));
  return engine.agentClassIn(exports, AGENT_FILE, dailyMobilityCore, [], NEXT_STEP);
}

function addressOf(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
}

/** Contains side effects of agents: printing, random numbers and unawaited rejections. */
function contain(
  settings: AgentJob['settings'],
  currentStep: engine.LastStep,
  send: (message: FromAgent) => void,
): void {
  let printed = 0;
  const print = (...values: unknown[]) => {
    const text = values.map((value) => (typeof value === 'string' ? value : shown(value))).join(' ');
    if (printed > MAX_PRINTED) return;
    printed += text.length + PRINT_COST;
    const cut = printed > MAX_PRINTED;
    send({
      kind: 'print',
      person: currentStep.getStore()?.person.id ?? null,
      text: cut ? `More than ${MAX_PRINTED} characters were printed; the rest is omitted.` : text,
    });
  };
  for (const name of Reflect.ownKeys(console)) Reflect.set(console, name, () => {});
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = print;
  const nobody = new engine.RandomStream(settings.seed, 0, engine.StreamPurpose.NOBODY);
  Math.random = () => (currentStep.getStore()?.person.mathRandom ?? nobody).next();
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    const begun = currentStep.getStore();
    const message = engine.describeError(event.reason);
    if (begun) begun.person.problems.unawaitedRejection(begun.step, message);
    else print(`Unawaited rejection: ${message}`);
  });
}

function shown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof SyntaxError) {
    const message = error.message.replace(/'?blob:[^\s']*'?/, '"itinera"');
    return { message, line: lineIn(error.stack), isSyntax: message === error.message };
  }
  if (error instanceof UserError) return { message: error.message, line: null };
  return { message: engine.describeError(error), line: error instanceof Error ? lineIn(error.stack) : null };
}
