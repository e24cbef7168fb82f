import { type CommuteMode, modeShares, pickMode, type RideTime, TripMode } from '@itinera/city/browser';
import type { RandomStream } from '../random-stream.js';

/**
 * Routes are longer than straight lines: 1.2 times in the United States (Ballou et al. 2002,
 * doi:10.1016/S0965-8564(01)00044-1).
 */
const DETOUR = 1.2;
/** Metres per minute on foot (4.8 km/h), by bike (as in movement) and by car in a town, and minutes to and from the car. Assumptions. */
const [WALKING, CYCLING, DRIVING, TO_CAR] = [80, 250, 500, 3];
/** Maximum minutes on foot and by bike, one way. Assumption. */
const LONGEST = 60;
/** Thousands of 1990 dollars: the median household in the survey of the logit, rounded. */
const INCOME = 50;

const tripModes: Readonly<Record<CommuteMode, TripMode>> = {
  drive: TripMode.DRIVE_ONLY,
  transit: TripMode.BUS_SUBWAY_WALK,
  bike: TripMode.BIKE_WALK,
  walk: TripMode.WALK_ONLY,
};

/**
 * Cars per worker, as required by the logit: for people who own a car, and for passengers in someone else's. The half
 * is an assumption.
 */
export const vehiclesOf = { own: 1, household: 0.5, none: 0 } as const;

/**
 * Share of tours from home to home without work on which every trip is on foot, by the straight distance of the longest, of people of 12
 * and older with and without a car in the household. Encuesta Origen Destino de Santiago 2012 (SECTRA), weekdays and weekends.
 */
const onFoot: readonly (readonly [below: number, withCar: number, without: number])[] = [
  [250, 0.84, 0.93],
  [500, 0.79, 0.95],
  [750, 0.73, 0.87],
  [1000, 0.47, 0.7],
  [1500, 0.21, 0.39],
  [2000, 0.08, 0.19],
  [3000, 0.02, 0.07],
];

/**
 * The same in simulations with dates: short trips that do not lead to work are made on foot as often as in a survey, since the
 * logit is one of trips to work. One draw, whatever the alternatives, so that a new line changes only those who take it.
 */
export function chooseDatedMode(
  random: RandomStream,
  metres: number,
  vehiclesPerWorker: number,
  ride: RideTime | null,
  isToWork: boolean,
  hasBike: boolean,
  delay = 0,
): TripMode {
  const [walks, chooses] = [random.next(), random.fork(1)];
  const row = onFoot.find(([below]) => metres < below);
  const share = row === undefined || isToWork ? 0 : row[vehiclesPerWorker > 0 ? 1 : 2];
  if (walks < share) return TripMode.WALK_ONLY;
  return chooseMode(chooses, metres, vehiclesPerWorker, ride, isToWork || row === undefined, delay, hasBike);
}

/**
 * Chooses between walking, car and public transport with the published logit of trips to work. A person without a car or a
 * ride, for whom walking is too far, travels as a passenger.
 *
 * @param metres straight-line distance of the longest trip until the person is home again: a car is used on all trips
 * or none
 * @param ride duration of that trip by public transport; null if not all of the trips can be made by it
 * @param delay seconds by which closed and charged roads prolong one of the trips by car; Infinity if they prevent it
 * @param hasBike null without dates, where nobody cycles
 */
export function chooseMode(
  random: RandomStream,
  metres: number,
  vehiclesPerWorker: number,
  ride: RideTime | null,
  mayWalk = true,
  delay = 0,
  hasBike: boolean | null = null,
): TripMode {
  const way = metres * DETOUR;
  const within = (minutes: number) => (minutes <= LONGEST ? { minutes } : undefined);
  const walk = mayWalk ? within(way / WALKING) : undefined;
  // Without a car, rides in someone else's compete, which the logit does not have. Where it only has the bike beside public
  // transport, that stands for such a ride, as it does without public transport.
  const competes = vehiclesPerWorker > 0 || walk !== undefined;
  const mayCycle = competes ? hasBike === true : hasBike !== null && ride !== null;
  const bike = mayCycle ? within(way / CYCLING) : undefined;
  const transit = ride === null ? undefined : { minutes: ride.seconds / 60, outsideMinutes: ride.outsideSeconds / 60 };
  if (walk === undefined && transit === undefined && bike === undefined) return TripMode.DRIVE_ONLY;
  const drive = { minutes: TO_CAR + way / DRIVING };
  const others = { ...(walk && { walk }), ...(transit && { transit }), ...(bike && { bike }) };
  const chooser = { vehiclesPerWorker, income: INCOME, metres: way };
  const shares = modeShares({ drive, ...others }, chooser);
  const mode = hasBike !== null ? pickStepwise(shares, random) : pickMode(shares, random.next());
  if (mode === undefined || (mode === 'bike' && !competes)) return TripMode.DRIVE_ONLY;
  if (delay === 0 || mode !== 'drive') return tripModes[mode];
  // Only drivers change, as many as the logit of the longer drive says.
  const longer = delay === Infinity ? others : { drive: { minutes: drive.minutes + delay / 60 }, ...others };
  const chance = random.fork(1);
  if (chance.next() < modeShares(longer, chooser).drive / shares.drive) return TripMode.DRIVE_ONLY;
  const { drive: _, ...left } = modeShares(others, chooser);
  return tripModes[pickMode({ drive: 0, ...left }, chance.next()) ?? 'drive'];
}

/**
 * Whether it is public transport, and if not, which of the others: the same shares as in one draw, since the others keep their
 * ratios in a logit, but a new line changes only those who take it.
 */
function pickStepwise(shares: ReturnType<typeof modeShares>, random: RandomStream) {
  const { transit } = shares;
  if (random.fork(2).next() < transit) return 'transit';
  return pickMode({ ...shares, transit: 0 }, random.next() * (1 - transit));
}
