import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describeFileError, UserError } from '@itinera/base';
import { growingNewSpace } from '@itinera/base/node';
import type { AgentSource, RunFolder, RunPart } from '@itinera/run';
import { groupsOf, groupsOfPart, PartFiles, peopleOfGroups } from '@itinera/run';
import { transformForThreads } from '../agents/import-file.js';
import type { TaskAddress } from '../agents/task.js';
import type { ExpectedCalls } from '../llm/call-forecast.js';
import type { LiveUsage } from '../llm/language-model.js';
import { withHouseholds } from './households.js';
import type { SharedCity } from './open-city.js';
import type { ModelSetup } from './open-model.js';
import type { Disabled } from './person-run.js';
import type { Profile, SimulationSettings } from './simulation-settings.js';
import { ThisThread } from './this-thread.js';
import type { FromThread, SimulationThread, ThreadDeath, ThreadListener } from './thread-messages.js';
import { WatchedThread } from './watched-thread.js';

/** People that a thread simulates at once: enough to keep a language model busy, few enough for the memory. */
const MAX_PEOPLE_AT_ONCE = 1024;
/** Maximum number of their rows, about 110 bytes each: with many days, fewer people are simulated at once. */
const MAX_ROWS_AT_ONCE = 2_000_000;
/** Maximum number of groups that a thread has at once, for agents that wait for nothing: the next only has to be there when one is finished. */
const MAX_GROUPS_WITHOUT_WAITING = 2;
/** Their rows that take as long as starting a thread, which has to compile everything again and open the map of a city. */
const ROWS_PER_START = 100_000;
/** Maximum number of rows that the main thread simulates itself: it is busy too briefly for anyone to notice, even on a slow machine. */
const MAX_ROWS_HERE = 20_000;
/** Time beyond the model timeouts for a thread to record the answers in flight. */
const CLOSE_SECONDS = 5;
const PROGRESS_MILLISECONDS = 250;

export interface SimulateOptions {
  readonly settings: SimulationSettings;
  readonly task: TaskAddress;
  readonly agent: AgentSource;
  readonly profiles: readonly Profile[];
  /** People that are simulated and written together; all of them if they are coupled. */
  readonly groupSize: number;
  readonly city: SharedCity;
  readonly model: ModelSetup | null;
  /**
   * By default one per core, and fewer if built-in agents would be done before another thread has started. Their short runs use the
   * main thread instead, also with 1.
   */
  readonly threads?: number | undefined;
  /** The part to simulate, if the run is split. */
  readonly part?: RunPart;
  readonly onProgress?: (progress: SimulationProgress) => void;
  readonly onWarning?: (message: string) => void;
  readonly onNote?: (message: string) => void;
  /** Called once, with the number of people whose tables were complete, and of all. */
  readonly onKept?: (kept: number, people: number) => void;
  /** When aborted, the run stops as soon as possible and can be resumed. */
  readonly signal?: AbortSignal;
}

export interface SimulationProgress {
  readonly people: number;
  readonly peopleDone: number;
  readonly steps: number;
  readonly stepsDone: number;
  readonly problems: number;
  /** Usage of the language model; null without one, or before its first figures. */
  readonly usage: LiveUsage | null;
  /** Estimated remaining requests to the language model; null before the first one. */
  readonly callsLeft: number | null;
}

/** Why a simulation stopped early; null if it is complete. */
export type Stopped = { readonly message: string } | null;

/**
 * Simulates all people for all steps, in threads or, if that is quicker, in this one, and writes the tables to the run folder.
 * Existing groups are kept.
 * @throws UserError when the agent cannot be loaded.
 */
export async function simulate(folder: RunFolder, options: SimulateOptions): Promise<Stopped> {
  if ('file' in options.agent) await transformForThreads(options.agent.file);
  return await growingNewSpace(() => new Simulation(folder, options).done);
}

class Simulation {
  readonly done: Promise<Stopped>;
  readonly #folder: RunFolder;
  readonly #options: SimulateOptions;
  readonly #warnings = new Set<string>();
  readonly #groups: readonly { readonly from: number; readonly to: number }[];
  readonly #waiting: number[];
  readonly #profiles: readonly Profile[];
  /** All groups of this part. */
  readonly #own: readonly number[];
  /** People of these groups. */
  readonly #people: number;
  /** Files of this part; null if the run is not split. */
  readonly #files: PartFiles | null;
  readonly #threads = new Map<SimulationThread, Set<number>>();
  /** How many threads share the work. */
  #planned = 1;
  /** Whether this thread simulates. */
  readonly #isHere: boolean;
  readonly #disabled = new Map<number, Disabled>();
  readonly #prints: NodeJS.WritableStream;
  readonly #ticker: NodeJS.Timeout;
  readonly #abort = () => this.#stop('Stopped.');
  #printsFailed = false;
  #peopleDone = 0;
  #problems = 0;
  #usage: LiveUsage | null = null;
  #expectedCalls: ExpectedCalls | null = null;
  #stopped: Stopped = null;
  #settled = false;
  /** City files of threads with Python; a thread that is ended while it starts does not remove its own. */
  readonly #cityPaths: string[] = [];
  #settle!: (stopped: Stopped) => void;
  #reject!: (error: unknown) => void;

