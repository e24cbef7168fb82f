export { type BundleOptions, type BundleSize, writeBundle } from './server/bundle.js';
export { comparePeople, comparePerson, describePerson, type SideOfComparison } from './server/compare-people.js';
export { packMeasureCells } from './server/day-cells.js';
export { type KeptScoring, keepScoring } from './server/humob/scorings.js';
export { Library, type LibraryOptions } from './server/library.js';
export { measuresSvg } from './server/measures-svg.js';
export { flowsReport, measureReport, type ReportOptions, writeReport } from './server/report.js';
export { type ServeOptions, serve, type Viewer } from './server/serve.js';
