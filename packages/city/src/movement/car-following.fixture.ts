import { SECONDS_PER_DAY } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';

/**
 * A small car-following model in steps of 1 s for a lone car: it accelerates as in the intelligent driver model of
 * Treiber, Hennecke and Helbing (2000, doi:10.1103/PhysRevE.62.1805) and never drives faster than it can brake for what
 * is ahead after a step of reaction, as in the model of Krauss (1998): slower lanes, and the line at a red light.
 * Positions follow the speed at the beginning of a step.
 */
const ACCELERATION = 3;
const BRAKING = 3.05;
const HARDEST_BRAKING = 10;
/** Metres before the line at which a car stands. */
const GAP = 1;

/** State of a lane's (row's) light at a time in seconds. */
export type LightAt = (lane: number, seconds: number) => 'green' | 'yellow' | 'red';

/**
 * Seconds after `start` at which a car that stands at `startS` of the first lane passes `endS` of the last.
 * @param lanes rows of the map
 */
export function followLanes(
  city: CityMap,
  lanes: ArrayLike<number>,
  startS: number,
  endS: number,
  start: number,
  lightAt: LightAt,
): number {
  const { length, maxSpeed } = city.lanes;
  let i = 0;
  let s = startS;
  let speed = 0;
  /** The lane before which the driver has decided to stop at a yellow light. */
  let stopsBefore = -1;
  for (let time = start; time < start + SECONDS_PER_DAY; time++) {
    const limit = maxSpeed[lanes[i]!]!;
    let next = speed + ACCELERATION * (1 - (speed / limit) ** 4);
    let ahead = length[lanes[i]!]! - s;
    for (let j = i + 1; j < lanes.length && ahead < 300; j++) {
      const light = lightAt(lanes[j]!, time);
      if (light === 'yellow' && ahead > speed + speed ** 2 / (2 * BRAKING)) stopsBefore = j;
      const mustStop = light === 'red' || (light === 'yellow' && stopsBefore === j);
      next = Math.min(
        next,
        mustStop ? safeSpeed(ahead - GAP - speed, 0) : safeSpeed(ahead - speed, maxSpeed[lanes[j]!]!),
      );
      if (mustStop) break;
      ahead += length[lanes[j]!]!;
    }
    if (i === lanes.length - 1 && s + speed >= endS) return time - start + (endS - s) / speed;
    s += speed;
    speed = Math.max(0, next, speed - HARDEST_BRAKING);
    while (i < lanes.length - 1 && s >= length[lanes[i]!]!) {
      s -= length[lanes[i]!]!;
      i++;
    }
  }
  throw new Error('the car never arrived');
}

/** The highest speed from which a car, after one more second, can slow down to `target` within `metres`. */
function safeSpeed(metres: number, target: number): number {
  if (metres <= 0) return target;
  return Math.max(target, -BRAKING + Math.sqrt(BRAKING ** 2 + target ** 2 + 2 * BRAKING * metres));
}
