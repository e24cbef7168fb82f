export { DAY, HOUR, NIGHT, OFFICE, type Window } from './clock.js';
export { comparisons } from './comparisons.js';
export { compression } from './compression.js';
export { type ArchetypeModel, type ArchetypeWords, archetypesOf, drawArchetypeDay } from './diaries/archetypes.js';
export {
  DIARY_KINDS,
  DIARY_MODES,
  type DiaryDay,
  type DiaryKind,
  type DiaryMode,
  type DiaryStay,
  type DiaryTrip,
  diaryKind,
  diaryMode,
  formatDay,
  MINUTES_PER_DAY,
  parseDay,
} from './diaries/diary.js';
export { type DiaryModel, drawDiaryDay, drawWorkStatus, fitDiaryModel } from './diaries/diary-model.js';
export {
  DAY_COLUMNS,
  DIARIES_FILE,
  DIARY_ATTRIBUTES,
  DIARY_COLUMNS,
  type DiaryAttribute,
  type DiaryAttributes,
  type DiaryPerson,
  diaryDays,
  diaryPeople,
  diaryTable,
  OCCUPATION_BY_STATUS,
  TRAINING_DAYS_FILE,
  WORK_STATUSES,
} from './diaries/diary-people.js';
export { KnownDays, type NearDays } from './diaries/known-days.js';
export { type ReadSurvey, readSurvey, type SurveyTables } from './diaries/read-survey.js';
export { SURVEY_LAYOUTS, type SurveyLayout } from './diaries/survey-layouts.js';
export { EARTH_RADIUS, haversine } from './distance.js';
export { everySlot } from './every-slot.js';
export type { Flows, Networks } from './flow/flows.js';
export { individualMobilityNetwork, type LoopOptions } from './flow/individual-mobility-network.js';
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
export * from './measure-functions.js';
export { measures } from './measures.js';
export * from './models/index.js';
export * from './next-place/index.js';
export { noiseFilter } from './noise-filter.js';
export { frequencyRank } from './person/frequency-rank.js';
export type { PersonPlaces } from './person/person-places.js';
export { radiusOfRows } from './person/radius-of-gyration.js';
export { recencyRank } from './person/recency-rank.js';
export { geohash, webMercatorTile } from './place/cells.js';
export { type ClusterOptions, clusterPoints } from './place/cluster-points.js';
export { type HomeOptions, homeLocation, type Location } from './place/home-location.js';
export { randomLocationEntropy, uncorrelatedLocationEntropy } from './place/location-entropy.js';
export { type PlaceRule, parsePlaceRule } from './place/place-rule.js';
export type { PlaceValues } from './place/place-values.js';
export { type CommonPlaces, commonPlaces, type H3, type PlaceOptions, places } from './place/places.js';
export { type StayOptions, stays } from './place/stays.js';
export { type Tessellation, type TessellationOptions, tessellation } from './place/tessellation.js';
export { type WorkOptions, workLocation } from './place/work-location.js';
export * from './privacy/index.js';
export { humobCellAt } from './read/humob-cells.js';
export type { NamedColumns } from './read/layout-of.js';
export { readLocations } from './read/read-locations.js';
export { readMoveSim } from './read/read-movesim.js';
export { type ReadOptions, readTrajectories } from './read/read-trajectories.js';
export { describeReading, isTrack, misfits, readingReport, withStays } from './read/reading.js';
export type { Reading } from './read/side-reading.js';
export { droppedRows, type TrajectoryFile } from './read/trajectory-file.js';
export { emptyRow, type RawRow, TrajectoryRows } from './read/trajectory-rows.js';
export type { Commute, CommuteFlows } from './realism/commutes.js';
export { canCompare, chanceScores, compareMeasure, intervals } from './realism/compare-measure.js';
export type { PersonTrip, RealismPerson } from './realism/day-laws.js';
export { differing, exchangeTest } from './realism/exchange-test.js';
export {
  type KnownMeasure,
  type KnownPeople,
  realismOfKnown,
} from './realism/known-people.js';
export { type LawRow, mobilityLaws } from './realism/laws.js';
export {
  type MeasuredFiles,
  measuredOnStays,
  notesOfFiles,
  reportAsJson,
  syntheticNotes,
  warningsOfReport,
  withFiles,
} from './realism/measured-files.js';
export { measuresCsv } from './realism/measures-csv.js';
export { type MonthLaw, type MonthOptions, type MonthStay, monthLaws, type PersonMonth } from './realism/month-laws.js';
export { peopleMonths } from './realism/people-months.js';
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
export { type CardOptions, lawsOverWeeks, type PeopleMonths, realismCard } from './realism/realism-card.js';
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
export { type SurveyDays, type SurveyFigures, shareBeyond, surveyFigures } from './realism/survey-figures.js';
export { fitTruncatedPowerLaw, type TruncatedPowerLaw } from './realism/truncated-power-law.js';
export { selectPeople, selectRows } from './select-rows.js';
export * from './similarity/index.js';
export {
  type Columns,
  fromColumns,
  fromNumberedPeople,
  fromRows,
  localClock,
  type NumberedColumns,
  type Row,
  sortedIds,
  type Trajectories,
} from './trajectories.js';
export * from './utility/index.js';
