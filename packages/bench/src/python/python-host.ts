import { UserError } from '@itinera/city';
import {
  type Decision,
  type FromHost,
  type ModelAnswer,
  type ModelRequest,
  PythonError,
  type PythonPerson,
  type Senses,
} from './host-messages.js';
import { cannotStart, PythonProcess } from './python-process.js';

export interface PythonHostOptions {
  /** The interpreter: a command or a path. */
  readonly python: string;
  /** The agent's file. */
  readonly file: string;
  readonly task: string;
  /** A file that `writeCityFile` wrote. */
  readonly city: string;
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** The class to take when the file holds several. */
  readonly className?: string;
  readonly agentParams?: Readonly<Record<string, unknown>>;
  /** What agents print, by person; null: outside of any person's step. */
  readonly onLog?: (person: number | null, text: string) => void;
}

/** Puts a person's request to the language model; `signal` tells when the agent waits for the answer no more. */
export type AskModel = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;

/** A person's agent in the process. */
export interface PythonMind {
  /** One `forward()`. @throws PythonError when the agent raises. */
  decide(senses: Senses): Promise<Decision>;
  /** The agent is asked no more: its `close()` runs, and it is forgotten. */
  leave(): void;
}

/** A request to the language model. One that the agent abandoned is never answered, also when it is asked again. */
interface Request {
  readonly answer: Promise<ModelAnswer>;
  readonly abandoning: AbortController;
}

/** Something a person was told to do, with its requests to the language model. */
interface Entry {
  readonly message: { readonly op: 'person' | 'step'; readonly [key: string]: unknown };
  /** By order of asking, so that a restart never asks twice. */
  readonly requests: Request[];
  settled: boolean;
  resolve(decision: Decision): void;
  reject(error: Error): void;
}

class ProcessEnded extends Error {}
class KilledAtStart extends Error {}

/** What is known of a person's agent in the process. */
class Mind {
  readonly history: Entry[] = [];
  /** Entries that the process of now has been through, and answers that the one under way has asked for. */
  played = 0;
  asked = 0;
  playing = false;
  waiting: { resolve(done: Done): void; reject(error: Error): void } | undefined;
  /** How often in a row the process ended while this mind alone was deciding. */
  deaths = 0;
  /** Steps in a row that took too long. */
  timeouts = 0;
  ended: Error | undefined;

  constructor(
    readonly number: number,
    readonly person: number,
    readonly ask: AskModel,
  ) {}
}

