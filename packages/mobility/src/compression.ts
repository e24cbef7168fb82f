import { haversine } from './distance.js';
import { spansTheDateLine } from './person/radius-of-gyration.js';
import type { Trajectories } from './trajectories.js';

/**
 * Compression: consecutive points within a radius of the first of them become one point, at the medians of their
 * coordinates and the time of the first.
 *
 * @param options `radius` in metres, included, by default 200
 * @returns points without places or activities, with all people
 * @see Y. Zheng (2015), Trajectory data mining, doi:10.1145/2743025
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * compression(day);
 * // { people: ['1'], starts: [0, 3], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] }
 * ```
 */
export function compression(trajectories: Trajectories, { radius = 200 }: { radius?: number } = {}): Trajectories {
  const { people, starts, times, lons, lats, shifts } = trajectories;
  const out = { rows: [] as number[], times: [] as number[], lons: [] as number[], lats: [] as number[] };
  const kept = new Uint32Array(starts.length);
  for (let person = 0; person + 1 < starts.length; person++) {
    const to = starts[person + 1];
    for (let from = starts[person]; from < to; ) {
      const next = endOfRun(lons, lats, from, to, radius);
      out.rows.push(from);
      out.times.push(times[from]);
      out.lons.push(medianLon(lons, from, next));
      out.lats.push(median(lats.slice(from, next)));
      from = next;
    }
    kept[person + 1] = out.times.length;
  }
  return {
    people,
    starts: kept,
    times: Float64Array.from(out.times),
    ...(shifts && { shifts: Float64Array.from(out.rows, (row) => shifts[row]) }),
    lons: Float64Array.from(out.lons),
    lats: Float64Array.from(out.lats),
  };
}

/** The first row after `from` that is beyond its radius. */
export function endOfRun(lons: Float64Array, lats: Float64Array, from: number, to: number, radius: number): number {
  let next = from + 1;
  while (next < to && haversine(lons[from], lats[from], lons[next], lats[next]) <= radius) next++;
  return next;
}

/** Median longitude of rows; across ±180° negative values count with 360° added. */
export function medianLon(lons: Float64Array, from: number, to: number): number {
  const own = lons.slice(from, to);
  if (!spansTheDateLine(lons, from, to)) return median(own);
  const middle = median(own.map((lon) => (lon < 0 ? lon + 360 : lon)));
  return middle > 180 ? middle - 360 : middle;
}

/** The median. Sorts its argument. */
export function median(values: Float64Array): number {
  values.sort();
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}
