import { UserError } from '@itinera/metrics';
import { AgentGone } from '../agents/problem.js';
import type { PythonBase } from '../agents/task.js';
import {
  type Decision,
  type FromHost,
  type LastWords,
  PythonError,
  type PythonPerson,
  type Senses,
} from './host-messages.js';
import { type AskModel, type Done, type Entry, Mind, type Request } from './python-mind.js';
import { cannotStart, PythonProcess } from './python-process.js';

export interface PythonHostOptions {
  /** The interpreter: a command or a path. */
  readonly python: string;
  /** The agent's file. */
  readonly file: string;
  readonly task: string;
  /** Of all tasks, its own among them. */
  readonly bases: readonly PythonBase[];
  /** A file that `writeCityFile` wrote. */
  readonly city: string;
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** The class to take when the file holds several. */
  readonly className?: string;
  readonly agentParams?: Readonly<Record<string, unknown>>;
  /**
   * `free` (default): each person at its own pace. `step`: nobody begins a step before everybody has ended the one before,
   * and within it people act in the order of their making, so that what they share changes in the same order every time.
   */
  readonly order?: 'free' | 'step';
  /** How long the file may take to load; default 60. */
  readonly loadSeconds?: number;
  /** What all people of the process may hold together; default 4096. */
  readonly memoryMegabytes?: number;
  /** What agents print, by person; null: outside of any person's step. */
  readonly onLog?: (person: number | null, text: string) => void;
}

/** A person's agent in the process. */
export interface PythonMind {
  /** One `forward()`. @throws PythonError when the agent raises. */
  decide(senses: Senses): Promise<Decision>;
  /** The agent is over: its `close()` runs, and it is forgotten. @throws PythonError when it takes too long. */
  leave(): Promise<LastWords>;
}

const stuckBecause = {
  blocked: 'blocked its Python process',
  memory: 'was at work when its Python process took more memory than is allowed',
} as const;

class ProcessEnded extends Error {}
class KilledAtStart extends Error {}

const MAX_DEATHS_ALONE = 3;
const MAX_STARTS = 10;
const MAX_TIMEOUTS_IN_A_ROW = 3;
/** An agent's file may do some work when it is loaded, such as reading tables. */
const LOAD_SECONDS = 60;
/** More than this, characters, and what is printed past the streams of Python is left out. */
const MAX_PRINTED = 5_000_000;
const MEMORY_MEGABYTES = 4096;
/** Beyond its limit a step is interrupted by the process itself; so long after, it cannot. */
const SECONDS_OF_GRACE = 10;
/** The types of error with which the process ends a step that waits or computes for too long. */
const TOO_LONG: readonly string[] = ['StepTimeout', 'StepBlocked'];

/**
 * Agents written in Python, many in one process, each at its own pace.
 *
 * A process that ends is started again, and everybody is caught up: people are deterministic given what they were told
 * and the answers of the language model, so the same messages lead to where they were. A person whose step ends the
 * process whenever it decides alone is given up; the others go on.
 */
export class PythonHost {
  readonly #options: PythonHostOptions;
  /** By number; without those that were given up. */
  readonly #minds = new Map<number, Mind>();
  /** What the process of now has asked, by the number of the call. */
  readonly #requests = new Map<number, Request>();
  /** The mind of each person: a new one takes the place of the one before. */
  readonly #ofPerson = new Map<number, Mind>();
  #process: PythonProcess | undefined;
  #started: { resolve(): void; reject(error: Error): void } | undefined;
  /** True when the process of now has begun to load the agent's file. */
  #isLoading = false;
  #closed = false;
  /** Why there is no process any more. */
  #broken: AgentGone | undefined;
  readonly #watch: NodeJS.Timeout;
  /** For how long nobody has decided or asked anything, though somebody should. */
  #idleSeconds = 0;
  /** The longest that a step may last. */
  #limitSeconds = 0;
  #printed = 0;
  /** Settled when the last answer that was asked for has been given. */
  #lastAnswer: Promise<void> = Promise.resolve();
  /** When people are in step: what they were told, each time everybody together. */
  readonly #waves: { readonly mind: Mind; readonly entry: Entry }[][] = [];
  /** Of them, those that any process has begun, and those that the process of now has been through. */
  #wavesBegun = 0;
  #wavesPlayed = 0;
  #isPlaying = false;
  #nextMind = 0;
  /** People who were deciding when the process last ended, until they have decided. */
  readonly #suspects = new Set<Mind>();
  #oneByOne = false;
  #turn: Promise<unknown> = Promise.resolve();
  #deciding: Mind | undefined;

  private constructor(options: PythonHostOptions) {
    this.#options = options;
    this.#watch = setInterval(() => this.#listen(), 1000).unref();
  }

  /** Starts the process and loads the agent. @throws UserError when there is no Python, or no agent in the file. */
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
   * Makes a person's agent; its `init()` has run when the promise is fulfilled. An agent made before for the same person
   * is disabled.
   * @throws PythonError when the agent cannot be made.
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

