import { endOfRun, median, medianLon } from '../compression.js';
import type { Trajectories } from '../trajectories.js';

/** The definition of a stay. */
export interface StayOptions {
  /** Metres from the first point, included. */
  readonly radius?: number;
  /** Seconds that a stay must exceed. */
  readonly minimum?: number;
  /** Seconds without a point that end a stay at its last point; by default gaps end no stay. */
  readonly gap?: number;
}

/**
 * Stays from points: runs within a radius of their first point for longer than a minimum. A stay is placed at the medians
 * of its points and lasts until the first point outside; the last record ends the last stay, and a gap, if set, ends a
 * stay at its last point.
 *
 * @returns rows with `ends`, without places or activities, with all people
 * @see R. Hariharan, K. Toyama (2004), Project Lachesis, doi:10.1007/978-3-540-30231-5_8
 */
export function stays(
  trajectories: Trajectories,
  { radius = 200, minimum = 1200, gap = Infinity }: StayOptions = {},
): Trajectories {
  const { people, starts, times, lons, lats, shifts } = trajectories;
  const rows = { from: [] as number[], to: [] as number[] };
  const out = { times: [] as number[], ends: [] as number[], lons: [] as number[], lats: [] as number[] };
  const kept = new Uint32Array(starts.length);
  for (let person = 0; person + 1 < starts.length; person++) {
    const to = starts[person + 1];
    for (let from = starts[person]; from < to; ) {
      const outside = endOfRun(lons, lats, from, to, radius);
      let next = from + 1;
      while (next < outside && times[next] - times[next - 1] <= gap) next++;
      const left = next === outside && next < to && times[next] - times[next - 1] <= gap;
      const end = left ? times[next] : times[next - 1];
      if (end - times[from] > minimum) {
        rows.from.push(from);
        rows.to.push(left ? next : next - 1);
        out.times.push(times[from]);
        out.ends.push(end);
        // The last record only ends the last stay.
        const used = next === to ? to - 1 : next;
        out.lons.push(medianLon(lons, from, used));
        out.lats.push(median(lats.slice(from, used)));
      }
      from = next;
    }
    kept[person + 1] = out.times.length;
  }
  return {
    people,
    starts: kept,
    times: Float64Array.from(out.times),
    ends: Float64Array.from(out.ends),
    ...(shifts && {
      shifts: Float64Array.from(rows.from, (row) => shifts[row]),
      endShifts: Float64Array.from(rows.to, (row) => shifts[row]),
    }),
    lons: Float64Array.from(out.lons),
    lats: Float64Array.from(out.lats),
  };
}
