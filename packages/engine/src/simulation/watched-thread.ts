import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { compiledUrl } from '@itinera/base';
import { loadLimit, SHARE_ASLEEP } from '../agents/time-limits.js';
import { MEMORY_MEGABYTES, youngMegabytes } from './limits.js';
import type { Disabled } from './person-run.js';
import { type FromThread, neverWaits, type ThreadSetup, type ToThread } from './thread-messages.js';
import { ThreadPulse } from './thread-pulse.js';

const CHECK_MILLISECONDS = 100;
/** Longest time without work between two checks that counts: beyond it, the whole process was suspended. */
const LATE_MILLISECONDS = 1000;

/** Time that a thread without work waits for the next run. */
const IDLE_MILLISECONDS = 5000;

/** How a thread ended early: which person had control, and why they are disabled. */
export interface ThreadDeath extends Disabled {
  /** Null if the thread ended before the first step. */
  readonly person: number | null;
  /** The resource that the system did not grant the thread. */
  readonly fault: Error | null;
}

export interface ThreadListener {
  message(message: FromThread): void;
  died(death: ThreadDeath): void;
}

/** A moment of the process, milliseconds. */
export interface Moment {
  readonly now: number;
  /** Processor time that the process has used, in all its threads. */
  readonly worked: number;
}

function thisMoment(): Moment {
  const { user, system } = process.cpuUsage();
  return { now: performance.now(), worked: (user + system) / 1000 };
}

/** How long a thread has worked without a sign of life. */
export class Silence {
  #beat: number | null = -1;
  #milliseconds = 0;
  #checked: Moment;

  constructor(moment: Moment) {
    this.#checked = moment;
  }

  /**
   * @param beat null while no agent has control.
   * @returns milliseconds of processor time since the beat last changed, at least `SHARE_ASLEEP` of the elapsed time. The
   *   thread's own processor time is unknown: it is at most that of the process, and at most the elapsed time.
   */
  at(moment: Moment, beat: number | null): number {
    const elapsed = moment.now - this.#checked.now;
    const worked = Math.min(elapsed, moment.worked - this.#checked.worked);
    const counted = Math.max(worked, SHARE_ASLEEP * Math.min(elapsed, LATE_MILLISECONDS));
    const isAlive = beat === null || beat !== this.#beat;
    this.#milliseconds = isAlive ? 0 : this.#milliseconds + counted;
    [this.#beat, this.#checked] = [beat, moment];
    return this.#milliseconds;
  }
}

/** An idle thread, with the megabytes that it has for new objects. */
interface Idle {
  readonly worker: Worker;
  readonly young: number;
  readonly timer: NodeJS.Timeout;
}

/** Threads that have finished a run and wait for another: to start one takes longer than to simulate a few people. */
const idle = new Set<Idle>();

function startWorker(setup: ThreadSetup, young: number): Worker {
  // Streams of its own would keep the process while the thread waits; our code prints nothing.
  const hasStreams = !neverWaits(setup);
  return new Worker(new URL(compiledUrl('./thread.js', import.meta.url)), {
    workerData: setup,
    transferList: [setup.port],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES, maxYoungGenerationSizeMb: young },
    stdout: hasStreams,
    stderr: hasStreams,
  });
}

function wake(one: Idle, setup: ThreadSetup): Worker {
  const { worker, timer } = one;
  idle.delete(one);
  clearTimeout(timer);
  worker.ref();
  worker.postMessage(setup, [setup.port]);
  return worker;
}

/** Lets a thread wait for another run, without keeping the process. */
function letWait(worker: Worker, young: number): void {
  const timer = setTimeout(() => {
    idle.delete(one);
    void worker.terminate();
  }, IDLE_MILLISECONDS).unref();
  const one = { worker, young, timer };
  idle.add(one);
  worker.unref();
  for (const name of ['error', 'exit']) worker.removeAllListeners(name).on(name, () => idle.delete(one));
}

/** A worker thread with a watcher that ends it if an agent blocks it. */
export class WatchedThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #pulse = new ThreadPulse();
  readonly #timer: NodeJS.Timeout;
  readonly #young: number;
  readonly #isReusable: boolean;
  #closing = false;
  #credited = 0;

  /** @param threads how many share the work of a run */
  constructor(setup: Omit<ThreadSetup, 'pulse' | 'port'>, threads: number, listener: ThreadListener) {
    const { port1: own, port2: port } = new MessageChannel();
    this.#port = own;
    this.#young = youngMegabytes(threads);
    this.#isReusable = neverWaits(setup);
    const whole = { ...setup, pulse: this.#pulse.buffer, port };
    const waiting = this.#isReusable ? [...idle].find(({ young }) => young === this.#young) : undefined;
    this.#worker = waiting ? wake(waiting, whole) : startWorker(whole, this.#young);
    const silence = new Silence(thisMoment());
    let residentThen = process.memoryUsage.rss();
    let death: ThreadDeath | undefined;
    let fault: Error | null = null;
    const blame = (kind: ThreadDeath['kind']): ThreadDeath => {
      const last = this.#pulse.last;
      return { person: last?.person ?? null, step: last?.step ?? 0, kind, fault };
    };
    own.on('message', (message: FromThread) => listener.message(message));
    // `exit` reports the end, whatever its cause; only files that it could not open are not the agent's fault.
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      if (/\b(EMFILE|ENFILE)\b/.test(`${error.code} ${error.message}`)) fault = error;
    });
    this.#worker.on('exit', () => {
      clearInterval(this.#timer);
      // Deliver messages that were sent before the end.
      for (let last = receiveMessageOnPort(own); last; last = receiveMessageOnPort(own)) listener.message(last.message);
      own.close();
      if (!this.#closing) listener.died(death ?? blame('crashed'));
    });
    for (const stream of this.#isReusable ? [] : [this.#worker.stdout, this.#worker.stderr])
      stream.on('data', (chunk) => listener.message({ kind: 'print', person: null, text: String(chunk) }));
    this.#timer = setInterval(() => {
      const silent = silence.at(thisMoment(), this.#pulse.isOwn ? null : this.#pulse.beat);
      const resident = process.memoryUsage.rss();
      if (silent === 0) residentThen = resident;
      // Array buffers are not on the heap. A blocked thread cannot count its own, so all growth since then is
      // attributed to it.
      if (death === undefined && Math.max(this.#pulse.offHeap, resident - residentThen) > MEMORY_MEGABYTES * 2 ** 20) {
        death = blame('crashed');
        void this.#worker.terminate();
      }
      const { stepTimeoutSeconds } = setup.settings;
      const loadSeconds = 'builtIn' in setup.agent ? Number.POSITIVE_INFINITY : loadLimit(stepTimeoutSeconds);
      const limit = this.#pulse.last === null ? loadSeconds : stepTimeoutSeconds;
      if (death !== undefined || silent < limit * 1000) return;
      death = blame('blocked');
      void this.#worker.terminate();
    }, CHECK_MILLISECONDS);
  }

  /** Started steps of unfinished groups. */
  get stepsUnderWay(): number {
    return this.#pulse.steps - this.#credited;
  }

  /** Counts the steps of a finished group. */
  credit(steps: number): void {
    this.#credited += steps;
  }

  send(message: ToThread): void {
    this.#port.postMessage(message);
  }

  /** Leaves a thread without work to the next run if it has run no code of users, otherwise ends it. */
  leave(): void {
    if (!this.#isReusable) return void this.end();
    clearInterval(this.#timer);
    this.#port.close();
    letWait(this.#worker, this.#young);
  }

  /** Ends the thread at once. */
  async end(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    await this.#worker.terminate();
  }
}
