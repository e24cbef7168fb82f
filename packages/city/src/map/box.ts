/** An upright box in the plane of a map, metres. */
export interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** The box around points given as interleaved coordinates; undefined when there is none with finite coordinates. */
export function boxAround(...lists: readonly Float64Array[]): Box | undefined {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const xy of lists) {
    for (let i = 0; i + 1 < xy.length; i += 2) {
      const x = xy[i];
      const y = xy[i + 1];
      if (!Number.isFinite(x + y)) continue;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  }
  return west <= east ? { west, east, south, north } : undefined;
}
