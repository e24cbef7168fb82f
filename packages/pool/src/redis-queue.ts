import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '@itinera/base';
import { type Job as BullJob, Worker as BullWorker, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { type Job, type JobQueue, jobOf } from './job-queue.js';
import type { QueueAddress } from './queue-address.js';

const NAME = 'itinera';
/** A job belongs to its worker for this long without a sign of life. Workers renew it four times as often. */
const LOCK_MILLISECONDS = 8000;
/** Interval of the search for jobs of dead workers. */
const STALLED_MILLISECONDS = 3000;
/** Time limit for the first response of a queue, and for its last. In between, workers wait for it. */
const CONNECT_MILLISECONDS = 5000;
/** Time for a queue to end the wait for a job after a signal. */
const GRACE_MILLISECONDS = 1000;
const PAUSE_MILLISECONDS = 500;
const JOBS_AT_ONCE = 1000;

/** Jobs in Redis or Valkey, by BullMQ. If the server is temporarily unreachable, clients continue when it is back. */
export class RedisQueue implements JobQueue {
  readonly #connection: Redis;
  readonly #queue: Queue;
  readonly #held = new Map<Job, { readonly bull: BullJob; readonly token: string; readonly timer: NodeJS.Timeout }>();
  readonly #say: (error: Error) => void;
  readonly #warn: (message: string) => void;
  #worker: BullWorker | null = null;
  #taken = 0;
  #adds = 0;

  private constructor(connection: Redis, say: (error: Error) => void, warn: (message: string) => void) {
    this.#connection = connection;
    this.#say = say;
    this.#warn = warn;
    this.#queue = new Queue(NAME, { connection, skipVersionCheck: true });
    this.#queue.on('error', say);
  }

  /** @throws UserError when no Redis answers */
  static async open(address: QueueAddress, warn: (message: string) => void): Promise<RedisQueue> {
    const { host, port, db, username, password, isEncrypted } = address;
    const where = `${host}:${port}`;
    const connection = new Redis({
      ...{ host, port, db, maxRetriesPerRequest: null, lazyConnect: true },
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(isEncrypted && { tls: {} }),
    });
    let fault = 'no answer';
    connection.on('error', ({ message }: Error) => {
      fault = message;
    });
    const late = sleep(CONNECT_MILLISECONDS, false, { ref: false });
    const connected = connection.connect().then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([connected, late]))) {
      connection.disconnect();
      // Redis answers, and names the reason in capitals.
      if (/^(NOAUTH|WRONGPASS|NOPERM)/.test(fault))
        throw new UserError(
          `--queue: Redis at ${where} does not accept this user and password (${fault}). Correct the address, such as redis://:password@${where}.`,
        );
      throw new UserError(
        `--queue: no Redis answers at ${where} (${fault}). Start one, such as redis-server --appendonly yes, or correct the address.`,
      );
    }
    let hasWarned = false;
    const say = ({ message }: Error) => {
      // Every attempt to connect fails again.
      if (!hasWarned) warn(`The queue at ${where} does not answer (${message}). Waiting for it.`);
      hasWarned = true;
    };
    return new RedisQueue(connection, say, warn);
  }

  async add(jobs: readonly Job[]): Promise<void> {
    if (this.#adds++ === 1) await this.#warnIfIdle();
    for (let from = 0; from < jobs.length; from += JOBS_AT_ONCE) {
      const some = jobs.slice(from, from + JOBS_AT_ONCE).map((job) => ({
        name: 'job',
        data: job,
        // A job is queued once; it leaves nothing behind, so that it can be queued again.
        opts: { jobId: `${job.batch}-${job.number}`, removeOnComplete: true, removeOnFail: true },
      }));
      await this.#queue.addBulk(some);
    }
  }

  /** Warns if jobs are waiting and no worker has one. */
  async #warnIfIdle(): Promise<void> {
    const { active, waiting } = await this.#queue.getJobCounts('active', 'waiting');
    if (active === 0 && waiting! > 0)
      this.#warn('No worker has taken a job. Start one with the same address and home: asbench runs worker --queue …');
  }

  async claim(signal: AbortSignal): Promise<Job | null> {
    const worker = await this.#asWorker(signal);
    while (!signal.aborted) {
      const token = `${hostname()}-${process.pid}-${this.#taken++}`;
      try {
        const next = worker.getNextJob(token, { block: true }) as Promise<BullJob | undefined>;
        // The wait for a queue that is gone never ends.
        const settled = new AbortController();
        const bull = await Promise.race([next, graceAfter(signal, settled.signal)]).finally(() => settled.abort());
        if (bull === undefined) {
          next.catch(() => {});
          continue;
        }
        const job = jobOf(bull.data);
        // Anything else in the queue is dropped.
        if (job === null) await bull.moveToCompleted(null, token, false);
        else return this.#hold(job, bull, token);
      } catch (error) {
        if (signal.aborted) break;
        this.#say(error as Error);
        await sleep(PAUSE_MILLISECONDS);
      }
    }
    return null;
  }

  async done(job: Job): Promise<void> {
    await this.#letGo(job, (bull, token) => bull.moveToCompleted(null, token, false));
  }

  async lost(job: Job): Promise<void> {
    await this.#letGo(job, (bull, token) => bull.moveToWait(token));
  }

  async close(): Promise<void> {
    for (const { timer } of this.#held.values()) clearInterval(timer);
    const closed = Promise.allSettled([this.#worker?.close(true), this.#queue.close()]);
    await Promise.race([closed, sleep(CONNECT_MILLISECONDS, undefined, { ref: false })]);
    this.#connection.disconnect();
  }

  async #asWorker(signal: AbortSignal): Promise<BullWorker> {
    if (this.#worker) return this.#worker;
    const worker = new BullWorker(NAME, null, {
      connection: this.#connection,
      autorun: false,
      lockDuration: LOCK_MILLISECONDS,
      stalledInterval: STALLED_MILLISECONDS,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      skipVersionCheck: true,
    });
    this.#worker = worker;
    worker.on('error', this.#say);
    signal.addEventListener('abort', () => void worker.close(true).catch(() => {}));
    await worker.waitUntilReady();
    void worker.startStalledCheckTimer();
    return worker;
  }

  #hold(job: Job, bull: BullJob, token: string): Job {
    // If the lock is lost, another worker runs the same job, which does no harm.
    const renew = () => void bull.extendLock(token, LOCK_MILLISECONDS).catch(() => {});
    this.#held.set(job, { bull, token, timer: setInterval(renew, LOCK_MILLISECONDS / 4) });
    return job;
  }

  async #letGo(job: Job, tell: (bull: BullJob, token: string) => Promise<unknown>): Promise<void> {
    const held = this.#held.get(job);
    if (held === undefined) return;
    this.#held.delete(job);
    clearInterval(held.timer);
    // Files say what is done: a queue that misses this gives the job out again, and the next worker finds it done.
    const told = tell(held.bull, held.token).catch(() => {});
    await Promise.race([told, sleep(CONNECT_MILLISECONDS, undefined, { ref: false })]);
  }
}

/** @param settled ends the wait: a worker waits for many jobs with one signal */
async function graceAfter(signal: AbortSignal, settled: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort', { signal: settled });
  await sleep(GRACE_MILLISECONDS, undefined, { ref: false });
}
