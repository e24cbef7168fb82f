/** A rate is forgotten in so many seconds: long enough for a model's ups and downs. */
const MEMORY_SECONDS = 60;
/** Before, nothing is said: the first things done say nothing of the others. */
const SETTLING_SECONDS = 2;
/** New knowledge enters what is shown in so many seconds, so that it never jumps. */
const STEADY_SECONDS = 5;

/** How long work will still take, from how fast it went lately. Counts down evenly where nothing new is learned. */
export class TimeLeft {
  readonly #now: () => number;
  /** When something was first seen to get done: what comes before it, such as loading an agent, is no work. */
  #begun: number | null = null;
  #last: { readonly time: number; readonly done: number } | undefined;
  /** Work done and seconds taken lately. */
  #work = 0;
  #seconds = 0;
  #left: number | null = null;

  /** @param now in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Takes note of how much is done. Less than before is other work: it begins anew.
   * @returns seconds left; null as long as they cannot be told.
   */
  update(done: number, total: number): number | null {
    const time = this.#now() / 1000;
    const last = this.#last;
    this.#last = { time, done };
    if (last === undefined || done < last.done) {
      [this.#begun, this.#work, this.#seconds, this.#left] = [null, 0, 0, null];
      return null;
    }
    if (this.#begun === null) {
      if (done > last.done) this.#begun = time;
      return null;
    }
    const passed = time - last.time;
    const kept = Math.exp(-passed / MEMORY_SECONDS);
    this.#work = this.#work * kept + done - last.done;
    this.#seconds = this.#seconds * kept + passed;
    if (this.#work === 0 || time - this.#begun < SETTLING_SECONDS) return null;
    const estimate = Math.max(0, total - done) * (this.#seconds / this.#work);
    const expected = this.#left === null ? estimate : Math.max(0, this.#left - passed);
    this.#left = expected + (estimate - expected) * -Math.expm1(-passed / STEADY_SECONDS);
    return this.#left;
  }
}
