import { backOff, MAX_RETRY_AFTER } from './back-off.js';
import { type Budget, exhausted, spent } from './budget.js';
import { type Charge, chargeOf } from './charge.js';
import { LanguageModelError, RunStopped } from './errors.js';
import type { Lane } from './lane.js';
import { PriorityQueue } from './priority-queue.js';
import { type Answer, ProviderError } from './providers/provider.js';
import type { JsonSchema, WireRequest } from './request.js';
import { estimateTokens } from './tokens.js';
import type { Unrecorded, UsageMeter } from './usage.js';
import type { WallClock } from './wall-clock.js';

export interface ModelCall {
  readonly person: number;
  readonly sequence: number;
  /** Remaining steps of the person: the more steps, the earlier the request is served. */
  readonly remaining: number;
  /** Second of the day of the step, for the totals. */
  readonly t: number;
  readonly request: WireRequest;
  readonly schema: JsonSchema | null;
  readonly retries: number;
  /** Seconds for one attempt; null: the provider's. */
  readonly timeout: number | null;
  /** Records attempts, the last of which failed but was billed, before the request is repeated. */
  readonly record: (attempts: Attempts) => void;
}

/** Consecutive attempts of a request: one line of the record. */
export interface Attempts extends Charge {
  /** Of the last attempt. `RunStopped`: the run stopped first; the request is repeated when it is resumed. */
  readonly outcome: Answer | LanguageModelError | RunStopped;
  readonly model: string;
  /** Attempts after the first; -1 if there was none. */
  readonly retries: number;
  /** Sum of the durations. */
  readonly milliseconds: number;
}

interface PendingJob extends ModelCall {
  /** Requests sent. */
  sent: number;
  /** Requests sent that are not recorded, and the sum of their durations. */
  unrecorded: number;
  milliseconds: number;
  /** Label of the last provider. */
  model: string;
  /** Failed attempts that count towards `retries`; a provider that throttles or refuses permanently does not count. */
  failures: number;
  /** Time at which this request was first throttled, ms; null if it was not. */
  throttledSince: number | null;
  readonly tokens: number;
  readonly resolve: (attempts: Attempts) => void;
}

export interface SchedulerOptions {
  readonly lanes: readonly Lane[];
  readonly budget: Budget;
  readonly meter: UsageMeter;
  readonly clock: WallClock;
  readonly warn: (message: string) => void;
}

/** Assumed output tokens of an open request without a maximum, for limits per minute. */
const ASSUMED_OUTPUT_TOKENS = 256;
/** Number of consecutive failed requests after which the run stops. */
const FAILURES_IN_A_ROW = 20;
/** Failures before the first answer after which the reason is said, since their requests may be repeated for minutes. */
const FAILURES_WORTH_A_WORD = 3;
/** How long a run waits for a server to which there is no connection: at first, and once it has answered. */
const PATIENCE_AT_FIRST = 30_000;
const PATIENCE_MILLISECONDS = 300_000;
/** How long a throttled request waits, and a run whose requests are all throttled. */
const PATIENCE_WHEN_THROTTLED = 1_800_000;

/**
 * Sends the next request as soon as a slot is free: the person with the longest chain of steps ahead comes first, so
 * that no long chain is left for the end. Providers take turns. A request that waits for its next attempt holds no
 * slot. Returns the figures of all attempts, and stops the run when a budget is spent or no provider answers.
 */
