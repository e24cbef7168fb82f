export * from './browser.js';
export { type CallsOverTime, callsOverTime, type SameFailures, sameFailures, stepOf } from './calls/call-charts.js';
export { requestBytes, startOfOutcome } from './calls/call-texts.js';
export { parseCall } from './calls/parse-call.js';
export { DEFAULT_HOME } from './default-home.js';
export { readPickle } from './formats/read-pickle.js';
export { type Edits, filesOf, findEdits, sealRun, writeWithChecksum } from './node/checksums.js';
export {
  type DataPlace,
  dataAvailability,
  datasetHash,
  locateData,
  MAP_FILES,
  PROFILE_FILES,
  rememberedHashes,
} from './node/locate-data.js';
export { isPackedRun, openRun } from './node/open-run.js';
export { packRun } from './node/pack-run.js';
export { PartFiles, type PartState } from './node/part-files.js';
export { readCallAt } from './node/read-call-at.js';
export { readManifest } from './node/read-manifest.js';
export {
  type RunTotals,
  readEvents,
  readEventTables,
  readProblems,
  readRoutes,
  readRouteTables,
  readStatuses,
  readStatusTables,
  readTotals,
  readTrips,
  readTripTables,
} from './node/read-tables.js';
export { requireFinished } from './node/require-finished.js';
export { type ResultsFile, readResults, writeResults } from './node/results.js';
export { RunFolder } from './node/run-folder.js';
export { lockRun, RunBusy } from './node/run-lock.js';
export { ProgressFile, type RunProgress, readProgress } from './node/run-progress.js';
export { scanCallFile } from './node/scan-call-file.js';
export { LARGEST_TABLE } from './node/table-file.js';
