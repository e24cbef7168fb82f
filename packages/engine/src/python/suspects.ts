import type { Mind } from './python-mind.js';

const MAX_DEATHS_ALONE = 3;

/**
 * Who may be to blame that processes end: those who were deciding when one did. Until all of them have decided, people
 * decide one by one, so that the next end has one cause.
 */
export class Suspects {
  readonly #minds = new Set<Mind>();
  #oneByOne = false;
  #turn: Promise<unknown> = Promise.resolve();
  #deciding: Mind | undefined;

  /** Lets somebody decide, alone when anybody is under suspicion. */
  decide<T>(mind: Mind, decision: () => Promise<T>): Promise<T> {
    if (!this.#oneByOne) return decision();
    const turn = this.#turn.then(() => {
      if (!this.#oneByOne) return decision();
      this.#deciding = mind;
      return decision().finally(() => (this.#deciding = undefined));
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** A process has ended while these were deciding. @returns who is to blame, once that is sure. */
  processEnded(deciding: Iterable<Mind>): Mind | undefined {
    if (this.#minds.size > 0) this.#oneByOne = true;
    const alone = this.#deciding;
    for (const mind of deciding) this.#minds.add(mind);
    return alone && ++alone.deaths >= MAX_DEATHS_ALONE ? alone : undefined;
  }

  /** Somebody has decided. */
  clear(mind: Mind): void {
    mind.deaths = 0;
    this.remove(mind);
    if (this.#minds.size === 0) this.#oneByOne = false;
  }

  /** Somebody will decide no more. */
  remove(mind: Mind): void {
    this.#minds.delete(mind);
  }
}
