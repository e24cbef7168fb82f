import type { Sheet } from './draw-sheet.js';

/** Something that a map shows instead of land use, under the streets. */
export interface MapTheme {
  readonly title: string;
  readonly subtitle: string;
  /** Labels and colours. */
  readonly legend: readonly (readonly [label: string, fill: string])[];
  /** SVG elements under the streets, and on top of everything. */
  areas(sheet: Sheet): string[];
  marks?(sheet: Sheet): string[];
}
