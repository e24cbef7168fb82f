import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { compiledUrl } from '@itinera/base';
import { loadLimit, SHARE_ASLEEP } from '../agents/time-limits.js';
import { MEMORY_MEGABYTES, youngMegabytes } from './limits.js';
import type {
  FromThread,
  SimulationThread,
  ThreadDeath,
  ThreadListener,
  ThreadSetup,
  ToThread,
} from './thread-messages.js';
import { ThreadPulse } from './thread-pulse.js';

const CHECK_MILLISECONDS = 100;
/** Longest time without work between two checks that counts: beyond it, the whole process was suspended. */
const LATE_MILLISECONDS = 1000;

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

/** A worker thread with a watcher that ends it if an agent blocks it. */
export class WatchedThread implements SimulationThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #pulse = new ThreadPulse();
  readonly #timer: NodeJS.Timeout;
  #closing = false;
  #credited = 0;

  /** @param threads how many share the work of a run */
  constructor(setup: Omit<ThreadSetup, 'pulse' | 'port'>, threads: number, listener: ThreadListener) {
    const { port1: own, port2: port } = new MessageChannel();
    this.#port = own;
    this.#worker = new Worker(new URL(compiledUrl('./thread.js', import.meta.url)), {
      workerData: { ...setup, pulse: this.#pulse.buffer, port } satisfies ThreadSetup,
      transferList: [port],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES, maxYoungGenerationSizeMb: youngMegabytes(threads) },
      stdout: true,
      stderr: true,
    });
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
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
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

  get stepsUnderWay(): number {
    return this.#pulse.steps - this.#credited;
  }

  credit(steps: number): void {
    this.#credited += steps;
  }

  send(message: ToThread): void {
    this.#port.postMessage(message);
  }

  async end(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    await this.#worker.terminate();
  }
}
