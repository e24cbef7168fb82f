import type { CityMap } from './city-map.js';
import { LaneTurn } from './message.js';

/** Whether traffic drives on the left: turns to the near side are shorter. */
export function drivesOnLeft(city: CityMap): boolean {
  const { offsets, xy } = city.lanes.centerLine.nodes;
  const { turn, parentId } = city.lanes;
  let balance = 0;
  let metres = 0;
  for (let lane = 0; lane < city.lanes.count; lane++) {
    if (turn[lane] !== LaneTurn.LEFT && turn[lane] !== LaneTurn.RIGHT) continue;
    if (city.junctionIndex(parentId[lane]) < 0 || offsets[lane] === offsets[lane + 1]) continue;
    const [i, j] = [offsets[lane], offsets[lane + 1] - 1];
    const chord = Math.hypot(xy[2 * j] - xy[2 * i], xy[2 * j + 1] - xy[2 * i + 1]);
    balance += (turn[lane] === LaneTurn.LEFT ? 1 : -1) * chord;
    metres += chord;
  }
  return balance < -0.01 * metres;
}
