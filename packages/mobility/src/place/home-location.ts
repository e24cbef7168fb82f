import { inWindow, NIGHT, secondsInWindow, type Window } from '../clock.js';
import { memoized } from '../memoized.js';
import { localClock, type Trajectories } from '../trajectories.js';
import { placeNumbers } from './place-numbers.js';
import { type Visits, visits } from './visits.js';

/** A place of a person. */
export interface Location {
  /** As in `places`; without them, the number of the distinct pair of coordinates, in order of first row. */
  readonly place: number;
  /** Degrees; the mean of the person's rows there. */
  readonly lon: number;
  readonly lat: number;
}

/** When people are assumed to be at home. */
export interface HomeOptions {
  /** Daily window, by default 22:00 to 07:00, end excluded. */
  readonly night?: Window;
}

/**
 * Home: the place with the most rows at night, or the most seconds at night where rows are stays. Without rows at
 * night, the place with the most in total. Ties: more in total, then the first visited.
 *
 * @returns one location per person, null without rows
 * @see S. Phithakkitnukoon et al. (2012), doi:10.1016/j.physa.2012.11.040
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * homeLocation(day); // [{ place: 7, lon: 0, lat: 0 }]
 * ```
 */
export function homeLocation(trajectories: Trajectories, { night = NIGHT }: HomeOptions = {}): (Location | null)[] {
  return locationsOf(trajectories, homeEntries(trajectories, night));
}

/** For each person, the entry of `visits` that is home; −1 without rows. */
export function homeEntries(trajectories: Trajectories, night: Window = NIGHT): Int32Array {
  return night === NIGHT ? defaultHomes(trajectories) : findHomes(trajectories, night);
}

const defaultHomes = memoized((trajectories: Trajectories) => findHomes(trajectories, NIGHT));

function findHomes(trajectories: Trajectories, night: Window): Int32Array {
  const { times, ends } = localClock(trajectories);
  const weight = ends
    ? (row: number) => secondsInWindow(times[row], ends[row], night)
    : (row: number) => (inWindow(times[row], night) ? 1 : 0);
  const byNight = entryWeights(trajectories, weight);
  const inAll = entryTotals(trajectories);
  return mostOf(visits(trajectories), byNight, inAll);
}

/** Seconds or rows by entry of `visits`. */
export function entryTotals(trajectories: Trajectories): Float64Array {
  const { times, ends } = trajectories;
  return entryWeights(trajectories, ends ? (row) => ends[row] - times[row] : () => 1);
}

export function entryWeights(trajectories: Trajectories, weight: (row: number) => number): Float64Array {
  const { entries, places } = visits(trajectories);
  const sums = new Float64Array(places.length);
  for (let row = 0; row < entries.length; row++) sums[entries[row]] += weight(row);
  return sums;
}

/** For each person, the entry with the largest weight; ties: the largest total, then the first. −1 without entries. */
export function mostOf({ starts }: Visits, weights: Float64Array, totals: Float64Array): Int32Array {
  return Int32Array.from({ length: starts.length - 1 }, (_, person) => {
    let best = -1;
    for (let entry = starts[person]; entry < starts[person + 1]; entry++) {
      const more = best < 0 ? 1 : weights[entry] - weights[best] || totals[entry] - totals[best];
      if (more > 0) best = entry;
    }
    return best;
  });
}

/** The places of entries of `visits`; null for −1. */
export function locationsOf(trajectories: Trajectories, entries: Int32Array): (Location | null)[] {
  const { names } = placeNumbers(trajectories);
  const { places } = visits(trajectories);
  const centres = entryCentres(trajectories);
  return Array.from(entries, (entry) =>
    entry < 0 ? null : { place: names[places[entry]], lon: centres.lons[entry], lat: centres.lats[entry] },
  );
}

/** The mean of the person's coordinates by entry of `visits`. */
export const entryCentres = memoized((trajectories: Trajectories) => {
  const { lons, lats } = trajectories;
  const { entries, firstRows, counts } = visits(trajectories);
  const lonSums = new Float64Array(firstRows.length);
  const latSums = new Float64Array(firstRows.length);
  // Differences from the first row: equal coordinates keep every bit; across ±180° the short way round.
  for (let row = 0; row < entries.length; row++) {
    const entry = entries[row];
    const east = lons[row] - lons[firstRows[entry]];
    lonSums[entry] += east > 180 ? east - 360 : east < -180 ? east + 360 : east;
    latSums[entry] += lats[row] - lats[firstRows[entry]];
  }
  return {
    lons: lonSums.map((sum, entry) => turned(lons[firstRows[entry]] + sum / counts[entry])),
    lats: latSums.map((sum, entry) => lats[firstRows[entry]] + sum / counts[entry]),
  };
});

function turned(lon: number): number {
  return lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
}
