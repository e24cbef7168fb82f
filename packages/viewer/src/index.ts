export { comparePeople, comparePerson, describePerson, type SideOfComparison } from './findings/compare-people.js';
export { type BundleOptions, type BundleSize, writeBundle } from './server/bundle.js';
export { packMeasureCells } from './server/day-cells.js';
export { type KeptScoring, keepScoring } from './server/humob/scorings.js';
export { Library, type LibraryOptions } from './server/library.js';
export { measuresSvg } from './server/measures-svg.js';
export { flowsReport, measureReport, type ReportOptions, writeReport } from './server/report.js';
export { type ServeOptions, serve, type Viewer } from './server/serve.js';
