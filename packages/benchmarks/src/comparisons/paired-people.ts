import { SECONDS_PER_DAY } from '@itinera/metrics';
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

/** The trips between the same places that a pair has in common. */
export function isInBoth(pair: TripPair): pair is { readonly a: TripRow; readonly b: TripRow } {
  return pair.a !== null && pair.b !== null;
}
