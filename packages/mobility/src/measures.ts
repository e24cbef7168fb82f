import * as activities from './activities.js';
import { measure as dailyLocations } from './daily-locations.js';
import { measure as dailyMotifs } from './daily-motifs.js';
import { measure as distanceStraightLine } from './distance-straight-line.js';
import { measure as homeWorkDistance } from './home-work-distance.js';
import { measure as homesPerLocation } from './homes-per-location.js';
import { measure as jumpLengths } from './jump-lengths.js';
import { measure as kRadiusOfGyration } from './k-radius-of-gyration.js';
import { measure as locationFrequency } from './location-frequency.js';
import { measure as maxDistanceFromHome } from './max-distance-from-home.js';
import { measure as maximumDistance } from './maximum-distance.js';
import { measure as meanSquareDisplacement } from './mean-square-displacement.js';
import type { Measure } from './measure.js';
import { measure as numberOfLocations } from './number-of-locations.js';
import { measure as numberOfVisits } from './number-of-visits.js';
import { measure as odMatrix } from './od-matrix.js';
import * as placeAndTime from './place-and-time.js';
import { measure as predictability } from './predictability.js';
import { measure as radiusOfGyration } from './radius-of-gyration.js';
import { measure as randomEntropy } from './random-entropy.js';
import { measure as realEntropy } from './real-entropy.js';
import { measure as shareOfTimeAtHome } from './share-of-time-at-home.js';
import { measure as stayDurations } from './stay-durations.js';
import { measure as trackingQuality } from './tracking-quality.js';
import { measure as transitions } from './transitions.js';
import * as trips from './trips.js';
import { measure as uncorrelatedEntropy } from './uncorrelated-entropy.js';
import { measure as visitsPerLocation } from './visits-per-location.js';
import { byHour, byWeekday } from './visits-per-time-unit.js';
import { measure as waitingTimes } from './waiting-times.js';

/** Every measure, in the order of reports: a line here puts one into the report, the docs and the shared tests. */
export const measures: readonly Measure[] = [
  jumpLengths,
  odMatrix,
  stayDurations,
  transitions,
  dailyMotifs,
  trips.tripHours,
  byHour,
  byWeekday,
  radiusOfGyration,
  kRadiusOfGyration,
  maximumDistance,
  distanceStraightLine,
  waitingTimes,
  numberOfVisits,
  numberOfLocations,
  dailyLocations,
  locationFrequency,
  randomEntropy,
  uncorrelatedEntropy,
  realEntropy,
  predictability,
  homeWorkDistance,
  maxDistanceFromHome,
  shareOfTimeAtHome,
  meanSquareDisplacement,
  visitsPerLocation,
  homesPerLocation,
  placeAndTime.placeGroups,
  trips.origins,
  trips.destinations,
  trips.personTrips,
  trips.between,
  trips.travel,
  activities.shares,
  activities.sequences,
  activities.startHours,
  activities.lengths,
  placeAndTime.activities,
  trackingQuality,
];