type Done = Extract<FromHost, { op: 'done' }>;
const DEATHS_ALONE = 3;
const STARTS = 10;
const TIMEOUTS_BEFORE_GIVING_UP = 3;
/** The type of error with which the process ends a step that takes too long. */
const STEP_TIMEOUT = 'StepTimeout';

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
  #closed = false;
  #nextMind = 0;
  /** People who were deciding when the process last ended, until they have decided. */
  readonly #suspects = new Set<Mind>();
  #oneByOne = false;
  #turn: Promise<unknown> = Promise.resolve();
  #deciding: Mind | undefined;

  private constructor(options: PythonHostOptions) {
    this.#options = options;
  }

  /** Starts the process and loads the agent. @throws UserError when there is no Python, or no agent in the file. */
  static async start(options: PythonHostOptions): Promise<PythonHost> {
    const host = new PythonHost(options);
    await host.#launch();
    return host;
  }

  /**
   * Makes a person's agent; its `init()` has run when the promise is fulfilled. An agent made before for the same person
   * is asked no more.
   * @throws PythonError when the agent cannot be made.
   */
  async make(id: number, person: PythonPerson, ask: AskModel): Promise<PythonMind> {
    const former = this.#ofPerson.get(id);
    if (former) this.#leave(former);
    const mind = new Mind(this.#nextMind++, id, ask);
    this.#minds.set(mind.number, mind);
    this.#ofPerson.set(id, mind);
    await this.#tell(mind, { op: 'person', agent: mind.number, id, ...person });
    return {
      decide: (senses) => this.#tell(mind, { op: 'step', agent: mind.number, ...senses }),
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
    await this.#process?.close();
  }

  #tell(mind: Mind, message: Entry['message']): Promise<Decision> {
    if (mind.ended) return Promise.reject(mind.ended);
    return new Promise((resolve, reject) => {
      mind.history.push({ message, requests: [], settled: false, resolve, reject });
      void this.#play(mind);
    });
  }

  /** Forgets a mind that is asked no more, and ends what it may still be doing. */
  #leave(mind: Mind): void {
    this.#giveUp(mind, 'was asked no more');
    if (this.#ofPerson.get(mind.person) === mind) this.#ofPerson.delete(mind.person);
    this.#process?.send({ op: 'leave', agent: mind.number });
  }

  /** Brings a mind through all it was told and has not done in this process. */
  async #play(mind: Mind): Promise<void> {
    if (mind.playing || this.#started) return;
    mind.playing = true;
    try {
      for (let entry = mind.history[mind.played]; entry && !mind.ended; entry = mind.history[mind.played]) {
        const done = await this.#exchange(mind, entry);
        mind.played++;
        mind.asked = 0;
        if (entry.settled) continue;
        entry.settled = true;
        mind.deaths = 0;
        this.#suspects.delete(mind);
        if (this.#suspects.size === 0) this.#oneByOne = false;
        mind.timeouts = done.error?.type === STEP_TIMEOUT ? mind.timeouts + 1 : 0;
        if (done.error === null) entry.resolve({ schedules: done.schedules, intention: done.intention });
        else {
          this.#options.onLog?.(mind.person, done.error.traceback);
          entry.reject(new PythonError(done.error));
        }
        if (mind.timeouts === TIMEOUTS_BEFORE_GIVING_UP)
          this.#giveUp(mind, `took too long ${mind.timeouts} times in a row`);
      }
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
    } finally {
      mind.playing = false;
    }
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
        if (start === STARTS || this.#closed) throw cannotStart(this.#options.python, error.message);
      }
    }
  }

  async #launchOnce(): Promise<void> {
    const { python, file, task, city, categories, className, agentParams } = this.#options;
    const ready = new Promise<void>((resolve, reject) => (this.#started = { resolve, reject }));
    const child: PythonProcess = new PythonProcess(python, {
      onMessage: (message) => child === this.#process && this.#receive(message),
      onOutput: (text) => this.#options.onLog?.(null, text),
      onEnd: (reason, killed) => child === this.#process && this.#onEnd(reason, killed),
    });
    this.#process = child;
    child.send({ op: 'hello', file, task, city, categories, class_name: className, agent_params: agentParams });
    await ready;
    this.#started = undefined;
  }

  #receive(message: FromHost): void {
    switch (message.op) {
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
        if (mind) this.#giveUp(mind, 'blocked its Python process');
        this.#process!.kill();
        break;
      }
    }
  }

  async #onModelRequest({ agent, call, request }: Extract<FromHost, { op: 'llm' }>): Promise<void> {
    const mind = this.#minds.get(agent);
    const entry = mind?.history[Math.min(mind.played, mind.history.length - 1)];
    if (!mind || !entry) return;
    const index = mind.asked++;
    const asked = entry.requests[index] ?? newRequest(mind, request);
    entry.requests[index] = asked;
    this.#requests.set(call, asked);
    const child = this.#process;
    const answer = await asked.answer;
    if (child === this.#process && !asked.abandoning.signal.aborted) child?.send({ op: 'llm', call, ...answer });
  }

  #onEnd(reason: string, killed: boolean): void {
    if (this.#closed) return;
    if (this.#started) {
      this.#started.reject(killed ? new KilledAtStart(reason) : cannotStart(this.#options.python, reason));
      return;
    }
    if (this.#suspects.size > 0) this.#oneByOne = true;
    const alone = this.#deciding;
    if (alone && ++alone.deaths >= DEATHS_ALONE) this.#giveUp(alone, `ended its Python process (${reason})`);
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
    }
    try {
      await launched;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      for (const mind of this.#minds.values()) this.#giveUp(mind, `has no Python process: ${reason}`);
      return;
    }
    for (const mind of this.#minds.values()) if (mind.history.some(({ settled }) => !settled)) void this.#play(mind);
  }

  #giveUp(mind: Mind, what: string): void {
    if (mind.ended) return;
    const message = `the agent ${what}; the person stays in place from here on`;
    mind.ended = new PythonError({ type: 'ProcessEnded', message, place: null });
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

function newRequest(mind: Mind, request: ModelRequest): Request {
  const abandoning = new AbortController();
  return { answer: mind.ask(request, abandoning.signal), abandoning };
}
