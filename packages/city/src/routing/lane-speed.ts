import type { CityMap } from '../map/city-map.js';

/** Metres per second on a driving lane without a limit: 30 km/h. */
const SPEED_WITHOUT_LIMIT = 30 / 3.6;
/** Limits outside these, metres per second, are invalid. */
const MIN_LIMIT = 0.01;
const MAX_LIMIT = 1000;

/** Free-flow time on a lane, seconds. */
export function laneSeconds(city: CityMap, lane: number): number {
  return city.lanes.length[lane] / laneSpeed(city, lane);
}

/** The limit on a lane in metres per second; 30 km/h if the map has no valid one. */
export function laneSpeed(city: CityMap, lane: number): number {
  const limit = city.lanes.maxSpeed[lane];
  return limit >= MIN_LIMIT && limit <= MAX_LIMIT ? limit : SPEED_WITHOUT_LIMIT;
}

/** Row of the previous lane, or -1. */
export function predecessorOf(city: CityMap, lane: number): number {
  const { offsets, id } = city.lanes.predecessors;
  return offsets[lane] < offsets[lane + 1] ? city.laneIndex(id[offsets[lane]]) : -1;
}

/** Row of the next lane, or -1. */
export function successorOf(city: CityMap, lane: number): number {
  const { offsets, id } = city.lanes.successors;
  return offsets[lane] < offsets[lane + 1] ? city.laneIndex(id[offsets[lane]]) : -1;
}
