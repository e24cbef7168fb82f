export { EARTH_RADIUS, haversine } from './distance.js';
export type { Flows } from './flows.js';
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
export { measures } from './measures.js';
export { radiusOfGyration } from './radius-of-gyration.js';
export { type Columns, fromColumns, fromRows, type Row, type Trajectories } from './trajectories.js';
