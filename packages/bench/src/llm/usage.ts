import type { Clock } from './clock.js';
import type { CallTotals, Usage } from './language-model.js';
import type { CallHead } from './scan-calls.js';

type Totals = { -readonly [K in keyof CallTotals]: CallTotals[K] };

const newTotals = (): Totals => ({
  calls: 0,
  answered: 0,
  retries: 0,
  failed: 0,
  fallbacks: 0,
  replayed: 0,
  cached: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  unpriced: 0,
  seconds: 0,
});

const RATE_SECONDS = 30;

/** Where a figure is booked: the whole run, the model, the step of the day and the person. */
export interface Account {
  readonly person: number;
  readonly t: number;
  readonly model?: string | null;
}

/** Adds up what a run's requests come to. */
export class UsageMeter {
  readonly total = newTotals();
  changedPrompts = 0;
  readonly #clock: Clock;
  readonly #byModel = new Map<string, Totals>();
  readonly #byStep = new Map<number, Totals>();
  readonly #byPerson = new Map<number, Totals>();
  /** Output tokens by second, for the current rate. */
  readonly #recent = new Float64Array(RATE_SECONDS);
  #newestSecond = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(account: Account, amounts: Partial<CallTotals>): void {
    this.#book(account, amounts);
    if (amounts.outputTokens) {
      this.#advance();
      this.#recent[this.#newestSecond % RATE_SECONDS]! += amounts.outputTokens;
    }
  }

  /** Books a call that an earlier session of this run has made. */
  addRecorded(head: CallHead): void {
    if (head.source !== 'provider' && head.source !== 'unfinished') return;
    this.#book(head, amountsOf(head));
  }

  snapshot(inFlight: number, queued: number): Usage {
    this.#advance();
    return {
      ...this.total,
      inFlight,
      queued,
      tokensPerSecond: this.#recent.reduce((sum, tokens) => sum + tokens, 0) / RATE_SECONDS,
      changedPrompts: this.changedPrompts,
      byModel: this.#byModel,
      byStep: this.#byStep,
      byPerson: this.#byPerson,
    };
  }

  #book({ person, t, model }: Account, amounts: Partial<CallTotals>): void {
    addTo(this.total, amounts);
    addTo(entry(this.#byStep, t), amounts);
    addTo(entry(this.#byPerson, person), amounts);
    if (model != null) addTo(entry(this.#byModel, model), amounts);
  }

  #advance(): void {
    const second = Math.floor(this.#clock.now() / 1000);
    const passed = Math.min(second - this.#newestSecond, RATE_SECONDS);
    for (let i = 0; i < passed; i++) this.#recent[(second - i) % RATE_SECONDS] = 0;
    this.#newestSecond = Math.max(second, this.#newestSecond);
  }
}

function amountsOf(head: CallHead): Partial<CallTotals> {
  return {
    calls: head.retries + 1,
    answered: head.failed || head.source === 'unfinished' ? 0 : 1,
    failed: head.failed ? 1 : 0,
    retries: head.retries,
    inputTokens: head.inputTokens,
    outputTokens: head.outputTokens,
    cost: head.cost ?? 0,
    unpriced: head.cost === null && !head.failed ? 1 : 0,
    seconds: head.milliseconds / 1000,
  };
}

function entry<K>(map: Map<K, Totals>, key: K): Totals {
  let totals = map.get(key);
  if (!totals) {
    totals = newTotals();
    map.set(key, totals);
  }
  return totals;
}

/** Written out, since a million recorded calls are booked four times each when their run is resumed. */
function addTo(totals: Totals, amounts: Partial<CallTotals>): void {
  totals.calls += amounts.calls ?? 0;
  totals.answered += amounts.answered ?? 0;
  totals.retries += amounts.retries ?? 0;
  totals.failed += amounts.failed ?? 0;
  totals.fallbacks += amounts.fallbacks ?? 0;
  totals.replayed += amounts.replayed ?? 0;
  totals.cached += amounts.cached ?? 0;
  totals.inputTokens += amounts.inputTokens ?? 0;
  totals.outputTokens += amounts.outputTokens ?? 0;
  totals.cost += amounts.cost ?? 0;
  totals.unpriced += amounts.unpriced ?? 0;
  totals.seconds += amounts.seconds ?? 0;
}
