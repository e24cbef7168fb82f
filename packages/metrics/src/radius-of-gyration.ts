import type { Metric } from './meta.js';

radiusOfGyration.meta = {
  takes: 'visits',
  unit: "the coordinates'",
  range: [0, Infinity],
  better: null,
  digits: 0,
  source: 'M. C. González et al. (2008), Understanding individual human mobility patterns, doi:10.1038/nature06958',
} satisfies Metric['meta'];

/** A point in a plane: x and y (or more coordinates) in one unit, such as metres. Not degrees. */
export type Point = ArrayLike<number>;

/**
 * Radius of gyration: how far a person's visits are from their centre of mass, as the root of the mean square.
 *
 * @param points the visits
 * @param options `weights`: by visit, such as seconds of stay; equal by default
 * @returns 0 or more, in the unit of the coordinates; NaN without points or when the weights sum to 0
 * @throws RangeError when the numbers of weights and points differ
 * @example
 * ```ts
 * radiusOfGyration([[0, 0], [0, 2]]); // 1
 * ```
 */
export function radiusOfGyration(points: readonly Point[], { weights }: { weights?: ArrayLike<number> } = {}): number {
  if (weights && weights.length !== points.length) {
    throw new RangeError(`radiusOfGyration: ${weights.length} weights for ${points.length} points.`);
  }
  const centre = centreOf(points, weights);
  let sum = 0;
  let mass = 0;
  for (let i = 0; i < points.length; i++) {
    const weight = weights ? weights[i] : 1;
    sum += weight * squaredDistance(points[i], centre);
    mass += weight;
  }
  return Math.sqrt(sum / mass);
}

/**
 * Radius as the mean distance from the centre of mass, as defined by the DailyMobility benchmark; never more than the
 * root of the mean square.
 *
 * @param points the visits, equally weighted
 * @returns 0 or more, in the unit of the coordinates; NaN without points
 * @example
 * ```ts
 * meanDistanceRadius([[0, 0], [0, 2]]); // 1
 * ```
 */
export function meanDistanceRadius(points: readonly Point[]): number {
  const centre = centreOf(points);
  let sum = 0;
  for (const point of points) sum += Math.sqrt(squaredDistance(point, centre));
  return sum / points.length;
}

function centreOf(points: readonly Point[], weights?: ArrayLike<number>): Float64Array {
  const centre = new Float64Array(points.length === 0 ? 0 : points[0].length);
  let mass = 0;
  for (let i = 0; i < points.length; i++) {
    const weight = weights ? weights[i] : 1;
    for (let axis = 0; axis < centre.length; axis++) centre[axis] += weight * points[i][axis];
    mass += weight;
  }
  return centre.map((sum) => sum / mass);
}

function squaredDistance(point: Point, centre: Float64Array): number {
  let sum = 0;
  for (let axis = 0; axis < centre.length; axis++) sum += (point[axis] - centre[axis]) ** 2;
  return sum;
}
