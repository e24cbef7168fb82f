import type { Field, Fields, mapSchema } from './schema.js';
import type { ColumnArray } from './shared-columns.js';

/** Strings as indices for `CityMap.text`. */
export type MapTextColumn = Int32Array;

/** Values that may be missing: `values[row]` counts only where `present[row]` is 1. */
export interface OptionalColumn<T extends ColumnArray> {
  readonly present: Uint8Array;
  readonly values: T;
}

/** A list per row: row r has `values[offsets[r]] … values[offsets[r + 1] - 1]`. */
export interface MapListColumn<T extends ColumnArray> {
  /** One entry per row, and one more. */
  readonly offsets: Uint32Array;
  readonly values: T;
}

/** Points p as `xy[2 * p]`, `xy[2 * p + 1]`. `z` and `hasZ` are empty when no point of the column has a z. */
export interface PointColumns {
  readonly xy: Float64Array;
  readonly z: Float64Array;
  readonly hasZ: Uint8Array;
}

/** A point per row, where `present[row]` is 1. */
export interface OptionalPointColumn extends PointColumns {
  readonly present: Uint8Array;
}

/** A list of points per row: row r has the points `offsets[r] … offsets[r + 1] - 1`. */
export interface PointListColumn extends PointColumns {
  readonly offsets: Uint32Array;
}

type ScalarColumn<K> = K extends 'double' ? Float64Array : K extends 'enum' | 'bool' ? Uint8Array : Int32Array;

type ColumnOf<F extends Field> = F extends { many: true; fields: infer S extends Fields }
  ? Rows<S>
  : F extends { fields: infer S extends Fields }
    ? { readonly present: Uint8Array } & ColumnsOf<S>
    : F extends { kind: 'point'; many: infer M }
      ? M extends true
        ? PointListColumn
        : OptionalPointColumn
      : F extends { many: true; kind: infer K }
        ? MapListColumn<ScalarColumn<K>>
        : F extends { optional: true; kind: infer K }
          ? OptionalColumn<ScalarColumn<K>>
          : ScalarColumn<F['kind']>;

/** The columns of a message: one property per field, of the same name. */
export type ColumnsOf<S extends Fields> = { readonly [K in keyof S]: ColumnOf<S[K]> };

/** The rows of a repeated message, concatenated; `offsets` assigns them to their parents. */
export type Rows<S extends Fields> = { readonly count: number; readonly offsets: Uint32Array } & ColumnsOf<S>;

/** The columns of a whole map: one row that contains everything. */
export type MapColumns = ColumnsOf<typeof mapSchema>;
