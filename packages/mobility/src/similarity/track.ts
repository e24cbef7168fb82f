import { EARTH_RADIUS } from '../distance.js';

/** Ordered points: longitudes and latitudes in degrees, or x and y in one unit. Both lists have the same length. */
export interface Track {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}

/** Geometry: `sphere` expects degrees and returns metres on a sphere of 6 371 000 m; `plane` uses any one unit. */
export type Surface = 'sphere' | 'plane';

export interface TrackOptions {
  /** Default `sphere`. */
  readonly on?: Surface;
}

/**
 * Distances between the points of two tracks, one row at a time.
 *
 * @returns a function that fills `row` with the distances from point i of `a` to every point of `b`
 */
export function distanceRows(a: Track, b: Track, on: Surface): (i: number, row: Float64Array) => void {
  return on === 'plane' ? planeRows(a, b) : sphereRows(a, b);
}

function planeRows(a: Track, b: Track) {
  const xs = Float64Array.from(b.xs);
  const ys = Float64Array.from(b.ys);
  return (i: number, row: Float64Array) => {
    const x = a.xs[i];
    const y = a.ys[i];
    for (let j = 0; j < xs.length; j++) {
      const dx = x - xs[j];
      const dy = y - ys[j];
      row[j] = Math.sqrt(dx * dx + dy * dy);
    }
  };
}

/** Half the chord between two points of the unit sphere is the root of the haversine: no sine per pair. */
function sphereRows(a: Track, b: Track) {
  const from = unitVectors(a);
  const to = unitVectors(b);
  return (i: number, row: Float64Array) => {
    const x = from[3 * i];
    const y = from[3 * i + 1];
    const z = from[3 * i + 2];
    for (let j = 0; j < b.xs.length; j++) {
      const dx = x - to[3 * j];
      const dy = y - to[3 * j + 1];
      const dz = z - to[3 * j + 2];
      row[j] = 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(dx * dx + dy * dy + dz * dz) / 2));
    }
  };
}

function unitVectors({ xs, ys }: Track): Float64Array {
  const vectors = new Float64Array(3 * xs.length);
  for (let i = 0; i < xs.length; i++) {
    const lon = (xs[i] * Math.PI) / 180;
    const lat = (ys[i] * Math.PI) / 180;
    vectors[3 * i] = Math.cos(lat) * Math.cos(lon);
    vectors[3 * i + 1] = Math.cos(lat) * Math.sin(lon);
    vectors[3 * i + 2] = Math.sin(lat);
  }
  return vectors;
}
