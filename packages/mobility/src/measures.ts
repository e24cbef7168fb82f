import type { Measure } from './measure.js';
import * as functions from './measure-functions.js';

/** Order of measures in reports. A measure that is not listed here comes last. */
const REPORT_ORDER: readonly string[] = [
  'moveLengths',
  'jumpLengths',
  'odMatrix',
  'stayDurations',
  'transitions',
  'dailyMotifs',
  'tripsByHourOfDay',
  'visitsByHourOfDay',
  'visitsByDayOfWeek',
  'radiusOfGyration',
  'kRadiusOfGyration',
  'maximumDistance',
  'distanceStraightLine',
  'waitingTimes',
  'numberOfVisits',
  'numberOfLocations',
  'dailyLocations',
  'locationFrequency',
  'randomEntropy',
  'uncorrelatedEntropy',
  'realEntropy',
  'predictability',
  'homeWorkDistance',
  'maxDistanceFromHome',
  'shareOfTimeAtHome',
  'meanSquareDisplacement',
  'visitsPerLocation',
  'homesPerLocation',
  'visitsByPlaceAndTime',
  'tripOrigins',
  'tripDestinations',
  'tripsPerPerson',
  'timeBetweenTrips',
  'travelTimes',
  'activityShares',
  'activitySequences',
  'activityStartHours',
  'activityLengths',
  'activitiesByTime',
  'trackingQuality',
];

/** Every measure, in the order of reports. */
export const measures: readonly Measure[] = Object.values(functions)
  .flatMap((of): Measure[] => ('measure' in of ? [of.measure] : []))
  .sort((a, b) => rankOf(a) - rankOf(b));

function rankOf({ meta }: Measure): number {
  const rank = REPORT_ORDER.indexOf(meta.name);
  return rank < 0 ? REPORT_ORDER.length : rank;
}
