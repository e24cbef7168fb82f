export { type BoardContents, boardPage, describeCopies, isRanked } from './boards/board-page.js';
export { type Board, type BoardEntry, boardsOf } from './boards/boards.js';
export {
  type HandedInOptions,
  type HandedInRun,
  readHandedIn,
  type ScoredEntry,
} from './boards/handed-in.js';
export { type Judgement, type JudgeTerms, judge, type Standing, standingsOf } from './boards/judge.js';
export { keepEvaluation, type ListingOptions, listRuns } from './boards/list-runs.js';
export {
  type EvaluationTerms,
  evaluationAsFile,
  evaluationPath,
  recordOfEvaluation,
} from './boards/record-of-evaluation.js';
export { recordsOfHome } from './boards/records-of-home.js';
export { compareSimulations, simulationsNamed } from './comparisons/compare-simulations.js';
export {
  COMPARISON_TABLES,
  type ComparisonTableName,
  writeComparison,
} from './comparisons/comparison-tables.js';
export { differenceMap } from './comparisons/difference-map.js';
export {
  mostDifferentPeople,
  type PeopleNumbers,
  type PersonDifference,
} from './comparisons/different-people.js';
export { type DriftChange, type DriftMeans, driftOfRun, type RunDrift } from './comparisons/drift.js';
export { inputsOfRun } from './comparisons/inputs-of-run.js';
export { monthsOfRun } from './comparisons/months-of-run.js';
export { namesOfPair } from './comparisons/names-of-pair.js';
export type { PairedValue } from './comparisons/paired-value.js';
export type { RoadChange } from './comparisons/road-changes.js';
export {
  answerOf,
  type GroupChange,
  type SimulationAnswer,
  type SimulationComparison,
  type ZoneChange,
} from './comparisons/simulation-comparison.js';
export { type Evolution, evolve } from './evolution/evolve.js';
export type { Variant } from './evolution/search.js';
export type { SearchParameter } from './evolution/search-parameters.js';
export {
  compareRunCounts,
  type ObservedCount,
  type RunCountComparison,
  type RunCountOptions,
  type RunCountRow,
  type UsualDays,
} from './exports/compare-run-counts.js';
export {
  type CarUse,
  EMISSION_TABLES,
  type EmissionTableName,
  emissionsOfRun,
  emissionTable,
  type RunEmissions,
} from './exports/emissions.js';
export { type ExportOptions, exportRun, openTable, type TableOptions } from './exports/export-run.js';
export type {
  ExportFeature,
  ExportGeometry,
  ExportLayer,
  ExportRow,
  ExportTable,
} from './exports/export-table.js';
export { isNotedSynthetic, noteBeside } from './exports/formats/file-info.js';
export { type ExportFormat, type ExportFormatName, exportFormats } from './exports/formats/formats.js';
export type { KeplerInfo } from './exports/formats/kepler.js';
export { readObservedCounts } from './exports/read-observed-counts.js';
export { readObservedTimes } from './exports/read-observed-times.js';
export {
  type RoadHour,
  type RunTraffic,
  type RunTrafficReport,
  roadHours,
  TRAFFIC_TABLES,
  type TrafficHour,
  type TrafficJam,
  type TrafficTableName,
  trafficOfRun,
  trafficTable,
} from './exports/road-traffic.js';
export { type CarNetwork, carNetwork } from './exports/simulators/car-network.js';
export {
  exportMapToSimulator,
  exportRunToSimulator,
  SIMULATORS,
  type SimulatorName,
} from './exports/simulators/export-to-simulator.js';
export { sumoNetwork } from './exports/simulators/sumo-files.js';
export { type ExportSource, type ExportTableName, exportTables } from './exports/tables.js';
export { TripCharts, type TripSummary } from './exports/trip-charts.js';
export { tableOfItems, writeTable } from './exports/write-table.js';
export { citeMeasures, measuresIn, reportAt } from './papers/cite-measures.js';
export { citeRuns } from './papers/cite-run.js';
export { type HubFiles, type HubFilesOptions, hubFiles } from './papers/hub-files.js';
export { measuresTable } from './papers/measures-table.js';
export { paperTable, TABLE_FORMATS, type TableFormat } from './papers/paper-table.js';
export { type RunsOfPaper, sweepOfRuns } from './papers/sweep-of-runs.js';
export { cityShocks } from './sweeps/city-shocks.js';
export { robustnessPlan } from './sweeps/robustness.js';
export {
  estimateSweep,
  makeSweepRun,
  pairPeople,
  pairsOf,
  runSweep,
  runsOfSweep,
  type Sweep,
  type SweepContext,
  type SweepDifference,
  type SweepPlace,
  type SweepReport,
  type SweepRow,
  type SweepRun,
  sumUpSweep,
} from './sweeps/run-sweep.js';
export { type MeanInterval, meanInterval, meanOverSeeds } from './sweeps/student.js';
export { nameOfCell, parseSweepPlan, type SweepCell, type SweepPlan, sweepFile } from './sweeps/sweep-plan.js';
export { sweepVerdicts } from './sweeps/sweep-verdicts.js';
