import type { Measure } from './measure.js';
import { measure as radiusOfGyration } from './radius-of-gyration.js';

/** Every measure, in the order of reports: a line here puts one into the report, the docs and the shared tests. */
export const measures: readonly Measure[] = [radiusOfGyration];
