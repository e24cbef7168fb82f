import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { isLaneOf } from './drive-network.js';
import { ENTRY } from './graph.js';
import { connectLanes, type LanePace, type WalkNetwork } from './walk-network.js';

/** Cycling speed on a good street for the choice of routes, m/s. */
export const ROUTING_RIDE_SPEED = 4.2;
/** Speed of pushing a bicycle where riding is not allowed, in percent of the riding speed. */
const PUSH_PERCENT = 28;

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

/**
 * Time by bicycle. Where riding is not allowed, the bicycle is pushed, but only where nothing else leads to the destination: each
 * such lane costs `ENTRY` more.
 */
export function ridePace(city: CityMap): LanePace {
  const { rideAlong, rideAgainst } = city.lanes;
  return (lane, metres, isAgainst) => {
    const { present, values } = isAgainst ? rideAgainst : rideAlong;
    const entry = present[lane] === 1 && values[lane] === 0 ? ENTRY : 0;
    return entry + metres / (ROUTING_RIDE_SPEED * rideFactor(city, lane, isAgainst));
  };
}

/** The lanes for bicycles and pedestrians of a map that says where bicycles may be ridden. */
export function buildRideNetwork(city: CityMap): WalkNetwork {
  const { present } = city.lanes.rideAlong;
  // Cycleways have no type of their own in the format.
  const isRidden = (lane: number) =>
    isLaneOf(city, lane, LaneType.WALKING) || (present[lane] === 1 && isLaneOf(city, lane, LaneType.UNSPECIFIED));
  const access = city.lanes.rideAccess.values;
  const isLimited = (lane: number, isAgainst: boolean) => (isAgainst ? access[lane] >> 2 : access[lane] & 3) > 0;
  return connectLanes(city, isRidden, ridePace(city), isLimited);
}
