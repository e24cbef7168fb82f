import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '@itinera/metrics';
import { Worker as BullWorker, type Job, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueueAddress } from './queue-address.js';
import { unitOf } from './read-unit.js';
import type { Unit, UnitQueue } from './unit-queue.js';

const NAME = 'itinera';
/** For so long a unit is its worker's without a sign of life; who has one renews it four times as often. */
const LOCK_MILLISECONDS = 12_000;
/** How often units are looked for whose worker is gone. */
const STALLED_MILLISECONDS = 5000;
/** How long a queue may take to answer at first. Later it is waited for. */
const CONNECT_MILLISECONDS = 5000;
const PAUSE_MILLISECONDS = 500;
const UNITS_AT_ONCE = 1000;

/** Units in Redis or Valkey, by BullMQ. Its server may be gone for a while: who waits for it goes on when it is back. */
export class RedisQueue implements UnitQueue {
  readonly #connection: Redis;
  readonly #queue: Queue;
  readonly #held = new Map<Unit, { readonly job: Job; readonly token: string; readonly timer: NodeJS.Timeout }>();
  readonly #say: (error: Error) => void;
  #worker: BullWorker | null = null;
  #taken = 0;

  private constructor(connection: Redis, say: (error: Error) => void) {
    this.#connection = connection;
    this.#say = say;
    this.#queue = new Queue(NAME, { connection, skipVersionCheck: true });
    this.#queue.on('error', say);
  }

  /** @throws UserError when nobody answers there. */
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
      throw new UserError(
        `--queue: no Redis answers at ${where} (${fault}). Start one, such as redis-server --appendonly yes, or correct the address.`,
      );
    }
    let isSaid = false;
    return new RedisQueue(connection, ({ message }) => {
      // Said at every try to connect.
      if (!isSaid) warn(`The queue at ${where} does not answer (${message}); it is waited for.`);
      isSaid = true;
    });
  }

  async add(units: readonly Unit[]): Promise<void> {
    for (let from = 0; from < units.length; from += UNITS_AT_ONCE) {
      const jobs = units.slice(from, from + UNITS_AT_ONCE).map((unit) => ({
        name: 'unit',
        data: unit,
        // The same unit is there once; it leaves nothing behind, so that it can be put there again.
        opts: { jobId: `${unit.order}-${unit.number}`, removeOnComplete: true, removeOnFail: true },
      }));
      await this.#queue.addBulk(jobs);
    }
  }

  async claim(signal: AbortSignal): Promise<Unit | null> {
    const worker = await this.#asWorker(signal);
    while (!signal.aborted) {
      const token = `${hostname()}-${process.pid}-${this.#taken++}`;
      try {
        const job = (await worker.getNextJob(token, { block: true })) as Job | undefined;
        if (job === undefined) continue;
        const unit = unitOf(job.data);
        // What is no unit of ours is nobody's.
        if (unit === null) await job.moveToCompleted(null, token, false);
        else return this.#hold(unit, job, token);
      } catch (error) {
        if (signal.aborted) break;
        this.#say(error as Error);
        await sleep(PAUSE_MILLISECONDS);
      }
    }
    return null;
  }

  async done(unit: Unit): Promise<void> {
    await this.#letGo(unit, (job, token) => job.moveToCompleted(null, token, false));
  }

  async lost(unit: Unit): Promise<void> {
    await this.#letGo(unit, (job, token) => job.moveToWait(token));
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

  #hold(unit: Unit, job: Job, token: string): Unit {
    // A lock that is gone is another's, who makes the same: that harms nobody.
    const renew = () => void job.extendLock(token, LOCK_MILLISECONDS).catch(() => {});
    this.#held.set(unit, { job, token, timer: setInterval(renew, LOCK_MILLISECONDS / 4) });
    return unit;
  }

  async #letGo(unit: Unit, tell: (job: Job, token: string) => Promise<unknown>): Promise<void> {
    const held = this.#held.get(unit);
    if (held === undefined) return;
    this.#held.delete(unit);
    clearInterval(held.timer);
    // Files say what is done; a queue that does not hear it gives the unit out again, and that is seen then.
    await tell(held.job, held.token).catch(() => {});
  }
}
