import { nearest } from '@itinera/base';
import { unknownCategory } from '../agents/map-city-view.js';
import { AgentGone } from '../agents/problem.js';
import { SHARE_ASLEEP } from '../agents/time-limits.js';
import {
  type Decision,
  type FromHost,
  type LastWords,
  PythonError,
  type PythonPerson,
  type Senses,
} from './host-messages.js';
import { ModelRequests } from './model-requests.js';
import { KilledAtStart, ProcessStart } from './process-start.js';
import { hello, loadSeconds, type PythonHostOptions } from './python-host-options.js';
import { type AskModel, type Done, type Entry, Mind } from './python-mind.js';
import { cannotStart, ProcessEnded, PythonProcess } from './python-process.js';
import { Suspects } from './suspects.js';
import { Waves } from './waves.js';

/** A person's agent in the process. */
export interface PythonMind {
  /** One `forward()`. @throws PythonError when the agent raises. */
  decide(senses: Senses): Promise<Decision>;
  /** Ends the agent: runs its `close()` and removes it. @throws PythonError when it takes too long. */
  leave(): Promise<LastWords>;
}

const stuckBecause = {
  blocked: 'blocked its Python process for longer than --step-timeout allows',
  memory: 'was running when its Python process exceeded the memory limit',
} as const;

const MAX_STARTS = 10;
const MAX_TIMEOUTS_IN_A_ROW = 3;
/** Number of different tracebacks that are remembered. */
const MOST_TRACEBACKS = 1000;
/** Maximum number of characters printed outside the streams of Python; the rest is omitted. */
const MAX_PRINTED = 5_000_000;
/** The process interrupts slow steps itself; this long after the limit, it evidently cannot. */
const SECONDS_OF_GRACE = 10;
/** The types of error of a step that waits or computes for too long. */
const TOO_LONG: readonly string[] = ['StepTimeout', 'StepBlocked'];

/**
 * Python agents, many in one process, each at its own pace.
 *
 * A process that ends is restarted, and everyone catches up: people are deterministic given their messages and the
 * answers of the language model, so the same messages restore their state. A person whose step ends the process even
 * when it runs alone is disabled; the others continue.
 */
export class PythonHost {
  readonly #tracebacks = new Set<string>();
  readonly #options: PythonHostOptions;
  /** Keyed by number, without the disabled ones. */
  readonly #minds = new Map<number, Mind>();
  readonly #requests: ModelRequests;
  /** The agent of each person; a new one replaces the previous one. */
  readonly #ofPerson = new Map<number, Mind>();
  #process: PythonProcess | undefined;
  /** Set until the current process has loaded the agent. */
  #start: ProcessStart | undefined;
  #closed = false;
  /** The reason why there is no process. */
  #broken: AgentGone | undefined;
  readonly #watch: NodeJS.Timeout;
  /** Time without progress although a step is running. */
  #idleSeconds = 0;
  /** The part of it without a sign of life, which the process gives unless compiled code keeps it from it. */
  #silentSeconds = 0;
  /** Longest time limit of a step. */
  #limitSeconds = 0;
  #printed = 0;
  #nextMind = 0;
  readonly #suspects = new Suspects();
  /** Set if people are in step. */
  readonly #waves: Waves | undefined;

