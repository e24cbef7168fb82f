import { addCall, type CallHead, isSent, newTally } from '@itinera/run';
import type { CallTotals, Usage } from './language-model.js';
import type { WallClock } from './wall-clock.js';

type Totals = { -readonly [K in keyof CallTotals]: CallTotals[K] };

const newTotals = (): Totals => ({ ...newTally(), fallbacks: 0 });

const RATE_SECONDS = 30;

/** The person and the step of the day that a figure belongs to. */
export interface Account {
  readonly person: number;
  readonly t: number;
}

/** Attempts that are in flight, or wait for the next one of the same request. */
export interface Unrecorded {
  calls: number;
  retries: number;
}

/** Sums up the lines of the record: nothing else counts. */
export class UsageMeter {
  readonly total = newTotals();
  changedPrompts = 0;
  readonly #clock: WallClock;
  readonly #byModel = new Map<string, Totals>();
  readonly #byStep = new Map<number, Totals>();
  readonly #byPerson = new Map<number, Totals>();
  /** Output tokens by second, for the current rate. */
  readonly #recent = new Float64Array(RATE_SECONDS);
  #newestSecond = 0;

  constructor(clock: WallClock) {
    this.#clock = clock;
  }

  /** Counts an event that is not recorded. */
  count(field: 'fallbacks' | 'replayed', { person, t }: Account): void {
    this.total[field]++;
    entry(this.#byStep, t)[field]++;
    entry(this.#byPerson, person)[field]++;
  }

  /** Counts a new line of the record. */
  add(head: CallHead): void {
    this.addRecorded(head);
    if (!isSent(head)) return;
    this.#advance();
    this.#recent[this.#newestSecond % RATE_SECONDS]! += head.outputTokens;
  }

  /** Counts a line of an earlier session. */
  addRecorded(head: CallHead): void {
    addCall(this.total, head);
    addCall(entry(this.#byStep, head.t), head);
    addCall(entry(this.#byPerson, head.person), head);
    if (isSent(head)) addCall(entry(this.#byModel, head.model), head);
  }

  snapshot(inFlight = 0, queued = 0, unrecorded: Unrecorded = { calls: 0, retries: 0 }): Usage {
    this.#advance();
    return {
      ...this.total,
      calls: this.total.calls + unrecorded.calls,
      retries: this.total.retries + unrecorded.retries,
      inFlight,
      queued,
      tokensPerSecond: this.#recent.reduce((sum, tokens) => sum + tokens, 0) / RATE_SECONDS,
      changedPrompts: this.changedPrompts,
      byModel: this.#byModel,
      byStep: this.#byStep,
      byPerson: this.#byPerson,
    };
  }

  #advance(): void {
    const second = Math.floor(this.#clock.now() / 1000);
    const passed = Math.min(second - this.#newestSecond, RATE_SECONDS);
    for (let i = 0; i < passed; i++) this.#recent[(second - i) % RATE_SECONDS] = 0;
    this.#newestSecond = Math.max(second, this.#newestSecond);
  }
}

function entry<K>(map: Map<K, Totals>, key: K): Totals {
  let totals = map.get(key);
  if (!totals) {
    totals = newTotals();
    map.set(key, totals);
  }
  return totals;
}
