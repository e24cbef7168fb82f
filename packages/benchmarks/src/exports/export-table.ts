import type { ColumnKind, TableCell } from '@itinera/run';

/** A row: a cell a column. */
export type ExportRow = Readonly<Record<string, TableCell>>;

type LonLat = readonly [longitude: number, latitude: number];
/** Where something is, WGS 84 degrees. */
export type ExportGeometry =
  | { readonly type: 'Point'; readonly coordinates: LonLat }
  | {
      readonly type: 'LineString';
      readonly coordinates: readonly LonLat[];
      /** When somebody is at each of them, seconds since the first midnight. */
      readonly times?: readonly number[];
    };

/** A row and its place; null for one that is nowhere on the map. */
export interface ExportFeature {
  readonly row: ExportRow;
  readonly geometry: ExportGeometry | null;
}

/** How a map shows a table: as points, as lines, as lines that are travelled in time, or as arcs from place to place. */
export type ExportLayer = 'point' | 'line' | 'trip' | 'arc';

/** A table of a run as other programs get it: read from the run's files while it is written. */
export interface ExportTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  rows(): Iterable<ExportRow>;
  /** Null for a table without places. */
  readonly places: {
    readonly layer: ExportLayer;
    features(): Iterable<ExportFeature>;
    /** The column with the time of a row, seconds since the first midnight, or the time itself. */
    readonly time: ((row: ExportRow) => number) | null;
    /** The column that colours it. */
    readonly colour: string | null;
  } | null;
}