  constructor(folder: RunFolder, options: SimulateOptions) {
    this.#folder = folder;
    this.#options = options;
    const { part } = options;
    const grouping = { people: options.profiles.length, groupSize: options.groupSize };
    this.#groups = groupsOf(grouping);
    this.#profiles = withHouseholds(options.profiles);
    this.#files = part ? new PartFiles(folder) : null;
    folder.removeLeftovers();
    this.#own = part ? groupsOfPart(grouping, part) : [...this.#groups.keys()];
    this.#people = peopleOfGroups(grouping, this.#own);
    this.#waiting = this.#own.filter((group) => !folder.hasGroup(group));
    this.#peopleDone = this.#people - peopleOfGroups(grouping, this.#waiting);
    options.onKept?.(this.#peopleDone, this.#people);
    this.#ticker = setInterval(() => this.#progress(), PROGRESS_MILLISECONDS);
    const printsPath = this.#files && part ? this.#files.printsPath(part) : folder.printsPath;
    this.#prints = createWriteStream(printsPath, { flags: 'a' }).once('error', (error) => {
      // The run continues without the output of agents.
      this.#printsFailed = true;
      options.onWarning?.(
        `The output of agents is no longer recorded. ${describeFileError(Object.assign(error, { path: printsPath }))}`,
      );
    });
    this.done = new Promise<Stopped>((settle, reject) => {
      this.#settle = settle;
      this.#reject = reject;
    }).finally(() => this.#end());
    options.signal?.addEventListener('abort', this.#abort);
    // A language model is one object with one record and one budget, so its people share one thread; waiting needs no
    // second.
    const most = options.model === null ? (options.threads ?? this.#defaultThreads()) : 1;
    const threads = Math.min(most, this.#waiting.length);
    this.#planned = threads;
    const isShort = this.#rows <= MAX_ROWS_HERE && this.#iterations === 1;
    this.#isHere = this.#waitsForNothing && threads === 1 && isShort && !options.city.coupled;
    for (let i = 0; i < threads; i++) this.#start();
    if (threads === 0) this.#finish();
    else if (options.signal?.aborted) this.#abort();
  }

  /** In runs without a model, built-in agents wait for nothing external. */
  get #waitsForNothing(): boolean {
    const { agent, model } = this.#options;
    return 'builtIn' in agent && model === null;
  }

  #defaultThreads(): number {
    const cores = availableParallelism();
    if (!this.#waitsForNothing) return cores;
    return Math.min(cores, Math.ceil(this.#rows / ROWS_PER_START));
  }

  /** Of people who are not simulated yet. */
  get #rows(): number {
    return (this.#people - this.#peopleDone) * this.#options.settings.clock.steps * this.#iterations;
  }

  #start(): void {
    const thread: SimulationThread = this.#open({
      message: (message) => this.#message(thread, message),
      died: (death) => this.#died(thread, death),
    });
    this.#threads.set(thread, new Set());
  }

  #open(listener: ThreadListener): SimulationThread {
    const { settings, task, agent, city, model } = this.#options;
    if (this.#isHere && 'builtIn' in agent)
      return new ThisThread({ settings, city, builtIn: agent.builtIn, folder: this.#folder }, listener);
    // Calls of earlier threads count too.
    const files = this.#files;
    const recorded = files === null ? [] : this.#own.map((group) => files.callsPath(group)).filter(existsSync);
    const own = model && { ...model, recorded };
    const cityPath = this.#folder.leftoverPath('city');
    this.#cityPaths.push(cityPath);
    const setup = { settings, task, agent, city, model: own, folder: this.#folder.path, cityPath };
    return new WatchedThread(setup, this.#planned, listener);
  }

  #message(thread: SimulationThread, message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        this.#feed(thread);
        break;
      case 'done':
        this.#groupDone(thread, message.group, message.problemCount);
        this.#feed(thread);
        break;
      case 'stopped':
        this.#stop(message.message);
        break;
      case 'failed':
        this.#fail(message.isUserError ? new UserError(message.message) : new Error(message.message));
        break;
      case 'print':
        this.#print(message.person, message.text);
        break;
      case 'warning':
        // Threads report the same faults of an agent.
        if (!this.#warnings.has(message.message)) this.#options.onWarning?.(message.message);
        this.#warnings.add(message.message);
        break;
      case 'note':
        this.#options.onNote?.(message.message);
        break;
      case 'usage':
        this.#usage = message.usage;
        this.#expectedCalls = message.expectedCalls;
        break;
      case 'closed':
        this.#threads.delete(thread);
        void thread.end();
        if (this.#threads.size === 0) this.#finish();
    }
  }

  #groupDone(thread: SimulationThread, group: number, problemCount: number): void {
    this.#threads.get(thread)?.delete(group);
    this.#peopleDone += this.#sizeOf(group);
    this.#problems += problemCount;
    thread.credit(this.#sizeOf(group) * this.#options.settings.clock.steps * this.#iterations);
    this.#progress();
  }

  /** Sends a thread as many groups as it can simulate at once. */
  #feed(thread: SimulationThread): void {
    const own = this.#threads.get(thread);
    if (own === undefined || this.#stopped !== null) return;
    const size = (groups: Iterable<number>) => [...groups].reduce((sum, group) => sum + this.#sizeOf(group), 0);
    const share = Math.ceil((this.#waiting.length + own.size) / this.#threads.size);
    const { model, settings } = this.#options;
    const mostGroups = this.#waitsForNothing ? Math.min(share, MAX_GROUPS_WITHOUT_WAITING) : share;
    const mostPeople = Math.min(MAX_PEOPLE_AT_ONCE, MAX_ROWS_AT_ONCE / settings.clock.steps);
    while (this.#waiting.length > 0 && own.size < mostGroups && size(own) < mostPeople) {
      const group = this.#waiting.shift()!;
      const { from, to } = this.#groups[group]!;
      own.add(group);
      const callsPath = model === null ? null : (this.#files?.callsPath(group) ?? null);
      thread.send({
        kind: 'group',
        group,
        profiles: this.#profiles.slice(from, to),
        disabled: this.#disabled,
        callsPath,
      });
    }
    if (own.size === 0) thread.send({ kind: 'close' });
  }

  /** Replaces a thread that an agent has blocked or ended; the person is disabled and its group restarts. */
  #died(thread: SimulationThread, death: ThreadDeath): void {
    const own = this.#threads.get(thread);
    if (own === undefined || this.#settled) return;
    this.#threads.delete(thread);
    this.#waiting.unshift(...own);
    const { person, step, kind, fault } = death;
    const what = kind === 'blocked' ? 'blocks the thread' : 'ends the thread';
    if (this.#stopped !== null) this.#finish();
    else if (fault !== null)
      this.#fail(
        new UserError('Too many files are open. Raise the limit (ulimit -n), or use fewer --threads.', {
          cause: fault,
        }),
      );
    else if (person === null)
      this.#fail(
        new UserError(
          'builtIn' in this.#options.agent
            ? 'A thread ended before its first step, probably for lack of memory. Use fewer --threads or a smaller map.'
            : `The agent ${what} that loads it. Check the top-level code of its file.`,
        ),
      );
    else if (this.#disabled.has(person))
      this.#fail(
        new UserError(
          `The agent ${what} although person ${person} is disabled. Check the timers that it leaves running.`,
        ),
      );
    else {
      this.#disabled.set(person, { step, kind });
      this.#options.onWarning?.(`Person ${person} ${what} and is disabled.`);
      this.#start();
    }
  }

  #stop(message: string): void {
    if (this.#stopped !== null || this.#settled) return;
    this.#stopped = { message };
    for (const thread of this.#threads.keys()) thread.send({ kind: 'close' });
    // Busy threads do not receive it.
    const { model } = this.#options;
    const patience = model === null ? 0 : CLOSE_SECONDS + Math.max(0, ...model.providers.map(({ timeout }) => timeout));
    setTimeout(() => this.#finish(), patience * 1000).unref();
  }

  #fail(error: Error): void {
    this.#settled = true;
    this.#reject(error);
  }

  #finish(): void {
    if (this.#settled) return;
    this.#progress();
    this.#settled = true;
    this.#settle(this.#stopped);
  }

  async #end(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#abort);
    clearInterval(this.#ticker);
    await Promise.all([...this.#threads.keys()].map((thread) => thread.end()));
    for (const path of this.#cityPaths) rmSync(path, { force: true });
    this.#prints.end();
  }

  #progress(): void {
    const { settings, onProgress } = this.#options;
    const { steps } = settings.clock;
    const underWay = [...this.#threads.keys()].reduce((sum, thread) => sum + thread.stepsUnderWay, 0);
    onProgress?.({
      people: this.#people,
      peopleDone: this.#peopleDone,
      steps: this.#people * steps,
      stepsDone: this.#peopleDone * steps + Math.floor(underWay / this.#iterations),
      problems: this.#problems,
      usage: this.#usage,
      callsLeft: this.#callsLeft(),
    });
  }

  #callsLeft(): number | null {
    if (this.#usage === null || this.#expectedCalls === null) return null;
    const notBegun = this.#waiting.reduce((sum, group) => sum + this.#sizeOf(group), 0);
    return this.#usage.inFlight + this.#usage.queued + this.#expectedCalls.ahead + notBegun * this.#expectedCalls.ofOne;
  }

  #print(person: number | null, text: string): void {
    if (this.#printsFailed) return;
    const who = person === null ? '' : `person ${person}: `;
    this.#prints.write(`${who}${text.endsWith('\n') ? text : `${text}\n`}`);
  }

  /** How often everyone is simulated. */
  get #iterations(): number {
    return this.#options.city.movement?.queue?.routeIterations ?? 1;
  }

  #sizeOf(group: number): number {
    const { from, to } = this.#groups[group]!;
    return to - from;
  }
}
