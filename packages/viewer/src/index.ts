export { type KeptScoring, keepScoring } from './server/humob/scorings.js';
export { Library, type LibraryOptions } from './server/library.js';
export { measureReport } from './server/measure-report.js';
export { measuresSvg } from './server/measures-svg.js';
export { type ReportOptions, writeReport } from './server/report.js';
export { type ServeOptions, serve, type Viewer } from './server/serve.js';
