import type { CityMap } from './city-map.js';
import { ROAD_STYLES } from './draw-style.js';
import { LaneType } from './message.js';
import { middleLane } from './road-lanes.js';

/** A road, or a connection through a junction, as one line. */
export interface RoadLine {
  /** Row of the lane that it follows. */
  readonly lane: number;
  /** Row of the road; -1 in a junction. */
  readonly road: number;
  /** Row of `ROAD_STYLES`. */
  readonly level: number;
}

/** The streets of a map, one line per road and per connection through a junction. */
export function* roadLines(map: CityMap): Generator<RoadLine> {
  for (let road = 0; road < map.roads.count; road++) {
    const lane = middleLane(map, road);
    if (lane >= 0) yield { lane, road, level: roadLevel(map, lane) };
  }
  for (const lane of junctionLanes(map)) yield { lane, road: -1, level: roadLevel(map, lane) };
}

/** Row of `ROAD_STYLES` for a lane; inside a junction, that of the slower connected road. */
export function roadLevel(map: CityMap, lane: number): number {
  const { lanes } = map;
  if (lanes.type[lane] !== LaneType.DRIVING) return 0;
  let speed = lanes.maxSpeed[lane];
  if (map.roadIndex(lanes.parentId[lane]) < 0)
    for (const { offsets, id } of [lanes.predecessors, lanes.successors]) {
      const other = offsets[lane] === offsets[lane + 1] ? -1 : map.laneIndex(id[offsets[lane]]);
      if (other >= 0) speed = Math.min(speed, lanes.maxSpeed[other]);
    }
  return Math.max(
    1,
    ROAD_STYLES.findLastIndex(({ from }) => speed * 3.6 >= from),
  );
}

/** One lane of each connection through a junction. */
function* junctionLanes(map: CityMap): Generator<number> {
  const { laneIds, count } = map.junctions;
  for (let junction = 0; junction < count; junction++) {
    const ways = new Set<string>();
    for (let i = laneIds.offsets[junction]; i < laneIds.offsets[junction + 1]; i++) {
      const lane = map.laneIndex(laneIds.values[i]);
      if (lane < 0 || map.lanes.type[lane] !== LaneType.DRIVING) continue;
      const key = `${roadBeside(map, lane, 'predecessors')} ${roadBeside(map, lane, 'successors')}`;
      if (ways.has(key)) continue;
      ways.add(key);
      yield lane;
    }
  }
}

function roadBeside(map: CityMap, lane: number, side: 'predecessors' | 'successors'): number {
  const { offsets, id } = map.lanes[side];
  const other = offsets[lane] === offsets[lane + 1] ? -1 : map.laneIndex(id[offsets[lane]]);
  return other < 0 ? -1 : map.lanes.parentId[other];
}
