import { noticeOf } from './answer-notice.js';
import type { ModelPrice } from './prices.js';
import type { Answer, Provider, ProviderError } from './providers/provider.js';
import type { RateMemories } from './rate-book.js';
import { RateWindow } from './rate-window.js';

export interface LaneLimits {
  /** Requests in flight at once. */
  readonly concurrency: number;
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  /** Seconds for one attempt. */
  readonly timeout: number;
  readonly price: ModelPrice | null;
}

const CUT_INTERVAL = 1000;

/**
 * A provider with its limits. When it throttles (429), the number of requests in flight is halved, at most once per
 * second, and grows back by 2 % with each answer.
 */
export class Lane {
  inFlight = 0;
  /** Why no more requests are sent here, after the provider has refused permanently. */
  refusal: ProviderError | null = null;
  /** Whether a wait that is too long was reported. */
  hasWarnedOfWait = false;
  #allowed: number;
  #lastCut = Number.NEGATIVE_INFINITY;
  #hasAnswered = false;
  /** The kinds of answers that were reported. */
  readonly #noticed = new Set<string>();
  readonly #requests: RateWindow;
  readonly #tokens: RateWindow;

  constructor(
    readonly provider: Provider,
    readonly limits: LaneLimits,
    /** Recent requests of earlier runs. */
    rates?: RateMemories,
  ) {
    this.#allowed = limits.concurrency;
    this.#requests = new RateWindow(limits.requestsPerMinute, rates?.requests);
    this.#tokens = new RateWindow(limits.tokensPerMinute, rates?.tokens);
  }

  get countsTokens(): boolean {
    return this.limits.tokensPerMinute !== Number.POSITIVE_INFINITY;
  }

  get hasSlot(): boolean {
    return this.refusal === null && this.inFlight < Math.max(1, Math.floor(this.#allowed));
  }

  /** Returns the milliseconds until the limits per minute permit a request of this size. */
  delay(now: number, tokens: number): number {
    return Math.max(this.#requests.delay(now, 1), this.#tokens.delay(now, tokens));
  }

  /** Counts a request; the returned function corrects its tokens. */
  start(now: number, tokens: number): (trueTokens: number) => void {
    this.inFlight++;
    this.#requests.add(now, 1);
    return this.#tokens.add(now, tokens);
  }

  answered(): void {
    this.#hasAnswered = true;
    this.#allowed = Math.min(this.limits.concurrency, this.#allowed * 1.02);
  }

  throttled(now: number): void {
    if (now - this.#lastCut < CUT_INTERVAL) return;
    this.#lastCut = now;
    this.#allowed = Math.max(1, this.#allowed / 2);
  }

  /** Returns a warning about the first answer of each kind that is not a whole text; null for the others. */
  noticeOf(answer: Answer): string | null {
    const notice = noticeOf(answer);
    if (notice === null || this.#noticed.has(notice.kind)) return null;
    this.#noticed.add(notice.kind);
    return `${this.provider.label}: ${notice.message}`;
  }

  /** Returns whether the error means that this provider cannot answer until the user fixes something. */
  refuses(error: ProviderError): boolean {
    const { refused } = error.options;
    return refused === 'always' || (refused === 'at-first' && !this.#hasAnswered);
  }
}
