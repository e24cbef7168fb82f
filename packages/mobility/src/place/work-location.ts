import { inWindow, OFFICE, secondsInWindow, type Window, weekdayNumber } from '../clock.js';
import { localClock, type Trajectories } from '../trajectories.js';
import {
  entryTotals,
  entryWeights,
  type HomeOptions,
  homeEntries,
  type Location,
  locationsOf,
  mostOf,
} from './home-location.js';
import { visits } from './visits.js';

/** When people are assumed to be at work. */
export interface WorkOptions extends HomeOptions {
  /** Daily window, by default 09:00 to 17:00, end excluded. */
  readonly office?: Window;
}

const WORKDAYS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4]);

/**
 * Work: the place other than home with the most rows, or the most seconds where rows are stays, from Monday to Friday
 * in office hours. Ties: more in total, then the first visited.
 *
 * @returns one location per person; null without records elsewhere at those times
 * @see L. Tongsinoot, V. Muangsin (2015), doi:10.1145/2808797.2808877
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 32400, 64800], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * workLocation(day); // [{ place: 1, lon: 0.1, lat: 0 }]
 * ```
 */
export function workLocation(trajectories: Trajectories, options: WorkOptions = {}): (Location | null)[] {
  return locationsOf(trajectories, workEntries(trajectories, options));
}

/** For each person, the entry of `visits` that is work; −1 without. */
export function workEntries(trajectories: Trajectories, { night, office = OFFICE }: WorkOptions = {}): Int32Array {
  const { times, ends } = localClock(trajectories);
  const weight = ends
    ? (row: number) => secondsInWindow(times[row], ends[row], office, WORKDAYS)
    : (row: number) => (WORKDAYS.has(weekdayNumber(times[row])) && inWindow(times[row], office) ? 1 : 0);
  const weights = entryWeights(trajectories, weight);
  const homes = homeEntries(trajectories, night);
  for (const home of homes) if (home >= 0) weights[home] = -1;
  const best = mostOf(visits(trajectories), weights, entryTotals(trajectories));
  return best.map((entry) => (entry >= 0 && weights[entry] > 0 ? entry : -1));
}
