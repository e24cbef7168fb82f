// Every measure, one file per line: this list exports it, adds it to the reports and runs the shared tests on it.

export { odMatrix } from './flow/od-matrix.js';
export { transitions } from './flow/transitions.js';
export { activityLengths, activitySequences, activityShares, activityStartHours } from './person/activities.js';
export { dailyLocations } from './person/daily-locations.js';
export { type DailyMotifs, type DailyNetwork, dailyMotifs, dailyNetwork, motifName } from './person/daily-motifs.js';
export { homeWorkDistance } from './person/home-work-distance.js';
export { kRadiusOfGyration } from './person/k-radius-of-gyration.js';
export { locationFrequency, locationFrequencyByRank } from './person/location-frequency.js';
export { maxDistanceFromHome } from './person/max-distance-from-home.js';
export {
  type DisplacementOptions,
  meanSquareDisplacement,
  squareDisplacements,
} from './person/mean-square-displacement.js';
export { numberOfLocations } from './person/number-of-locations.js';
export { numberOfVisits } from './person/number-of-visits.js';
export { fanoPredictability, predictability } from './person/predictability.js';
export { radiusOfGyration } from './person/radius-of-gyration.js';
export { randomEntropy } from './person/random-entropy.js';
export { lempelZivLambdas, realEntropy } from './person/real-entropy.js';
export { shareOfTimeAtHome } from './person/share-of-time-at-home.js';
export { type TrackingOptions, trackingQuality, trackingQualityBy } from './person/tracking-quality.js';
export { uncorrelatedEntropy } from './person/uncorrelated-entropy.js';
export { homesPerLocation } from './place/homes-per-location.js';
export { activitiesByTime, visitsByPlaceAndTime } from './place/place-and-time.js';
export { stayDurations } from './place/stay-durations.js';
export { visitsPerLocation } from './place/visits-per-location.js';
export { visitsByDayOfWeek, visitsByHourOfDay, visitsPerTimeUnit } from './place/visits-per-time-unit.js';
export { distanceStraightLine } from './trip/distance-straight-line.js';
export { jumpLengths, moveLengths } from './trip/jump-lengths.js';
export { maximumDistance } from './trip/maximum-distance.js';
export {
  type Trips,
  timeBetweenTrips,
  travelTimes,
  tripDestinations,
  tripOrigins,
  trips,
  tripsByHourOfDay,
  tripsPerPerson,
} from './trip/trips.js';
export { waitingTimes } from './trip/waiting-times.js';
