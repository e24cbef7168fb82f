/** The data of pages, from rows in memory: nothing here requires Node. */

export { packMeasureCells } from './data/day-cells.js';
export { packScoringCells } from './data/scoring-cells.js';
export { API, FLOWS, match, PAGES, pathParts } from './wire/addresses.js';
export type { MeasureData } from './wire/measures.js';
