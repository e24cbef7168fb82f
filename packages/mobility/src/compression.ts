import { EARTH_RADIUS, haversine } from './distance.js';
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

/** At the equator. */
const METRES_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;

/** The first row after `from` that is beyond its radius. */
export function endOfRun(lons: Float64Array, lats: Float64Array, from: number, to: number, radius: number): number {
  // A great circle is no longer than the way along a meridian and a parallel.
  const near = (radius / METRES_PER_DEGREE) * (1 - 1e-9);
  const [lon, lat] = [lons[from], lats[from]];
  let next = from + 1;
  while (
    next < to &&
    (Math.abs(lats[next] - lat) + Math.abs(lons[next] - lon) <= near ||
      haversine(lon, lat, lons[next], lats[next]) <= radius)
  )
    next++;
  return next;
}

/** Median longitude of rows; across ±180° negative values count with 360° added. */
export function medianLon(lons: Float64Array, from: number, to: number): number {
  const own = lons.slice(from, to);
  if (!spansTheDateLine(lons, from, to)) return median(own);
  const middle = median(own.map((lon) => (lon < 0 ? lon + 360 : lon)));
  return middle > 180 ? middle - 360 : middle;
}

/** The median; NaN counts as the largest. Reorders its argument. */
export function median(values: Float64Array): number {
  const middle = values.length >> 1;
  select(values, middle);
  if (values.length % 2 === 1) return values[middle];
  let below = values.length === 0 ? Number.NaN : values[0];
  for (let i = 1; i < middle; i++) if (values[i] > below) below = values[i];
  return (below + values[middle]) / 2;
}

/** Values that are rather sorted than selected from. */
const FEW = 32;
/** Passes after which the rest is sorted, so that no order of values takes long. */
const MOST_PASSES = 64;

/** Puts the k-th smallest value in its place, none larger before it: C. A. R. Hoare (1961), Algorithm 65. */
function select(values: Float64Array, k: number): void {
  // Sorted at once, as nothing is above or below a NaN.
  let low = 0;
  let high = values.length - 1;
  const passes = values.includes(Number.NaN) ? 0 : MOST_PASSES;
  for (let pass = 0; pass < passes && high - low >= FEW; pass++) {
    const [a, b, c] = [values[low], values[(low + high) >> 1], values[high]];
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const kept = values[i];
      values[i++] = values[j];
      values[j--] = kept;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
  values.subarray(low, high + 1).sort();
}
