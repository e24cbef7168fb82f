import { SECONDS_PER_DAY } from '@itinera/base';
/** Stop times of all trips, one per row. */
export interface StopTimes {
  readonly stops: Int32Array;
  readonly sequences: Int32Array;
  /** Seconds since midnight, -1 if the feed has no time. */
  readonly arrivals: Int32Array;
  readonly departures: Int32Array;
  readonly flags: Uint8Array;
  /** Distance along the shape in the feed's unit, NaN if unknown. */
  readonly distances: Float64Array;
}

/** Maximum duration of a trip, seconds: a week. */
const MAX_TRIP = 7 * SECONDS_PER_DAY;

/**
 * The stop times of a trip in sequence, with a time at every stop: times between timed stops are interpolated by the distance
 * along the shape, evenly if it is unknown or goes back.
 * @param rows the rows of the trip, in any order
 * @returns the rows in order and their times, or the reason why the trip cannot be used, as a plural phrase
 */
export function cleanTrip(
  times: StopTimes,
  rows: Uint32Array,
): { rows: readonly number[]; arrivals: readonly number[]; departures: readonly number[] } | string {
  const { sequences } = times;
  const ordered = [...rows].sort((a, b) => sequences[a] - sequences[b] || a - b);
  if (ordered.length < 2) return 'trips with fewer than two stops';
  if (ordered.some((row, i) => i > 0 && sequences[row] === sequences[ordered[i - 1]!]))
    return 'trips with a repeated stop sequence';
  const arrivals = ordered.map((row) => times.arrivals[row]!);
  const departures = ordered.map((row) => times.departures[row]!);
  if (arrivals[0]! < 0 || arrivals.at(-1)! < 0) return 'trips without a time at their first or last stop';
  for (let i = 1, timed = 0; i < ordered.length; i++) {
    if (arrivals[i]! < 0) continue;
    const distances = ordered.slice(timed, i + 1).map((row) => times.distances[row]!);
    const metres = distances.at(-1)! - distances[0]!;
    const isKnown = metres > 0 && distances.every((distance, k) => k === 0 || distance >= distances[k - 1]!);
    for (let between = timed + 1; between < i; between++) {
      const share = isKnown ? (distances[between - timed]! - distances[0]!) / metres : (between - timed) / (i - timed);
      const time = Math.round(departures[timed]! + (arrivals[i]! - departures[timed]!) * share);
      arrivals[between] = time;
      departures[between] = time;
    }
    timed = i;
  }
  for (let i = 0; i < ordered.length; i++)
    if (departures[i]! < arrivals[i]! || (i > 0 && arrivals[i]! < departures[i - 1]!))
      return 'trips with decreasing times';
  if (arrivals.at(-1)! - departures[0]! > MAX_TRIP) return 'trips that take more than a week';
  return { rows: ordered, arrivals, departures };
}
