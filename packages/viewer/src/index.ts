export { packMeasureCells } from './data/day-cells.js';
export { type BundleOptions, type BundleSize, writeBundle } from './server/bundle.js';
export { changeOf } from './server/difference-worker.js';
export { drawFigure } from './server/figures/draw-figure.js';
export { Library, type LibraryOptions } from './server/library.js';
export { type MeasureGround, measureGround } from './server/measure-ground.js';
export { drawMeasures, measuresSvg } from './server/measures-svg.js';
export {
  comparisonReport,
  flowsReport,
  measureReport,
  type ReportOptions,
  runReport,
  scoringReport,
} from './server/report.js';
export { type ServeOptions, serve, type Viewer } from './server/serve.js';
export type { CallText, PersonDetail } from './wire/people.js';
