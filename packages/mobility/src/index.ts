export { activityLengths, activitySequences, activityShares, activityStartHours } from './activities.js';
export { geohash, webMercatorTile } from './cells.js';
export { DAY, HOUR, NIGHT, OFFICE, type Window } from './clock.js';
export { type ClusterOptions, clusterPoints } from './cluster-points.js';
export { comparisons } from './comparisons.js';
export { compression } from './compression.js';
export { dailyLocations } from './daily-locations.js';
export { type DailyMotifs, type DailyNetwork, dailyMotifs, dailyNetwork, motifName } from './daily-motifs.js';
export { EARTH_RADIUS, haversine } from './distance.js';
export { distanceStraightLine } from './distance-straight-line.js';
export { everySlot } from './every-slot.js';
export type { Flows, Networks } from './flows.js';
export { frequencyRank } from './frequency-rank.js';
export { type HomeOptions, homeLocation, type Location } from './home-location.js';
export { homeWorkDistance } from './home-work-distance.js';
export { homesPerLocation } from './homes-per-location.js';
export { individualMobilityNetwork, type LoopOptions } from './individual-mobility-network.js';
export { jumpLengths } from './jump-lengths.js';
export { kRadiusOfGyration } from './k-radius-of-gyration.js';
export { randomLocationEntropy, uncorrelatedLocationEntropy } from './location-entropy.js';
export { locationFrequency, locationFrequencyByRank } from './location-frequency.js';
export { maxDistanceFromHome } from './max-distance-from-home.js';
export { maximumDistance } from './maximum-distance.js';
export { type DisplacementOptions, meanSquareDisplacement, squareDisplacements } from './mean-square-displacement.js';
export type {
  Counts,
  CountsMeasure,
  FlowsMeasure,
  Measure,
  MeasureMeta,
  RankMeasure,
  SampleMeasure,
  Values,
} from './measure.js';
export { measures } from './measures.js';
export * from './models/index.js';
export { noiseFilter } from './noise-filter.js';
export { numberOfLocations } from './number-of-locations.js';
export { numberOfVisits } from './number-of-visits.js';
export { odMatrix } from './od-matrix.js';
export type { PersonPlaces } from './person-places.js';
export { activitiesByTime, visitsByPlaceAndTime } from './place-and-time.js';
export { type PlaceRule, parsePlaceRule } from './place-rule.js';
export type { PlaceValues } from './place-values.js';
export { type CommonPlaces, commonPlaces, type H3, type PlaceOptions, places } from './places.js';
export { fanoPredictability, predictability } from './predictability.js';
export * from './privacy/index.js';
export { radiusOfGyration } from './radius-of-gyration.js';
export { randomEntropy } from './random-entropy.js';
export { lempelZivLambdas, realEntropy } from './real-entropy.js';
export { canCompare, ceilings, compareMeasure, intervals } from './realism/compare-measure.js';
export {
  type KnownMeasure,
  type KnownPeople,
  realismOfKnown,
} from './realism/known-people.js';
export { measuresCsv } from './realism/measures-csv.js';
export {
  makeRealismPiece,
  type PieceTerms,
  type RealismFinding,
  type RealismPiece,
  realismPieces,
} from './realism/pieces.js';
export {
  type PaperProfile,
  PROFILES,
  type ProfileScores,
  profileOfSlots,
  profileScores,
} from './realism/profiles/profiles.js';
export type { SlotPeople } from './realism/profiles/slot-people.js';
export { FIRST_SCREEN, type RealismOptions, realism, realismReport, realismSets } from './realism/realism.js';
export type {
  MeasureRow,
  NotComputed,
  PrivacyReport,
  Report,
  SetSummary,
  UtilityReport,
  Where,
} from './realism/report.js';
export type { MeasureComparison, MeasureDifference, MeasureScores } from './realism/scores.js';
export type { Sets } from './realism/sets.js';
export { recencyRank } from './recency-rank.js';
export { selectPeople, selectRows } from './select-rows.js';
export { shareOfTimeAtHome } from './share-of-time-at-home.js';
export * from './similarity/index.js';
export { stayDurations } from './stay-durations.js';
export { type StayOptions, stays } from './stays.js';
export { type Tessellation, type TessellationOptions, tessellation } from './tessellation.js';
export { type TrackingOptions, trackingQuality, trackingQualityBy } from './tracking-quality.js';
export {
  type Columns,
  fromColumns,
  fromNumberedPeople,
  fromRows,
  type NumberedColumns,
  type Row,
  type Trajectories,
} from './trajectories.js';
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
export * from './utility/index.js';
export { visitsPerLocation } from './visits-per-location.js';
export { visitsByDayOfWeek, visitsByHourOfDay, visitsPerTimeUnit } from './visits-per-time-unit.js';
export { waitingTimes } from './waiting-times.js';
export { type WorkOptions, workLocation } from './work-location.js';
