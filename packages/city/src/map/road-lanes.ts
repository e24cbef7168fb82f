import type { CityMap } from './city-map.js';
import { LaneType } from './message.js';

/** The lane that represents a road drawn as one line: the middle one for cars, otherwise the first; -1 if there is none. */
export function middleLane(map: CityMap, road: number): number {
  const { offsets, values } = map.roads.laneIds;
  const lanes = Array.from(values.subarray(offsets[road], offsets[road + 1]), (id) => map.laneIndex(id)).filter(
    (lane) => lane >= 0,
  );
  const driving = lanes.filter((lane) => map.lanes.type[lane] === LaneType.DRIVING);
  return driving[Math.floor(driving.length / 2)] ?? lanes[0] ?? -1;
}
