// Every measure, one file per line: this list exports it, adds it to the reports and runs the shared tests on it.
export { activityLengths, activitySequences, activityShares, activityStartHours } from './activities.js';
export { dailyLocations } from './daily-locations.js';
export { type DailyMotifs, type DailyNetwork, dailyMotifs, dailyNetwork, motifName } from './daily-motifs.js';
export { distanceStraightLine } from './distance-straight-line.js';
export { homeWorkDistance } from './home-work-distance.js';
export { homesPerLocation } from './homes-per-location.js';
export { jumpLengths, moveLengths } from './jump-lengths.js';
export { kRadiusOfGyration } from './k-radius-of-gyration.js';
export { locationFrequency, locationFrequencyByRank } from './location-frequency.js';
export { maxDistanceFromHome } from './max-distance-from-home.js';
export { maximumDistance } from './maximum-distance.js';
export { type DisplacementOptions, meanSquareDisplacement, squareDisplacements } from './mean-square-displacement.js';
export { numberOfLocations } from './number-of-locations.js';
export { numberOfVisits } from './number-of-visits.js';
export { odMatrix } from './od-matrix.js';
export { activitiesByTime, visitsByPlaceAndTime } from './place-and-time.js';
export { fanoPredictability, predictability } from './predictability.js';
export { radiusOfGyration } from './radius-of-gyration.js';
export { randomEntropy } from './random-entropy.js';
export { lempelZivLambdas, realEntropy } from './real-entropy.js';
export { shareOfTimeAtHome } from './share-of-time-at-home.js';
export { stayDurations } from './stay-durations.js';
export { type TrackingOptions, trackingQuality, trackingQualityBy } from './tracking-quality.js';
export { transitions } from './transitions.js';
export {
  type Trips,
  timeBetweenTrips,
  travelTimes,
  tripDestinations,
  tripOrigins,
  trips,
  tripsByHourOfDay,
  tripsPerPerson,
} from './trips.js';
export { uncorrelatedEntropy } from './uncorrelated-entropy.js';
export { visitsPerLocation } from './visits-per-location.js';
export { visitsByDayOfWeek, visitsByHourOfDay, visitsPerTimeUnit } from './visits-per-time-unit.js';
export { waitingTimes } from './waiting-times.js';
