import { printable } from '@itinera/base';
import { backOff, MAX_RETRY_AFTER } from './back-off.js';
import { type Budget, exhausted, spent } from './budget.js';
import { LanguageModelError, RunStopped } from './errors.js';
import type { Lane } from './lane.js';
import { costOf } from './prices.js';
import { PriorityQueue } from './priority-queue.js';
import { type Answer, ProviderError } from './providers/provider.js';
import type { JsonSchema, WireRequest } from './request.js';
import { estimateTokens } from './tokens.js';
import type { UsageMeter } from './usage.js';
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
}

/** The outcome of a job, with the figures to record. */
export interface JobResult {
  /** `RunStopped`: the run stopped first; the request is repeated when it is resumed. */
  readonly outcome: Answer | LanguageModelError | RunStopped;
  readonly model: string;
  /** Attempts after the first; -1 if there was none. */
  readonly retries: number;
  /** Duration of the last attempt. */
  readonly milliseconds: number;
  readonly cost: number | null;
}

interface PendingJob extends ModelCall {
  /** Requests sent. */
  sent: number;
  /** Label of the last provider. */
  model: string;
  /** Failed attempts that count towards `retries`; a provider that refuses permanently does not count. */
  failures: number;
  readonly tokens: number;
  readonly resolve: (result: JobResult) => void;
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
/** How long a run waits for a server to which there is no connection: at first, and once it has answered. */
const PATIENCE_AT_FIRST = 30_000;
const PATIENCE_MILLISECONDS = 300_000;

/**
 * Sends the next request as soon as a slot is free: the person with the longest chain of steps ahead comes first, so
 * that no long chain is left for the end. Providers take turns. A request that waits for its next attempt holds no
 * slot. Counts everything, and stops the run when a budget is spent or no provider answers.
 */
export class Scheduler {
  stopped: RunStopped | null = null;
  readonly #options: SchedulerOptions;
  readonly #queue = new PriorityQueue<PendingJob>(comesFirst);
  /** Jobs between two attempts, with functions that cancel their timers. */
  readonly #resting = new Map<PendingJob, () => void>();
  #turn = 0;
  #inFlight = 0;
  #failuresInARow = 0;
  /** Time of the first of consecutive failed connections, ms; null while a server answers. */
  #unreachableSince: number | null = null;
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

  /** @returns the answer, the error with which the request failed permanently, or the reason why the run stopped. */
  submit(job: ModelCall): Promise<JobResult> {
    const tokens = this.#options.lanes.some((lane) => lane.countsTokens)
      ? estimateTokens(JSON.stringify(job.request.messages)) + (job.request.max_tokens ?? ASSUMED_OUTPUT_TOKENS)
      : 0;
    return new Promise((resolve) => {
      const pending = { ...job, sent: 0, failures: 0, model: '', tokens, resolve };
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
      const limit = spent(budget, meter.total);
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
    const { meter, clock } = this.#options;
    const started = clock.now();
    const correctTokens = lane.start(started, job.tokens);
    this.#inFlight++;
    meter.add(job, lane.provider.label, { calls: 1, retries: job.sent > 0 ? 1 : 0 });
    job.sent++;
    job.model = lane.provider.label;
    try {
      const answer = await lane.provider.complete(job.request, {
        person: job.person,
        sequence: job.sequence,
        timeoutMilliseconds: (job.timeout ?? lane.limits.timeout) * 1000,
        schema: job.schema,
      });
      lane.answered();
      correctTokens(answer.inputTokens + answer.outputTokens);
      this.#failuresInARow = 0;
      this.#unreachableSince = null;
      this.#hasAnswered = true;
      this.#deliver(job, lane, answer, clock.now() - started);
    } catch (error) {
      this.#failed(job, lane, asProviderError(error), clock.now() - started);
    } finally {
      lane.inFlight--;
      this.#inFlight--;
      if (this.#inFlight === 0) this.#onIdle?.();
      this.#pumpSoon();
    }
  }

  #deliver(job: PendingJob, lane: Lane, answer: Answer, milliseconds: number): void {
    const { inputTokens, cachedInputTokens, outputTokens } = answer;
    const { price } = lane.limits;
    const cost = price && costOf(price, inputTokens, cachedInputTokens, outputTokens);
    const model = lane.provider.label;
    if (answer.content === '' && answer.toolCalls.length === 0 && !lane.saidEmpty) {
      lane.saidEmpty = true;
      this.#options.warn(emptyAnswer(model, answer));
    }
    this.#options.meter.add(job, model, {
      answered: 1,
      inputTokens,
      outputTokens,
      cost: cost ?? 0,
      unpriced: cost === null ? 1 : 0,
      seconds: milliseconds / 1000,
    });
    job.resolve({ outcome: answer, model, retries: job.sent - 1, milliseconds, cost });
  }

  #failed(job: PendingJob, lane: Lane, error: ProviderError, milliseconds: number): void {
    const { clock, meter, warn, lanes } = this.#options;
    const model = lane.provider.label;
    if (lane.refuses(error)) {
      if (!lane.refusal) warn(`${model}: ${error.message} It receives no further requests.`);
      lane.refusal ??= error;
      if (lanes.every((each) => each.refusal)) {
        this.stop(
          new RunStopped('provider-refused', `${model}: ${error.message} All answers are kept: fix this, then resume.`),
        );
      }
      this.#again(job, 0);
      return;
    }
    if (error.reason === 'throttled') lane.throttled(clock.now());
    if (error.options.unreachable === undefined) this.#unreachableSince = null;
    else this.#unreachable(model, error, error.options.unreachable);
    if (error.options.retryable && job.failures < job.retries) {
      job.failures++;
      const { retryAfterMilliseconds: wanted = 0 } = error.options;
      if (wanted > MAX_RETRY_AFTER && !lane.hasWarnedOfWait) warn(tooLong(model, wanted));
      lane.hasWarnedOfWait ||= wanted > MAX_RETRY_AFTER;
      this.#again(job, backOff(job, wanted));
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
      this.#drop(job, this.stopped);
      return;
    }
    meter.add(job, model, { failed: 1, seconds: milliseconds / 1000 });
    const attempts = job.sent === 1 ? '' : ` (${job.sent} attempts)`;
    const what = `${model}: ${error.message.replace(/\.$/, '')}${attempts}${limitsOf(job, error)}.`;
    const outcome = new LanguageModelError(error.reason, what);
    job.resolve({ outcome, model, retries: job.sent - 1, milliseconds, cost: null });
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

  #again(job: PendingJob, wait: number): void {
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
    job.resolve({ outcome: reason, model: job.model, retries: job.sent - 1, milliseconds: 0, cost: 0 });
  }
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

function emptyAnswer(model: string, { finishReason, outputTokens }: Answer): string {
  const reason =
    finishReason === null ? '' : ` (finish_reason ${printable(finishReason, 40)}, ${outputTokens} output tokens)`;
  return (
    `${model}: an answer has empty content${reason}; the agent receives "". A reasoning model that spends max_tokens on ` +
    'thinking returns such answers: raise max_tokens in the agent, or limit its thinking with extra_body, such as ' +
    '{enable_thinking: false} or {reasoning_effort: low}.'
  );
}
