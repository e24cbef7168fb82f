import { TableBuilder } from './column-builder.js';
import { ReadBudget } from './read-budget.js';
import { ringCentroid } from './ring.js';
import { mapSchema } from './schema.js';
import { type ColumnArray, packColumns, type SharedColumns } from './shared-columns.js';
import { StringPool } from './string-pool.js';
import { UnknownFieldList } from './unknown-fields.js';

const tables = ['lanes', 'roads', 'junctions', 'aois', 'pois', 'sublines'] as const;

/** The growing columns of a map. */
export class MapBuilder {
  readonly strings = new StringPool();
  /** Has one open row: the map. */
  readonly root: TableBuilder;
  readonly unknown = new UnknownFieldList();

  constructor(readonly budget = ReadBudget.unlimited()) {
    this.root = new TableBuilder('', mapSchema, budget);
    this.root.begin();
  }

  /** All columns of the map in one buffer. */
  finish(): SharedColumns {
    this.root.end();
    const columns: { [name: string]: ColumnArray } = {};
    this.root.eachArray((name, column, part, length) => {
      columns[name] = column[part].subarray(0, length);
    });
    for (const table of tables) columns[`${table}.order`] = orderOf(columns[`${table}.id`] as Int32Array);
    columns['aois.centroids'] = centroidsOf(
      columns['aois.positions.xy'] as Float64Array,
      columns['aois.positions.offsets'] as Int32Array,
      columns['aois.area.present'] as Uint8Array,
    );
    return packColumns({ ...columns, ...this.#further() });
  }

  /** The columns outside tables. */
  #further(): { readonly [name: string]: ColumnArray } {
    const { strings } = this;
    const unknown = this.unknown.columns(strings);
    return {
      'strings.offsets': strings.offsets.subarray(0, strings.count + 1),
      'strings.bytes': strings.bytes.subarray(0, strings.offsets[strings.count]),
      ...Object.fromEntries(Object.entries(unknown).map(([name, column]) => [`unknown.${name}`, column])),
    };
  }
}

/** The rows sorted by id, then row; empty if they already are. */
function orderOf(ids: Int32Array): Int32Array {
  let ascending = true;
  for (let i = 1; i < ids.length && ascending; i++) ascending = ids[i - 1] <= ids[i];
  if (ascending) return new Int32Array(0);
  return Int32Array.from(ids.keys()).sort((a, b) => ids[a] - ids[b] || a - b);
}

/** The centroids of outlines; an AOI without an area is the point of its first position. */
function centroidsOf(xy: Float64Array, offsets: Int32Array, hasArea: Uint8Array): Float64Array {
  const centroids = new Float64Array(2 * hasArea.length);
  for (let row = 0; row < hasArea.length; row++) {
    const start = offsets[row];
    const end = offsets[row + 1];
    const { x, y } = ringCentroid(xy, start, hasArea[row] === 1 ? end : Math.min(end, start + 1));
    centroids[2 * row] = x;
    centroids[2 * row + 1] = y;
  }
  return centroids;
}
