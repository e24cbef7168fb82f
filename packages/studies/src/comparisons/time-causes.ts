import { counted } from '@itinera/base';
import { modeInWords } from '@itinera/runner';
import type { TripPair } from './paired-people.js';

/** Trips of one kind, and their seconds in each run. */
class Kind {
  #trips = 0;
  #a = 0;
  #b = 0;

  /** @param one and @param many what follows the number of trips */
  constructor(
    private readonly one: string,
    private readonly many: string,
  ) {}

  get change(): number {
    return this.#b - this.#a;
  }

  add(a: number, b: number): void {
    this.#trips++;
    this.#a += a;
    this.#b += b;
  }

  toString(): string {
    const [a, b] = [this.#a, this.#b].map((seconds) => (seconds / this.#trips / 60).toFixed(1));
    const minutes = this.#a > 0 && this.#b > 0 ? ` (${b} min instead of ${a})` : '';
    return `${counted(this.#trips, this.one, this.many)}${minutes}`;
  }
}

/** Of the people who lose or gain: others, too, may make such trips. */
const kindOf = (what: string) => new Kind(`of their trips is ${what}`, `of their trips are ${what}`);

/** On which trips people lose time, or gain it, one person after the other. */
export class TimeCauses {
  readonly #kinds = new Map<string, Kind>();
  readonly #otherModes = kindOf('by another mode');

  /** @param sign 1 for people who lose time, -1 for those who gain it */
  constructor(private readonly sign: 1 | -1) {}

  add(pairs: readonly TripPair[]): void {
    for (const { a, b } of pairs) {
      const [before, after] = [a?.seconds ?? 0, b?.seconds ?? 0];
      if (this.sign * (after - before) <= 0) continue;
      this.#kind(a?.mode ?? null, b?.mode ?? null).add(before, after);
      if (a !== null && b !== null && a.mode !== b.mode) this.#otherModes.add(before, after);
    }
  }

  /**
   * The trips on which more than half of the time is lost or gained: `44 of their trips are on foot instead of by car (7.8 min instead of
   * 1.3)`; null if none is.
   */
  main(): string | null {
    const kinds = [...this.#kinds.values()];
    const total = kinds.reduce((sum, { change }) => sum + change, 0);
    return [...kinds, this.#otherModes].find(({ change }) => change / total > 1 / 2)?.toString() ?? null;
  }

  #kind(from: string | null, to: string | null): Kind {
    const key = from === null ? 'new' : to === null ? 'gone' : `${from} ${to}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const longer = this.sign === 1 ? 'longer' : 'less time';
    const kind =
      from === null || to === null
        ? kindOf(key)
        : from === to
          ? new Kind(
              `of their trips ${modeInWords(to)} takes ${longer}`,
              `of their trips ${modeInWords(to)} take ${longer}`,
            )
          : kindOf(`${modeInWords(to)} instead of ${modeInWords(from)}`);
    this.#kinds.set(key, kind);
    return kind;
  }
}
