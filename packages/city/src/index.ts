export * from './browser.js';
export {
  type ColumnFileIdentity,
  openColumnFile,
  readColumnFile,
  readColumnsFromFiles,
  writeColumnFile,
} from './map/column-file.js';
export { type MapFile, readMapFile, writeMapFile } from './map/map-file.js';
export { type AccessOptions, accessOfAois, openReach } from './reach/access-in-threads.js';
export { buildRoutingDataInThreads } from './routing/routing-in-threads.js';
export { scenarioOfRun } from './scenario/scenario.js';
export { type AddTransitOptions, addTransit } from './transit/add-transit.js';
export type { BusStreets } from './transit/bus-routes.js';
export { describeDrops } from './transit/drops.js';
export { readGtfs } from './transit/gtfs/read-gtfs.js';
export {
  readTimetableFile,
  timetablePathOf,
  writeMapWithTimetable,
  writeTimetableFile,
} from './transit/timetable-file.js';
export { formatTransitReport, type TransitReport } from './transit/transit-report.js';