  /** The process of now. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Ends the process when those who left have closed. */
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
      if (this.#isOrdered) this.#joinWave(mind, entry);
      else void this.#play(mind);
    });
  }

  get #isOrdered(): boolean {
    return this.#options.order === 'step';
  }

  /** People in step are told things together: the next wave begins when the one under way is over. */
  #joinWave(mind: Mind, entry: Entry): void {
    if (this.#waves.length <= this.#wavesBegun) this.#waves.push([]);
    this.#waves.at(-1)!.push({ mind, entry });
    if (!this.#isPlaying) setImmediate(() => void this.#playWaves());
  }

  async #playWaves(): Promise<void> {
    if (this.#isPlaying || this.#started) return;
    this.#isPlaying = true;
    try {
      for (let wave = this.#waves[this.#wavesPlayed]; wave; wave = this.#waves[this.#wavesPlayed]) {
        this.#wavesBegun = Math.max(this.#wavesBegun, this.#wavesPlayed + 1);
        wave.sort((a, b) => a.mind.number - b.mind.number);
        await Promise.all(wave.map(({ mind, entry }) => this.#playEntry(mind, entry)));
        this.#wavesPlayed++;
        // Whoever goes on at once joins the next wave.
        await new Promise(setImmediate);
      }
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
    } finally {
      this.#isPlaying = false;
    }
  }

  async #playEntry(mind: Mind, entry: Entry): Promise<void> {
    if (mind.ended) return;
    try {
      this.#settle(mind, entry, await this.#exchange(mind, entry));
    } catch (error) {
      if (!(error instanceof ProcessEnded && mind.ended)) throw error;
    }
  }

  /** Ends a process that gets nowhere for longer than it may, though somebody waits for it. */
  #listen(): void {
    const isWaitedFor = this.#started !== undefined || [...this.#minds.values()].some((mind) => mind.isComputing);
    this.#idleSeconds = isWaitedFor ? this.#idleSeconds + 1 : 0;
    const limit = this.#started ? this.#loadSeconds : this.#limitSeconds;
    if (this.#idleSeconds <= limit + SECONDS_OF_GRACE) return;
    if (this.#started) this.#started.reject(new UserError(this.#takesTooLong()));
    this.#process!.kill();
  }

  get #loadSeconds(): number {
    return this.#options.loadSeconds ?? LOAD_SECONDS;
  }

  #takesTooLong(): string {
    const { file, python } = this.#options;
    return this.#isLoading
      ? `${file}: takes longer than ${this.#loadSeconds} s to load. Look at what it does at the top level.`
      : cannotStart(python, `it says nothing for ${this.#loadSeconds} s`).message;
  }

  async #leave(mind: Mind): Promise<LastWords> {
    try {
      // Why it was given up has been told.
      if (mind.ended) return { closing: null, not_awaited: [] };
      const { closing = null, not_awaited = [] } = await this.#tell(mind, { op: 'leave', agent: mind.number });
      return { closing, not_awaited };
    } finally {
      this.#drop(mind);
    }
  }

  /** Forgets a mind that is over, and ends what it may still be doing. */
  #drop(mind: Mind): void {
    this.#giveUp(mind, 'was replaced');
    if (this.#ofPerson.get(mind.person) === mind) this.#ofPerson.delete(mind.person);
    this.#process?.send({ op: 'leave', agent: mind.number });
  }

  /** Brings a mind through all it was told and has not done in this process. */
  async #play(mind: Mind): Promise<void> {
    if (mind.playing || this.#started) return;
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

  /** Takes what came of an entry; one that was settled before has only been caught up. */
  #settle(mind: Mind, entry: Entry, done: Done): void {
    mind.played++;
    mind.asked = 0;
    if (entry.settled) return;
    entry.settled = true;
    mind.deaths = 0;
    this.#suspects.delete(mind);
    if (this.#suspects.size === 0) this.#oneByOne = false;
    mind.timeouts = done.error !== null && TOO_LONG.includes(done.error.type) ? mind.timeouts + 1 : 0;
    if (done.error === null) entry.resolve(done);
    else {
      this.#options.onLog?.(mind.person, done.error.traceback);
      entry.reject(new PythonError(done.error));
    }
    if (mind.timeouts === MAX_TIMEOUTS_IN_A_ROW) this.#giveUp(mind, `took too long ${mind.timeouts} times in a row`);
  }

  async #exchange(mind: Mind, entry: Entry): Promise<Done> {
    if (!entry.settled && this.#oneByOne) {
      const turn = this.#turn.then(() => {
        if (!this.#oneByOne) return this.#send(mind, entry);
        this.#deciding = mind;
        return this.#send(mind, entry).finally(() => (this.#deciding = undefined));
      });
      this.#turn = turn.catch(() => {});
      return turn;
    }
    return this.#send(mind, entry);
  }

  #send(mind: Mind, entry: Entry): Promise<Done> {
    if (this.#started || mind.ended) return Promise.reject(new ProcessEnded());
    return new Promise<Done>((resolve, reject) => {
      mind.waiting = { resolve, reject };
      this.#process!.send(entry.message);
    }).finally(() => (mind.waiting = undefined));
  }

  /** Starts a process; again when it is killed on the way. */
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
    const { python, file, task, bases, city, categories, className, agentParams, memoryMegabytes } = this.#options;
    const ready = new Promise<void>((resolve, reject) => (this.#started = { resolve, reject }));
    const child: PythonProcess = new PythonProcess(python, {
      onMessage: (message) => child === this.#process && this.#receive(message),
      onOutput: (text) => this.#output(text),
      onEnd: (reason, killed) => child === this.#process && this.#onEnd(reason, killed),
    });
    this.#process = child;
    this.#isLoading = false;
    this.#idleSeconds = 0;
    child.send({
      op: 'hello',
      file,
      task,
      bases,
      city,
      categories,
      class_name: className,
      agent_params: agentParams,
      ordered: this.#isOrdered,
      load_limit: this.#loadSeconds,
      memory_limit: (memoryMegabytes ?? MEMORY_MEGABYTES) * 2 ** 20,
    });
    await ready;
    this.#started = undefined;
  }

  /** What is printed past the streams of Python, by compiled code and other programs. */
  #output(text: string): void {
    this.#printed += text.length;
    if (this.#printed <= MAX_PRINTED) this.#options.onLog?.(null, text);
  }

  #receive(message: FromHost): void {
    // Signs of life and prints are no progress: an agent can make those and still get nowhere.
    if (message.op !== 'alive' && message.op !== 'log') this.#idleSeconds = 0;
    switch (message.op) {
      case 'loading':
        this.#isLoading = true;
        break;
      case 'ready':
        this.#started?.resolve();
        break;
      case 'refused':
        this.#started?.reject(new UserError(message.message));
        break;
      case 'done':
        this.#minds.get(message.agent)?.waiting?.resolve(message);
        break;
      case 'llm':
        void this.#onModelRequest(message);
        break;
      case 'abandon':
        this.#requests.get(message.call)?.abandoning.abort();
        break;
      case 'log':
        this.#options.onLog?.(message.person, message.text);
        break;
      case 'stuck': {
        const mind = this.#minds.get(message.agent);
        if (mind) this.#giveUp(mind, stuckBecause[message.why]);
        this.#process!.kill();
        break;
      }
    }
  }

  async #onModelRequest({ agent, call, request }: Extract<FromHost, { op: 'llm' }>): Promise<void> {
    const mind = this.#minds.get(agent);
    const asked = mind?.request(request);
    if (!mind || !asked) return;
    this.#requests.set(call, asked);
    mind.openRequests++;
    const child = this.#process;
    const before = this.#lastAnswer;
    const given = (async () => {
      const answer = await asked.answer;
      // In step, answers are given in the order of the requests, whichever comes first.
      if (this.#isOrdered) await before;
      if (child !== this.#process) return;
      mind.openRequests--;
      if (!asked.abandoning.signal.aborted) child?.send({ op: 'llm', call, ...answer });
    })();
    this.#lastAnswer = given;
    await given;
  }

  #onEnd(reason: string, killed: boolean): void {
    if (this.#closed) return;
    if (this.#started) {
      const { file, python } = this.#options;
      const atLoading = `${file}: ends its Python process while it is loaded (${reason}). Look at what it does at the top level.`;
      if (killed) this.#started.reject(new KilledAtStart(reason));
      else this.#started.reject(this.#isLoading ? new UserError(atLoading) : cannotStart(python, reason));
      return;
    }
    if (this.#suspects.size > 0) this.#oneByOne = true;
    const alone = this.#deciding;
    if (alone && ++alone.deaths >= MAX_DEATHS_ALONE) this.#giveUp(alone, `ended its Python process (${reason})`);
    for (const mind of this.#minds.values()) {
      const entry = mind.history[mind.played];
      if (entry && !entry.settled && !mind.ended) this.#suspects.add(mind);
    }
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
    this.#wavesPlayed = 0;
    this.#lastAnswer = Promise.resolve();
    try {
      await launched;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#broken = new AgentGone(message);
      for (const mind of this.#minds.values()) this.#giveUp(mind, `has no Python process: ${message}`);
      return;
    }
    if (this.#isOrdered) void this.#playWaves();
    else
      for (const mind of this.#minds.values()) if (mind.history.some(({ settled }) => !settled)) void this.#play(mind);
  }

  #giveUp(mind: Mind, what: string): void {
    if (mind.ended) return;
    mind.ended = new AgentGone(`the agent ${what}; the person stays in place from here on`);
    this.#minds.delete(mind.number);
    this.#suspects.delete(mind);
    for (const entry of mind.history) {
      if (entry.settled) continue;
      entry.settled = true;
      entry.reject(mind.ended);
    }
    mind.waiting?.reject(new ProcessEnded());
  }
}
