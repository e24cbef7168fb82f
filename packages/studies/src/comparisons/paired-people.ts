import { SECONDS_PER_DAY } from '@itinera/base';
import type { TripRow } from '@itinera/run';

/** A trip of both runs, or of one of them. */
export type TripPair =
  | { readonly a: TripRow; readonly b: TripRow }
  | { readonly a: TripRow; readonly b: null }
  | { readonly a: null; readonly b: TripRow };

/**
 * Pairs the trips of a person in two runs: those of the same day between the same places, one after the other. The others
 * are only in one of the runs.
 */
export function pairTrips(a: readonly TripRow[], b: readonly TripRow[]): TripPair[] {
  const keyOf = ({ departure, origin, destination }: TripRow) =>
    `${Math.floor(departure / SECONDS_PER_DAY)} ${origin} ${destination}`;
  const left = new Map<string, TripRow[]>();
  for (const trip of b) left.set(keyOf(trip), [...(left.get(keyOf(trip)) ?? []), trip]);
  const pairs = a.map((trip): TripPair => ({ a: trip, b: left.get(keyOf(trip))?.shift() ?? null }));
  for (const trip of b) if (left.get(keyOf(trip))?.includes(trip)) pairs.push({ a: null, b: trip });
  return pairs;
}

/** Trips of both runs by another mode, and the people who make them. */
export interface OtherMode {
  readonly modes: readonly [string, string];
  trips: number;
  people: number;
  /** Trips that arrive in both runs, and their seconds in each. */
  arrived: number;
  readonly seconds: [a: number, b: number];
}

/** Sums over the trips of people, one person after the other. */
export class TripSums {
  /** Trips by mode, by person, in both runs. */
  readonly modes = new Map<string, readonly [a: Float64Array, b: Float64Array]>();
  /** Trips that arrive in both runs, those that do not arrive in one of them, and those that only one has. */
  both = 0;
  unfinished = 0;
  gone = 0;
  added = 0;
  /** Trips of both runs by another mode, by both modes. */
  readonly otherModes = new Map<string, OtherMode>();
  /** By purpose and for `all`: mean minutes of the trips that arrive in both, for each person who has some. */
  readonly delays = new Map<string, readonly [a: number[], b: number[]]>();

  constructor(private readonly people: number) {}

  add(person: number, pairs: readonly (TripPair & { readonly purpose: string })[]): void {
    const own = new Map<string, { a: number; b: number; n: number }>();
    const movers = new Set<string>();
    for (const { a, b, purpose } of pairs) {
      if (a !== null) this.#ofMode(a.mode)[0][person]!++;
      if (b !== null) this.#ofMode(b.mode)[1][person]!++;
      if (a !== null && b !== null && a.mode !== b.mode) {
        const key = `${a.mode} ${b.mode}`;
        const other = this.otherModes.get(key) ?? {
          modes: [a.mode, b.mode],
          trips: 0,
          people: 0,
          arrived: 0,
          seconds: [0, 0],
        };
        other.trips++;
        if (a.ended === 'arrived' && b.ended === 'arrived') {
          other.arrived++;
          other.seconds[0] += a.seconds;
          other.seconds[1] += b.seconds;
        }
        if (!movers.has(key)) other.people++;
        movers.add(key);
        this.otherModes.set(key, other);
      }
      if (b === null) this.gone++;
      else if (a === null) this.added++;
      else if (a.ended !== 'arrived' || b.ended !== 'arrived') this.unfinished++;
      else {
        this.both++;
        for (const key of ['all', purpose]) {
          const sum = own.get(key) ?? { a: 0, b: 0, n: 0 };
          own.set(key, { a: sum.a + a.seconds / 60, b: sum.b + b.seconds / 60, n: sum.n + 1 });
        }
      }
    }
    for (const [key, { a, b, n }] of own) {
      const means = this.delays.get(key) ?? [[], []];
      means[0].push(a / n);
      means[1].push(b / n);
      this.delays.set(key, means);
    }
  }

  #ofMode(mode: string): readonly [a: Float64Array, b: Float64Array] {
    const counts = this.modes.get(mode) ?? [new Float64Array(this.people), new Float64Array(this.people)];
    this.modes.set(mode, counts);
    return counts;
  }
}