  private constructor(options: PythonHostOptions) {
    this.#options = options;
    this.#requests = new ModelRequests(options.order === 'step');
    if (options.order === 'step')
      this.#waves = new Waves(
        (told) => this.#playEntry(told),
        () => this.#start !== undefined,
      );
    this.#watch = setInterval(() => this.#listen(), 1000).unref();
  }

  /**
   * Starts the process and loads the agent. @throws UserError when Python does not start or the file contains no agent.
   */
  static async start(options: PythonHostOptions): Promise<PythonHost> {
    const host = new PythonHost(options);
    try {
      await host.#launch();
    } catch (error) {
      await host.close();
      throw error;
    }
    return host;
  }

  /**
   * Creates a person's agent; its `init()` has run when the promise is fulfilled. An earlier agent of the same person is
   * disabled.
   * @throws PythonError when the agent cannot be created.
   */
  async make(id: number, person: PythonPerson, ask: AskModel): Promise<PythonMind> {
    const former = this.#ofPerson.get(id);
    if (former) this.#drop(former);
    const mind = new Mind(this.#nextMind++, id, ask);
    this.#minds.set(mind.number, mind);
    this.#ofPerson.set(id, mind);
    this.#limitSeconds = Math.max(this.#limitSeconds, person.limit);
    await this.#tell(mind, { op: 'person', agent: mind.number, id, ...person });
    return {
      decide: async (senses) => {
        const { schedules, intention } = await this.#tell(mind, { op: 'step', agent: mind.number, ...senses });
        return { schedules, intention };
      },
      leave: () => this.#leave(mind),
    };
  }

  /** Id of the current process. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Ends the process after the departing agents have closed. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await this.#process?.close();
  }

  #tell(mind: Mind, message: Entry['message']): Promise<Done> {
    const over = mind.ended ?? this.#broken;
    if (over) return Promise.reject(over);
    return new Promise((resolve, reject) => {
      const entry = { message, requests: [], settled: false, resolve, reject };
      mind.history.push(entry);
      if (this.#waves) this.#waves.join({ mind, entry });
      else void this.#play(mind);
    });
  }

  async #playEntry({ mind, entry }: { readonly mind: Mind; readonly entry: Entry }): Promise<void> {
    if (mind.ended) return;
    try {
      this.#settle(mind, entry, await this.#exchange(mind, entry));
    } catch (error) {
      if (!(error instanceof ProcessEnded && mind.ended)) throw error;
    }
  }

  /** Kills a process that makes no progress within the limit although a step is running. */
  #listen(): void {
    const isWaitedFor = this.#start !== undefined || [...this.#minds.values()].some((mind) => mind.isComputing);
    this.#idleSeconds = isWaitedFor ? this.#idleSeconds + 1 : 0;
    this.#silentSeconds = isWaitedFor ? this.#silentSeconds + 1 : 0;
    const limit = this.#start ? loadSeconds(this.#options) : this.#limitSeconds;
    const isSilent = this.#silentSeconds > limit + SECONDS_OF_GRACE;
    if (!isSilent && this.#idleSeconds <= limit / SHARE_ASLEEP + SECONDS_OF_GRACE) return;
    this.#start?.takesTooLong();
    this.#process!.kill();
  }

  async #leave(mind: Mind): Promise<LastWords> {
    try {
      // The reason was reported when it was given up.
      if (mind.ended) return { closing: null, not_awaited: [] };
      const { closing = null, not_awaited = [] } = await this.#tell(mind, { op: 'leave', agent: mind.number });
      return { closing, not_awaited };
    } finally {
      this.#drop(mind);
    }
  }

  /** Removes a mind and ends its remaining work. */
  #drop(mind: Mind): void {
    this.#giveUp(mind, 'was replaced');
    if (this.#ofPerson.get(mind.person) === mind) this.#ofPerson.delete(mind.person);
    this.#process?.send({ op: 'leave', agent: mind.number });
  }

  /** Replays all messages to a mind that this process has not handled. */
  async #play(mind: Mind): Promise<void> {
    if (mind.playing || this.#start) return;
    mind.playing = true;
    try {
      for (let entry = mind.history[mind.played]; entry && !mind.ended; entry = mind.history[mind.played]) {
        this.#settle(mind, entry, await this.#exchange(mind, entry));
      }
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
    } finally {
      mind.playing = false;
    }
  }

  /** Settles an entry; one that was settled before has only been replayed. */
  #settle(mind: Mind, entry: Entry, done: Done): void {
    mind.played++;
    mind.asked = 0;
    if (entry.settled) return;
    entry.settled = true;
    this.#suspects.clear(mind);
    mind.timeouts = done.error !== null && TOO_LONG.includes(done.error.type) ? mind.timeouts + 1 : 0;
    if (done.error === null) entry.resolve(done);
    else {
      this.#options.onLog?.(mind.person, this.#shortened(done.error.traceback));
      entry.reject(new PythonError(done.error));
    }
    if (mind.timeouts === MAX_TIMEOUTS_IN_A_ROW)
      this.#giveUp(mind, `took too long ${mind.timeouts} times in a row (--step-timeout sets the limit)`);
  }

  /** A traceback in full the first time, and its last line from then on: most people fail at the same place. */
  #shortened(traceback: string): string {
    const key = traceback.replaceAll(/\d+/g, '#');
    if (!this.#tracebacks.has(key)) {
      if (this.#tracebacks.size < MOST_TRACEBACKS) this.#tracebacks.add(key);
      return traceback;
    }
    return `${traceback.split('\n').at(-1)} (traceback above)`;
  }

  #exchange(mind: Mind, entry: Entry): Promise<Done> {
    const send = () => this.#send(mind, entry);
    return entry.settled ? send() : this.#suspects.decide(mind, send);
  }

  #send(mind: Mind, entry: Entry): Promise<Done> {
    if (this.#start || mind.ended) return Promise.reject(new ProcessEnded());
    return new Promise<Done>((resolve, reject) => {
      mind.waiting = { resolve, reject };
      this.#process!.send(entry.message);
    }).finally(() => (mind.waiting = undefined));
  }

  /** Starts a process; retries if it is killed during the start. */
  async #launch(): Promise<void> {
    for (let start = 1; ; start++) {
      try {
        return await this.#launchOnce();
      } catch (error) {
        if (!(error instanceof KilledAtStart)) throw error;
        if (start === MAX_STARTS || this.#closed) throw cannotStart(this.#options.python, error.message);
      }
    }
  }

  async #launchOnce(): Promise<void> {
    const { python, file } = this.#options;
    const start = new ProcessStart({ python, file, loadSeconds: loadSeconds(this.#options) });
    this.#start = start;
    const child: PythonProcess = new PythonProcess(python, {
      onMessage: (message) => child === this.#process && this.#receive(message),
      onOutput: (text) => this.#output(text),
      onEnd: (reason, killed) => child === this.#process && this.#onEnd(reason, killed),
    });
    this.#process = child;
    this.#idleSeconds = this.#silentSeconds = 0;
    child.send(hello(this.#options));
    await start.ready;
    this.#start = undefined;
  }

  /** Handles output of compiled code and other programs, outside the streams of Python. */
  #output(text: string): void {
    this.#printed += text.length;
    if (this.#printed <= MAX_PRINTED) this.#options.onLog?.(null, text);
  }

  #receive(message: FromHost): void {
    this.#silentSeconds = 0;
    if (this.#isProgress(message)) this.#idleSeconds = 0;
    switch (message.op) {
      case 'loading':
        this.#start?.loads();
        break;
      case 'ready':
        this.#start?.succeeds();
        break;
      case 'refused':
        this.#start?.refuses(message.message);
        break;
      case 'done':
        this.#minds.get(message.agent)?.waiting?.resolve(message);
        break;
      case 'llm':
        void this.#ask(message);
        break;
      case 'abandon':
        this.#requests.abandon(message.call);
        break;
      case 'log':
        this.#options.onLog?.(message.person, message.text);
        break;
      case 'category': {
        const near = nearest(message.type, message.known);
        if (near !== null || !message.others)
          this.#options.onWarning?.(unknownCategory('get_around_poi', message.type, near));
        break;
      }
      case 'stuck': {
        const mind = this.#minds.get(message.agent);
        if (mind) this.#giveUp(mind, stuckBecause[message.why]);
        this.#process!.kill();
        break;
      }
    }
  }

  /** Whether a message advances what is waited for. A stuck agent can still produce heartbeats, prints and anything else. */
  #isProgress(message: FromHost): boolean {
    switch (message.op) {
      case 'loading':
      case 'ready':
        return this.#start !== undefined;
      case 'done':
        return this.#minds.get(message.agent)?.waiting !== undefined;
      case 'llm':
        return this.#minds.has(message.agent);
      default:
        return false;
    }
  }

  async #ask({ agent, call, request }: Extract<FromHost, { op: 'llm' }>): Promise<void> {
    const mind = this.#minds.get(agent);
    if (mind)
      await this.#requests.ask(mind, call, request, (answer) => this.#process?.send({ op: 'llm', call, ...answer }));
  }

  #onEnd(reason: string, killed: boolean): void {
    if (this.#closed) return;
    if (this.#start) {
      this.#start.ends(reason, killed);
      return;
    }
    const guilty = this.#suspects.processEnded([...this.#minds.values()].filter(hasWork));
    if (guilty) this.#giveUp(guilty, `ended its Python process (${reason})`);
    void this.#restart();
  }

  async #restart(): Promise<void> {
    this.#requests.clear();
    const launched = this.#launch();
    for (const mind of this.#minds.values()) {
      mind.waiting?.reject(new ProcessEnded());
      mind.played = 0;
      mind.asked = 0;
      mind.openRequests = 0;
    }
    this.#waves?.rewind();
    try {
      await launched;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#broken = new AgentGone(message);
      for (const mind of this.#minds.values()) this.#giveUp(mind, `has no Python process: ${message}`);
      return;
    }
    if (this.#waves) void this.#waves.play();
    else
      for (const mind of this.#minds.values()) if (mind.history.some(({ settled }) => !settled)) void this.#play(mind);
  }

  #giveUp(mind: Mind, what: string): void {
    if (mind.ended) return;
    mind.ended = new AgentGone(`the agent ${what}; the person no longer moves`);
    this.#minds.delete(mind.number);
    this.#suspects.remove(mind);
    for (const entry of mind.history) {
      if (entry.settled) continue;
      entry.settled = true;
      entry.reject(mind.ended);
    }
    mind.waiting?.reject(new ProcessEnded());
  }
}

/** Returns whether a mind has a message that no process has handled yet. */
function hasWork({ history, played, ended }: Mind): boolean {
  const entry = history[played];
  return entry !== undefined && !entry.settled && !ended;
}
