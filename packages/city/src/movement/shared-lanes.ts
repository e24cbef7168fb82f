import type { CityMap } from '../map/city-map.js';

/** The lane (row) that runs on the same strip of street in the other direction, by lane (row); -1 for lanes of one direction. */
export function oppositeOnSharedLanes(city: CityMap): Int32Array {
  const { shared, centerLine, count } = city.lanes;
  const { offsets, xy } = centerLine.nodes;
  const opposite = new Int32Array(count).fill(-1);
  const byEnds = new Map<string, number>();
  const point = (node: number) => `${Math.round(10 * xy[2 * node]!)},${Math.round(10 * xy[2 * node + 1]!)}`;
  for (let lane = 0; lane < count; lane++) {
    if (shared.values[lane] !== 1 || offsets[lane] === offsets[lane + 1]) continue;
    const [first, last] = [point(offsets[lane]!), point(offsets[lane + 1]! - 1)];
    const other = byEnds.get(`${last} ${first}`);
    if (other === undefined) byEnds.set(`${first} ${last}`, lane);
    else {
      byEnds.delete(`${last} ${first}`);
      opposite[lane] = other;
      opposite[other] = lane;
    }
  }
  return opposite;
}