export class Scheduler {
  stopped: RunStopped | null = null;
  /** Attempts that are not recorded yet. */
  readonly unrecorded: Unrecorded = { calls: 0, retries: 0 };
  readonly #options: SchedulerOptions;
  readonly #queue = new PriorityQueue<PendingJob>(comesFirst);
  /** Jobs between two attempts, with functions that cancel their timers. */
  readonly #resting = new Map<PendingJob, () => void>();
  #turn = 0;
  #inFlight = 0;
  #failuresInARow = 0;
  #failuresAtFirst = 0;
  /** Time of the first of consecutive failed connections, ms; null while a server answers. */
  #unreachableSince: number | null = null;
  /** Time of the first throttled request since the last answer, ms; null if there is none. */
  #throttledSince: number | null = null;
  #hasAnswered = false;
  #pumpDue = false;
  #cancelWake: (() => void) | null = null;
  #onIdle: (() => void) | null = null;
  readonly #cancelDeadline: () => void;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    const { maxSeconds } = options.budget;
    this.#cancelDeadline =
      maxSeconds === undefined
        ? () => {}
        : options.clock.after(maxSeconds * 1000, () =>
            this.stop(exhausted('max-time', `${Number(maxSeconds.toFixed(1))} s`)),
          );
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get queued(): number {
    return this.#queue.size + this.#resting.size;
  }

  /** @returns the last attempts, with the answer, the error with which the request failed permanently, or the reason why the run stopped. */
  submit(job: ModelCall): Promise<Attempts> {
    const tokens = this.#options.lanes.some((lane) => lane.countsTokens)
      ? estimateTokens(JSON.stringify(job.request.messages)) + (job.request.max_tokens ?? ASSUMED_OUTPUT_TOKENS)
      : 0;
    return new Promise((resolve) => {
      const counts = { sent: 0, unrecorded: 0, milliseconds: 0, failures: 0, throttledSince: null };
      const pending: PendingJob = { ...job, ...counts, model: '', tokens, resolve };
      if (this.stopped) {
        this.#drop(pending, this.stopped);
      } else {
        this.#queue.push(pending);
        this.#pumpSoon();
      }
    });
  }

