import { UserError } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { rewriteMap } from '../map/rewrite-map.js';
import { laneSpeed } from '../routing/lane-speed.js';
import { type MovementOptions, resolveMovementOptions } from './options.js';
import { speedFactorOf } from './pace.js';

/** Factors on the speed of cars, as fitted by `calibrateSpeeds`. */
export type SpeedFactors = Partial<Pick<MovementOptions, 'hourlySpeedFactors' | 'limitSpeedFactors'>>;

/**
 * The map with the speeds of an hour as limits: a car takes as long there as on the original with these factors at that hour.
 * @param hour 0 to 23
 * @throws UserError for factors that are not 24 or three numbers, or out of range
 */
export function mapAtHour(city: CityMap, factors: SpeedFactors, hour: number): CityMap {
  if (!(Number.isInteger(hour) && hour >= 0 && hour < 24))
    throw new UserError(`mapAtHour: got hour ${hour}, expected 0 to 23.`);
  const options = resolveMovementOptions(factors);
  const ofHour = options.hourlySpeedFactors?.[hour] ?? 1;
  return rewriteMap(city, {
    change: {
      lanes: (lane) => {
        if (lane.type !== LaneType.DRIVING) return lane;
        const row = city.laneIndex(lane.id);
        return { ...lane, maxSpeed: ofHour * speedFactorOf(city, row, options) * laneSpeed(city, row) };
      },
    },
  });
}
