import type { ColumnKind, TableCell } from '@itinera/run';

/** A row: one cell per column. */
export type ExportRow = Readonly<Record<string, TableCell>>;

type LonLat = readonly [longitude: number, latitude: number];
/** A geometry in WGS 84 degrees. */
export type ExportGeometry =
  | { readonly type: 'Point'; readonly coordinates: LonLat }
  | {
      readonly type: 'LineString';
      readonly coordinates: readonly LonLat[];
      /** Time at each of them, seconds since the first midnight. */
      readonly times?: readonly number[];
    };

/** A row and its place; null if it is not on the map. */
export interface ExportFeature {
  readonly row: ExportRow;
  readonly geometry: ExportGeometry | null;
}

/** How a map shows a table: points, lines, lines with times, or arcs between places. */
export type ExportLayer = 'point' | 'line' | 'trip' | 'arc';

/** A table of a run for export: read from the run's files while it is written. */
export interface ExportTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  rows(): Iterable<ExportRow>;
  /** Null for a table without places. */
  readonly places: {
    readonly layer: ExportLayer;
    features(): Iterable<ExportFeature>;
    /** The column with the time of a row, seconds since the first midnight. */
    readonly time: ((row: ExportRow) => number) | null;
    /** The column for the colour. */
    readonly colour: string | null;
  } | null;
}