  /** Rejects all requests that are not in flight, and all later ones. */
  stop(reason: RunStopped): void {
    if (this.stopped) return;
    this.stopped = reason;
    this.#cancelDeadline();
    this.#cancelWake?.();
    for (const cancel of this.#resting.values()) cancel();
    const waiting = [...this.#queue.clear(), ...this.#resting.keys()];
    this.#resting.clear();
    for (const job of waiting) this.#drop(job, reason);
  }

  /** Resolves when no request is in flight. Call after `stop`. */
  idle(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** Closes the providers' connections. Call when no request is in flight. */
  close(): void {
    for (const { provider } of this.#options.lanes) provider.close?.();
  }

  /** Waits for the end of the event-loop turn, so that all its requests compete by priority. */
  #pumpSoon(): void {
    if (this.#pumpDue) return;
    this.#pumpDue = true;
    setImmediate(() => {
      this.#pumpDue = false;
      this.#pump();
    });
  }

  #pump(): void {
    const { budget, meter, clock } = this.#options;
    this.#cancelWake?.();
    this.#cancelWake = null;
    for (let job = this.#queue.peek(); job !== undefined; job = this.#queue.peek()) {
      const limit = spent(budget, meter.total, this.unrecorded);
      if (limit) {
        this.stop(limit);
        return;
      }
      const { lane, wait } = this.#nextLane(job);
      if (lane) {
        this.#queue.pop();
        void this.#send(job, lane);
      } else {
        if (wait < Number.POSITIVE_INFINITY) this.#cancelWake = clock.after(wait, () => this.#pump());
        return;
      }
    }
  }

  /** Returns the next provider in turn that can accept the job now, otherwise the wait due to limits per minute. */
  #nextLane(job: PendingJob): { lane: Lane | null; wait: number } {
    const { lanes, clock } = this.#options;
    let wait = Number.POSITIVE_INFINITY;
    for (let i = 0; i < lanes.length; i++) {
      const at = (this.#turn + i) % lanes.length;
      const lane = lanes[at]!;
      if (!lane.hasSlot) continue;
      const delay = lane.delay(clock.now(), job.tokens);
      if (delay === 0) {
        this.#turn = at + 1;
        return { lane, wait: 0 };
      }
      wait = Math.min(wait, delay);
    }
    return { lane: null, wait };
  }

  async #send(job: PendingJob, lane: Lane): Promise<void> {
    const { clock } = this.#options;
    const started = clock.now();
    const correctTokens = lane.start(started, job.tokens);
    this.#inFlight++;
    this.unrecorded.calls++;
    if (job.unrecorded > 0) this.unrecorded.retries++;
    job.unrecorded++;
    job.sent++;
    job.model = lane.provider.label;
    try {
      const answer = await lane.provider.complete(job.request, {
        person: job.person,
        sequence: job.sequence,
        timeoutMilliseconds: (job.timeout ?? lane.limits.timeout) * 1000,
        schema: job.schema,
      });
      job.milliseconds += clock.now() - started;
      lane.answered();
      correctTokens(answer.inputTokens + answer.outputTokens);
      this.#failuresInARow = 0;
      this.#unreachableSince = null;
      this.#throttledSince = null;
      this.#hasAnswered = true;
      const notice = lane.noticeOf(answer);
      if (notice !== null) this.#options.warn(notice);
      job.resolve(this.#close(job, answer, chargeOf(answer, lane.limits.price)));
    } catch (error) {
      job.milliseconds += clock.now() - started;
      this.#failed(job, lane, asProviderError(error));
    } finally {
      lane.inFlight--;
      this.#inFlight--;
      if (this.#inFlight === 0) this.#onIdle?.();
      this.#pumpSoon();
    }
  }

  #failed(job: PendingJob, lane: Lane, error: ProviderError): void {
    const { warn, lanes } = this.#options;
    const model = lane.provider.label;
    if (lane.refuses(error)) {
      if (!lane.refusal) warn(`${model}: ${error.message} It receives no further requests.`);
      lane.refusal ??= error;
      if (lanes.every((each) => each.refusal)) {
        this.stop(
          new RunStopped('provider-refused', `${model}: ${error.message} All answers are kept: fix this, then resume.`),
        );
      }
      this.#again(job, lane, error, 0);
      return;
    }
    const isThrottled = error.reason === 'throttled';
    if (error.options.unreachable === undefined) this.#unreachableSince = null;
    else this.#unreachable(model, error, error.options.unreachable);
    if (!this.#hasAnswered && error.options.unreachable === undefined && !error.options.simulated) {
      this.#failuresAtFirst++;
      if (this.#failuresAtFirst === FAILURES_WORTH_A_WORD && !lane.hasWarnedOfWait)
        warn(
          `${model}: no request has been answered so far; the last one failed with: ${error.message}. Requests are repeated; if that does not help, stop with Ctrl-C and check base_url, model and the server.`,
        );
    }
    if (
      isThrottled ? this.#waitsForThrottle(job, lane, error) : error.options.retryable && job.failures < job.retries
    ) {
      if (!isThrottled) job.failures++;
      const { retryAfterMilliseconds: wanted = 0 } = error.options;
      if (wanted > MAX_RETRY_AFTER && !lane.hasWarnedOfWait) warn(tooLong(model, wanted));
      lane.hasWarnedOfWait ||= wanted > MAX_RETRY_AFTER;
      this.#again(job, lane, error, backOff({ ...job, failures: job.sent }, wanted));
      return;
    }
    if (!error.options.simulated) this.#failuresInARow++;
    if (this.#failuresInARow >= FAILURES_IN_A_ROW) {
      const message = `${FAILURES_IN_A_ROW} requests in a row failed, the last with: ${model}: ${error.message}.`;
      this.stop(
        new RunStopped('provider-refused', `${message} All answers are kept: resume when the provider answers again.`),
      );
    }
    if (this.stopped) {
      this.#again(job, lane, error, 0);
      return;
    }
    job.resolve(this.#close(job, failureOf(job, model, error), chargeOf(error.options.usage, lane.limits.price)));
  }

  /**
   * Slows down. A throttled request is not a failed one, so it uses up no retries.
   * @returns whether the request waits. It fails, or the run stops if no other request is answered, after a stated time.
   */
  #waitsForThrottle(job: PendingJob, lane: Lane, error: ProviderError): boolean {
    const now = this.#options.clock.now();
    lane.throttled(now);
    job.throttledSince ??= now;
    this.#throttledSince ??= now;
    const hasTime = (since: number): boolean => now - since < PATIENCE_WHEN_THROTTLED;
    if (!hasTime(this.#throttledSince)) {
      const what = `${lane.provider.label} has throttled all requests for ${PATIENCE_WHEN_THROTTLED / 60_000} minutes`;
      this.stop(
        new RunStopped('provider-refused', `${what}: ${error.message}. All answers are kept: resume it later.`),
      );
    }
    return hasTime(job.throttledSince);
  }

  /** Reports a server without a connection at once, and stops the run if that lasts. */
  #unreachable(model: string, { message }: ProviderError, server: string): void {
    const { clock, warn } = this.#options;
    const patience = this.#hasAnswered ? PATIENCE_MILLISECONDS : PATIENCE_AT_FIRST;
    const what = `${model}: no connection to ${server} (${message.replace(/[:?].*$/, '')})`;
    if (this.#unreachableSince === null) {
      this.#unreachableSince = clock.now();
      warn(
        `${what}. Start the server or correct base_url. Requests are repeated; the run stops after ${patience / 1000} s without a connection.`,
      );
    } else if (clock.now() - this.#unreachableSince >= patience)
      this.stop(
        new RunStopped(
          'provider-refused',
          `${what} for ${patience / 1000} s. All answers are kept: resume when the server answers.`,
        ),
      );
  }

  #again(job: PendingJob, lane: Lane, error: ProviderError, wait: number): void {
    const { usage } = error.options;
    if (usage)
      job.record(this.#close(job, failureOf(job, lane.provider.label, error), chargeOf(usage, lane.limits.price)));
    if (this.stopped) {
      this.#drop(job, this.stopped);
      return;
    }
    const cancel = this.#options.clock.after(wait, () => {
      this.#resting.delete(job);
      this.#queue.push(job);
      this.#pumpSoon();
    });
    this.#resting.set(job, cancel);
  }

  #drop(job: PendingJob, reason: RunStopped): void {
    job.resolve(this.#close(job, reason, chargeOf(null, null)));
  }

  /** Returns the attempts since the last line of the record, for the next one. @param charge of the last attempt */
  #close(job: PendingJob, outcome: Attempts['outcome'], charge: Charge): Attempts {
    const { model, milliseconds } = job;
    const retries = job.unrecorded - 1;
    this.unrecorded.calls -= job.unrecorded;
    this.unrecorded.retries -= Math.max(0, retries);
    job.unrecorded = 0;
    job.milliseconds = 0;
    return { outcome, model, retries, milliseconds, ...charge };
  }
}

function failureOf(job: PendingJob, model: string, error: ProviderError): LanguageModelError {
  const attempts = job.sent === 1 ? '' : ` (${job.sent} attempts)`;
  return new LanguageModelError(
    error.reason,
    `${model}: ${error.message.replace(/\.$/, '')}${attempts}${limitsOf(job, error)}.`,
  );
}

function comesFirst(a: PendingJob, b: PendingJob): boolean {
  if (a.remaining !== b.remaining) return a.remaining > b.remaining;
  return a.person === b.person ? a.sequence < b.sequence : a.person < b.person;
}

function tooLong(model: string, wanted: number): string {
  const [asked, most] = [wanted, MAX_RETRY_AFTER].map((wait) => Math.round(wait / 1000).toLocaleString('en-GB'));
  return `${model} requests a wait of ${asked} s. The next attempt follows after ${most} s; to wait longer, stop the run and resume it later.`;
}

/** Names the settings of the limits at which a request failed. */
function limitsOf({ sent, timeout }: PendingJob, { reason, options }: ProviderError): string {
  const settings = [
    ...(reason === 'timeout' ? [`timeout of the ${timeout === null ? 'provider, under llm' : 'request'}`] : []),
    ...(options.retryable && sent > 1 ? ['retries of the request'] : []),
  ];
  if (settings.length === 0) return '';
  return `; ${settings.join(' and ')} ${settings.length > 1 ? 'set the limits' : 'sets the limit'}`;
}

/** Any other error is a bug in the provider: the request fails, and the run continues. */
function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ProviderError('bad-answer', message, { retryable: false });
}
