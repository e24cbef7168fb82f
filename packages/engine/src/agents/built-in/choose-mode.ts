import { modeShares, pickMode, TripMode } from '@itinera/city';
import type { RandomStream } from '../random-stream.js';

/** Ways are longer than straight lines: 1.2 times in the United States (Ballou et al. 2002, doi:10.1016/S0965-8564(01)00044-1). */
const DETOUR = 1.2;
/** Metres a minute on foot (4.8 km/h) and by car in a town, and minutes to the car and from it. Assumptions. */
const [WALKING, DRIVING, TO_CAR] = [80, 500, 3];
/** Nobody walks for longer, one way. Assumption. */
const LONGEST_WALK = 60;
/** Thousands of dollars of 1990: a household in the middle of the survey of the logit. Rounded. */
const INCOME = 50;

/** Cars for each worker, as the logit wants them: of who has one, and of who rides along in another's. The half is an assumption. */
export const vehiclesOf = { own: 1, household: 0.5, none: 0 } as const;

/**
 * On foot or by car, by the published logit of ways to work; who has no car and too far to walk is driven.
 *
 * @param metres of the straight line of the longest trip until the person is home again: a car goes along on all of them
 */
export function chooseMode(random: RandomStream, metres: number, vehiclesPerWorker: number): TripMode {
  const way = metres * DETOUR;
  const minutes = way / WALKING;
  if (minutes > LONGEST_WALK) return TripMode.DRIVE_ONLY;
  const offers = { walk: { minutes }, drive: { minutes: TO_CAR + way / DRIVING } };
  const chooser = { vehiclesPerWorker, income: INCOME, metres: way };
  return pickMode(modeShares(offers, chooser), random.next()) === 'walk' ? TripMode.WALK_ONLY : TripMode.DRIVE_ONLY;
}
