export { geohash, webMercatorTile } from './cells.js';
export { DAY, HOUR, NIGHT, OFFICE, type Window } from './clock.js';
export { type ClusterOptions, clusterPoints } from './cluster-points.js';
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
export { type DiaryModel, drawDiaryDay, fitDiaryModel } from './diaries/diary-model.js';
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
} from './diaries/diary-people.js';
export { KnownDays, type NearDays } from './diaries/known-days.js';
export { type ReadSurvey, readSurvey, type SurveyTables } from './diaries/read-survey.js';
export { SURVEY_LAYOUTS, type SurveyLayout } from './diaries/survey-layouts.js';
export { EARTH_RADIUS, haversine } from './distance.js';
export { everySlot } from './every-slot.js';
export type { Flows, Networks } from './flows.js';
export { frequencyRank } from './frequency-rank.js';
export { type HomeOptions, homeLocation, type Location } from './home-location.js';
export { individualMobilityNetwork, type LoopOptions } from './individual-mobility-network.js';
export { randomLocationEntropy, uncorrelatedLocationEntropy } from './location-entropy.js';
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
export type { PersonPlaces } from './person-places.js';
export { type PlaceRule, parsePlaceRule } from './place-rule.js';
export type { PlaceValues } from './place-values.js';
export { type CommonPlaces, commonPlaces, type H3, type PlaceOptions, places } from './places.js';
export * from './privacy/index.js';
export { radiusOfRows } from './radius-of-gyration.js';
export { humobCellAt, type NamedColumns } from './read/layouts.js';
export { type ReadOptions, readTrajectories } from './read/read-trajectories.js';
export {
  droppedRows,
  emptyRow,
  type RawRow,
  type TrajectoryFile,
  TrajectoryRows,
} from './read/trajectory-rows.js';
export { canCompare, chanceScores, compareMeasure, intervals } from './realism/compare-measure.js';
export {
  type KnownMeasure,
  type KnownPeople,
  realismOfKnown,
} from './realism/known-people.js';
export { type LawRow, mobilityLaws } from './realism/laws.js';
export { type MeasuredFiles, notesOfFiles, reportAsJson } from './realism/measured-files.js';
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
export { fitTruncatedPowerLaw, type TruncatedPowerLaw } from './realism/truncated-power-law.js';
export { recencyRank } from './recency-rank.js';
export { selectPeople, selectRows } from './select-rows.js';
export * from './similarity/index.js';
export { type StayOptions, stays } from './stays.js';
export { type Tessellation, type TessellationOptions, tessellation } from './tessellation.js';
export {
  type Columns,
  fromColumns,
  fromNumberedPeople,
  fromRows,
  type NumberedColumns,
  type Row,
  type Trajectories,
} from './trajectories.js';
export * from './utility/index.js';
export { type WorkOptions, workLocation } from './work-location.js';
