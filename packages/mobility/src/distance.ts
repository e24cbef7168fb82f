/** Radius in metres of the sphere that all great circles use. */
export const EARTH_RADIUS = 6_371_000;

const RADIANS = Math.PI / 180;

/**
 * Great-circle distance by the haversine formula.
 *
 * @param lon1 degrees, as all four
 * @returns metres, 0 or more; NaN if a coordinate is NaN
 * @example
 * ```ts
 * Math.round(haversine(0, 0, 0, 1)); // 111_195
 * ```
 */
export function haversine(lon1: number, lat1: number, lon2: number, lat2: number): number {
  if (lon1 === lon2 && lat1 === lat2) return 0;
  const a = Math.sin((lat2 - lat1) * (RADIANS / 2));
  const b = Math.sin((lon2 - lon1) * (RADIANS / 2));
  const h = a * a + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * b * b;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(h > 1 ? 1 : h));
}
