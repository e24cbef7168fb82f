/** Readers of runs from bytes, regardless of their source: nothing here requires Node. */

export type { AgentSource, PythonSource } from './agent-source.js';
export type { CallHead } from './calls/call-head.js';
export { CallIndex, type IndexedCall } from './calls/call-index.js';
export { addCall, type CallTally, isSent, newTally, uniqueCalls } from './calls/call-tally.js';
export { CassetteIndex, type IndexEntry } from './calls/cassette-index.js';
export { type CallFailure, type Outcome, readOutcome, type ToolCall } from './calls/outcome.js';
export { type CallRecord, readCall } from './calls/read-call.js';
export { readCallHead } from './calls/read-call-head.js';
export { type CallPiece, type CallScan, scanCalls, type VisitCall } from './calls/scan-calls.js';
export {
  type Clock,
  dateOfDay,
  dayOfStep,
  firstWeekdayOf,
  secondOfStep,
  stepAt,
  stepTime,
} from './clock.js';
export { MAX_ZONES, OdMatrix, type OdPair } from './derive/od-matrix.js';
export { type LanesInTime, type RoadCount, RoadCounts } from './derive/road-counts.js';
export { type Stay, staysOf } from './derive/stays.js';
export { type TripWay, tripWays, type WayPart } from './derive/trip-ways.js';
export { type UnderWay, underWay, underWaySays } from './derive/under-way.js';
export { ArrowFile, type ColumnKind, type TableCell } from './formats/arrow-file.js';
export { NdArray, type NdData } from './formats/nd-array.js';
export { readNpy } from './formats/npy.js';
export { writeNpy } from './formats/write-npy.js';
export { writePickle } from './formats/write-pickle.js';
export { type ResultsMetadata, resultsJson, resultsPickle } from './formats/write-results.js';
export { type Grouping, groupSizeOf, groupsOf } from './groups.js';
export { INTENTIONS, NO_INTENTION } from './intentions.js';
export {
  type Evacuation,
  fieldsOfManifest,
  parseManifest,
  RUN_FORMAT,
  type RunManifest,
  type RunModes,
  type RunTraffic,
} from './manifest.js';
export {
  LONGEST_TIMEOUT_SECONDS,
  newSettings,
  type PlanSettings,
  planSettings,
  type RunPlan,
} from './plan.js';
export { type Problem, type ProblemKind, parseProblems } from './problem.js';
export { groupsOfPart, MOST_PARTS, peopleOfGroups, type RunPart } from './run-part.js';
export { type Ids, idsOf, type ListColumn, type TextColumn, textKeys } from './tables/arrow-table.js';
export { isWholeTable } from './tables/checksum.js';
export { decodeEvents, type EventRow, type EventTable, encodeEvents, eventRows } from './tables/event-table.js';
export { type GroupTables, sealGroup, TABLES, type TableName } from './tables/group-tables.js';
export {
  decodeRoutes,
  encodeRoutes,
  type Lists,
  type RouteRow,
  type RouteTable,
  routeRow,
  routeRows,
} from './tables/route-table.js';
export {
  countActions,
  DEGREES,
  decodeStatuses,
  encodeStatuses,
  type GroupFacts,
  type LoggedRow,
  NO_PARENT,
  type StatusTable,
  statusKeys,
  statusRows,
} from './tables/status-table.js';
export { TABLE_FORMAT } from './tables/table-format.js';
export { decodeTrips, encodeTrips, type TripEnd, type TripRow, type TripTable, tripRows } from './tables/trip-table.js';
export { type PersonRows, rowsByPerson, type Ways, type Whereabouts, whereAt } from './tables/where-at.js';
export { VERSION } from './version.js';
