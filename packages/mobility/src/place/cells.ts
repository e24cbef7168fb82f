const DIGITS = '0123456789bcdefghjkmnpqrstuvwxyz';

/**
 * Geohash of a point. A border belongs to the upper half: (0, 0) is `s000…`.
 *
 * @param precision characters, 1 to 12
 * @throws RangeError for any other precision
 * @see G. Niemeyer (2008), geohash.org
 * @example
 * ```ts
 * geohash(104.07, 30.66, 6); // 'wm6n2j'
 * ```
 */
export function geohash(lon: number, lat: number, precision = 7): string {
  if (!Number.isInteger(precision) || precision < 1 || precision > 12) {
    throw new RangeError(`geohash: precision must be a whole number from 1 to 12, got ${precision}.`);
  }
  const range = { lon: [-180, 180], lat: [-90, 90] };
  let text = '';
  let bits = 0;
  for (let i = 0; i < 5 * precision; i++) {
    const [value, axis] = i % 2 === 0 ? [lon, range.lon] : [lat, range.lat];
    const middle = (axis[0] + axis[1]) / 2;
    const upper = value >= middle;
    axis[upper ? 0 : 1] = middle;
    bits = bits * 2 + (upper ? 1 : 0);
    if (i % 5 === 4) {
      text += DIGITS[bits];
      bits = 0;
    }
  }
  return text;
}

/** Maximum latitude of a square Web Mercator map. */
const MERCATOR_LIMIT = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

/**
 * Slippy-map tile of a point, columns from the west and rows from the north. Points beyond ±85.05° are in the outermost
 * rows.
 *
 * @param zoom 0 to 30
 * @returns column and row, 0 to 2^zoom − 1
 * @example
 * ```ts
 * webMercatorTile(104.07, 30.66, 12); // [3232, 1681]
 * ```
 */
export function webMercatorTile(lon: number, lat: number, zoom: number): [x: number, y: number] {
  const count = 2 ** zoom;
  const phi = (Math.min(Math.max(-MERCATOR_LIMIT, lat), MERCATOR_LIMIT) * Math.PI) / 180;
  const inside = (value: number) => Math.min(Math.max(0, Math.floor(value)), count - 1);
  return [
    inside(((lon + 180) / 360) * count),
    inside(((1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2) * count),
  ];
}
