import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { isLaneOf } from './drive-network.js';
import { ENTRY } from './graph.js';
import { connectLanes, type LanePace, levelOf, type WalkNetwork } from './walk-network.js';

/** Cycling speed on a good street for the choice of routes, m/s. */
export const ROUTING_RIDE_SPEED = 4.2;
/** Speed of pushing a bicycle where riding is not allowed, in percent of the riding speed; those who carry it are slower. */
const PUSH_PERCENT = 28;
const CARRY_PERCENT = 8;

/** Whether a map says where bicycles may be ridden. Without it, cyclists use the ways of pedestrians. */
export function hasRiding({ lanes }: CityMap): boolean {
  return lanes.rideAlong.present.includes(1);
}

/**
 * The speed of cyclists on a lane in a direction, relative to that on a good street. Where they may not ride, and in maps that do
 * not say where they may, they push or ride, respectively.
 */
export function rideFactor({ lanes }: CityMap, lane: number, isAgainst: boolean): number {
  const { present, values } = isAgainst ? lanes.rideAgainst : lanes.rideAlong;
  return present[lane] === 0 ? 1 : (values[lane] || PUSH_PERCENT) / 100;
}

/** m/s of cars that do not disturb cyclists, and how much faster they are where a metre beside them counts as two. */
const QUIET = 30 / 3.6;
const DISTURBING = 45 / 3.6;
const WITHOUT_CARS = 0.9;

/** Seconds by bicycle. */
export function rideTime(city: CityMap): LanePace {
  return (lane, metres, isAgainst) => metres / (ROUTING_RIDE_SPEED * rideFactor(city, lane, isAgainst));
}

/**
 * The cost of a ride, by which routes are chosen: its time, more beside fast cars and less on paths. Where riding is not allowed,
 * the bicycle is pushed, and on steps carried, but only where nothing else leads to the destination: each such lane costs `ENTRY`
 * more. In a map that does not say where bicycles may be ridden, it is the time.
 *
 * @see Valhalla, costing `bicycle`, whose weights of roads by their class and speed it approximates
 */
export function ridePace(city: CityMap): LanePace {
  const { rideAlong, rideAgainst } = city.lanes;
  const time = rideTime(city);
  const stress = stressByRoad(city);
  return (lane, metres, isAgainst) => {
    const { present, values } = isAgainst ? rideAgainst : rideAlong;
    if (present[lane] === 0) return time(lane, metres, isAgainst);
    const road = city.roadIndex(city.lanes.parentId[lane]);
    const factor = road < 0 ? 1 : stress[road];
    return (values[lane] <= CARRY_PERCENT ? ENTRY : 0) + factor * time(lane, metres, isAgainst);
  };
}

/** By road (row), the metres on a quiet street that are as bad as one metre on it, by the speed limit of its cars. */
function stressByRoad(city: CityMap): Float64Array {
  const { offsets, values } = city.roads.laneIds;
  return Float64Array.from({ length: city.roads.count }, (_, road) => {
    let fastest = 0;
    for (let i = offsets[road]; i < offsets[road + 1]; i++) {
      const lane = city.laneIndex(values[i]);
      if (isLaneOf(city, lane, LaneType.DRIVING)) fastest = Math.max(fastest, city.lanes.maxSpeed[lane]);
    }
    return fastest === 0 ? WITHOUT_CARS : 1 + Math.max(0, fastest - QUIET) / DISTURBING;
  });
}

/** The lanes for bicycles and pedestrians of a map that says where bicycles may be ridden; null for other maps. */
export function rideNetworkOf(city: CityMap): WalkNetwork | null {
  return hasRiding(city) ? buildRideNetwork(city) : null;
}

export function buildRideNetwork(city: CityMap): WalkNetwork {
  const { present } = city.lanes.rideAlong;
  // Cycleways have no type of their own in the format.
  const isRidden = (lane: number) =>
    isLaneOf(city, lane, LaneType.WALKING) || (present[lane] === 1 && isLaneOf(city, lane, LaneType.UNSPECIFIED));
  const level = levelOf(city.lanes.rideAccess.values);
  const isLimited = (lane: number, isAgainst: boolean) => level(lane, isAgainst) > 0;
  return connectLanes(city, isRidden, ridePace(city), isLimited);
}
