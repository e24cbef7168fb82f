import { type CommuteMode, modeShares, pickMode, type RideTime, TripMode } from '@itinera/city';
import type { RandomStream } from '../random-stream.js';

/** Ways are longer than straight lines: 1.2 times in the United States (Ballou et al. 2002, doi:10.1016/S0965-8564(01)00044-1). */
const DETOUR = 1.2;
/** Metres a minute on foot (4.8 km/h) and by car in a town, and minutes to the car and from it. Assumptions. */
const [WALKING, DRIVING, TO_CAR] = [80, 500, 3];
/** Nobody walks for longer, one way. Assumption. */
const LONGEST_WALK = 60;
/** Thousands of dollars of 1990: a household in the middle of the survey of the logit. Rounded. */
const INCOME = 50;

const tripModes: Readonly<Record<CommuteMode, TripMode>> = {
  drive: TripMode.DRIVE_ONLY,
  transit: TripMode.BUS_SUBWAY_WALK,
  bike: TripMode.BIKE_WALK,
  walk: TripMode.WALK_ONLY,
};

/** Cars for each worker, as the logit wants them: of who has one, and of who rides along in another's. The half is an assumption. */
export const vehiclesOf = { own: 1, household: 0.5, none: 0 } as const;

/**
 * On foot, by car or by public transport, by the published logit of ways to work; who has no car, no ride and too far to
 * walk is driven.
 *
 * @param metres of the straight line of the longest trip until the person is home again: a car goes along on all of them
 * @param ride what public transport takes for that trip; null when not all of them can be made by it
 */
export function chooseMode(
  random: RandomStream,
  metres: number,
  vehiclesPerWorker: number,
  ride: RideTime | null,
): TripMode {
  const way = metres * DETOUR;
  const minutes = way / WALKING;
  const walk = minutes <= LONGEST_WALK ? { minutes } : undefined;
  const transit = ride === null ? undefined : { minutes: ride.seconds / 60, outsideMinutes: ride.outsideSeconds / 60 };
  if (walk === undefined && transit === undefined) return TripMode.DRIVE_ONLY;
  const offers = { drive: { minutes: TO_CAR + way / DRIVING }, ...(walk && { walk }), ...(transit && { transit }) };
  const chooser = { vehiclesPerWorker, income: INCOME, metres: way };
  const mode = pickMode(modeShares(offers, chooser), random.next());
  return mode === undefined ? TripMode.DRIVE_ONLY : tripModes[mode];
}
