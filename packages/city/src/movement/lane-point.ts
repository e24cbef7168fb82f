import { stepLength } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';

/**
 * The point of a lane `s` metres along it, and the direction there (radians, anticlockwise from east). The centre line is
 * scaled to the lane's length. NaN for a lane without a centre line.
 */
export function pointOnLane(city: CityMap, lane: number, s: number): { x: number; y: number; direction: number } {
  const xy = city.laneShape(lane);
  if (xy.length === 0) return { x: NaN, y: NaN, direction: NaN };
  const last = xy.length / 2 - 1;
  let total = 0;
  for (let i = 0; i < last; i++) total += stepLength(xy[2 * i + 2] - xy[2 * i], xy[2 * i + 3] - xy[2 * i + 1]);
  const length = city.lanes.length[lane];
  let rest = length > 0 ? (Math.min(Math.max(s, 0), length) / length) * total : 0;
  for (let i = 0; i < last; i++) {
    const dx = xy[2 * i + 2] - xy[2 * i];
    const dy = xy[2 * i + 3] - xy[2 * i + 1];
    const metres = stepLength(dx, dy);
    if (rest <= metres || i === last - 1) {
      const share = metres > 0 ? Math.min(rest / metres, 1) : 0;
      return { x: xy[2 * i] + dx * share, y: xy[2 * i + 1] + dy * share, direction: Math.atan2(dy, dx) };
    }
    rest -= metres;
  }
  return { x: xy[0], y: xy[1], direction: 0 };
}
