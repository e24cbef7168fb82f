import { haversine } from '../distance.js';
import type { MeasureMeta, SampleMeasure } from '../measure.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'radiusOfGyration',
  title: 'radius of gyration',
  unit: 'm',
  range: [0, Infinity],
  better: null,
  digits: 0,
  misses: 'the order and times of visits; two homes far apart look like one long commute',
  source: 'M. C. González et al. (2008), Understanding individual human mobility patterns, doi:10.1038/nature06958',
};

/**
 * Radius of gyration: how far a person's visits are from their centre of mass, √(Σ w d(rᵢ, r_cm)² / Σ w). The centre is
 * the weighted mean of the degrees; distances are great circles.
 *
 * @param options `weight`: `visits` counts every row alike, `duration` by the seconds of the stay (rows need `ends`)
 * @returns metres per person, 0 or more; 0 with one point, NaN without points or when the weights sum to 0
 * @throws RangeError for durations of rows without ends
 * @see M. C. González et al. (2008), doi:10.1038/nature06958
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * radiusOfGyration(day); // [5241.78]
 * ```
 */
export function radiusOfGyration(
  trajectories: Trajectories,
  { weight = 'visits' }: { weight?: 'visits' | 'duration' } = {},
): Float64Array {
  const { starts, lons, lats, times, ends } = trajectories;
  if (weight === 'duration' && !ends) {
    throw new RangeError('radiusOfGyration: durations require rows with end times; turn the points into stays first.');
  }
  const weights = weight === 'duration' && ends ? ends.map((end, i) => end - times[i]) : undefined;
  return Float64Array.from({ length: starts.length - 1 }, (_, i) =>
    radiusOfRows(lons, lats, starts[i], starts[i + 1], weights),
  );
}

/**
 * The radius of the rows `from` to `to` of two columns of degrees.
 *
 * @param weights by row; equal by default
 */
export function radiusOfRows(
  lons: Float64Array,
  lats: Float64Array,
  from: number,
  to: number,
  weights?: Float64Array | Uint8Array,
): number {
  const turn = spansTheDateLine(lons, from, to) ? 360 : 0;
  let mass = 0;
  let lonSum = 0;
  let latSum = 0;
  for (let i = from; i < to; i++) {
    const weight = weights ? weights[i] : 1;
    const lon = lons[i];
    lonSum += weight * (lon < 0 ? lon + turn : lon);
    latSum += weight * lats[i];
    mass += weight;
  }
  const lon = lonSum / mass;
  const lat = latSum / mass;
  let squares = 0;
  for (let i = from; i < to; i++) {
    const distance = haversine(lons[i], lats[i], lon, lat);
    squares += (weights ? weights[i] : 1) * distance * distance;
  }
  return Math.sqrt(squares / mass);
}

/** Whether longitudes span more than 180°: then those below 0 are averaged with 360° added. */
export function spansTheDateLine(lons: Float64Array, from: number, to: number): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (let i = from; i < to; i++) {
    const lon = lons[i];
    if (lon < low) low = lon;
    if (lon > high) high = lon;
  }
  return high - low > 180;
}

radiusOfGyration.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => radiusOfGyration(trajectories),
} satisfies SampleMeasure;
