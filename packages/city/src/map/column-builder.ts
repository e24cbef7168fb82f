import type { Field, Fields } from './schema.js';
import type { ColumnArray } from './shared-columns.js';

const none = { uint8: new Uint8Array(0), uint32: new Uint32Array(0), float64: new Float64Array(0) };

/** The arrays of a column. */
export type ColumnPart = 'present' | 'offsets' | 'values' | 'xy' | 'z' | 'hasZ';

/**
 * The growing columns of one field. Which arrays are in use follows from the kind:
 * scalars `values` (and `present` when optional); lists `offsets` and `values`; `point` `present`, `xy`, `z`, `hasZ`;
 * `points` the same with `offsets`; `message` `present` and the fields of `fields`, row by row with the row that holds
 * it; `messages` `offsets` and the rows of `table`.
 */
export class FieldColumns {
  present = none.uint8;
  offsets = none.uint32;
  values: ColumnArray;
  xy = none.float64;
  /** Empty until some point has a z. */
  z = none.float64;
  hasZ = none.uint8;
  /** Entries of a list of scalars or points so far, and room for them. */
  entries = 0;
  room = 0;
  /** Entries that were counted and are still to come. */
  counted = 0;

  readonly fields: readonly (FieldColumns | undefined)[];
  readonly table: TableBuilder | undefined;
  /** The last part of the path. */
  readonly name: string;

  constructor(
    readonly path: string,
    readonly field: Field,
    readonly budget: ReadBudget,
    inner: readonly (FieldColumns | undefined)[] = [],
    table?: TableBuilder,
  ) {
    this.fields = inner;
    this.table = table;
    this.name = path.slice(path.lastIndexOf('.') + 1);
    this.values = emptyValues(field.kind);
  }

  /** Makes room for `rows` rows of the message that has this field. */
  growRows(rows: number): void {
    const { field } = this;
    switch (field.kind) {
      case 'int32':
      case 'double':
      case 'enum':
      case 'bool':
      case 'string':
        this.values = this.budget.grow(this.values, rows);
        if (field.optional) this.present = this.budget.grow(this.present, rows);
        return;
      case 'message':
        this.present = this.budget.grow(this.present, rows);
        return;
      case 'point':
        this.present = this.budget.grow(this.present, rows);
        this.#growPoints(rows);
        return;
      default:
        this.offsets = this.budget.grow(this.offsets, rows + 1);
    }
  }

  /** The place for one more entry of a list. */
  nextEntry(): number {
    if (this.entries === this.room) {
      this.room = Math.max(16, 2 * this.room);
      if (this.field.kind === 'points') this.#growPoints(this.room);
      else this.values = this.budget.grow(this.values, this.room);
    }
    return this.entries++;
  }

  /** Adds points without a z to a list, given as x, y pairs. */
  addPoints(xy: Float64Array): void {
    for (let i = 0; i < xy.length; i += 2) {
      const entry = this.nextEntry();
      this.xy[2 * entry] = xy[i];
      this.xy[2 * entry + 1] = xy[i + 1];
    }
  }

  setZ(entry: number, z: number): void {
    if (this.z.length === 0) {
      this.z = this.budget.grow(this.z, this.xy.length / 2);
      this.hasZ = this.budget.grow(this.hasZ, this.xy.length / 2);
    }
    this.z[entry] = z;
    this.hasZ[entry] = 1;
  }

  #growPoints(count: number): void {
    this.xy = this.budget.grow(this.xy, 2 * count);
    if (this.z.length === 0) return;
    this.z = this.budget.grow(this.z, count);
    this.hasZ = this.budget.grow(this.hasZ, count);
  }
}

/** The rows of one message. */
export class TableBuilder {
  rows = 0;
  /** Rows that were counted and are still to come. */
  counted = 0;
  #room = 0;
  /** All columns that have a value per row, those of messages held once included. */
  readonly #columns: FieldColumns[] = [];
  readonly #lists: FieldColumns[] = [];
  /** The fields by number. */
  readonly fields: readonly (FieldColumns | undefined)[];

  constructor(
    readonly path: string,
    schema: Fields,
    budget: ReadBudget,
  ) {
    this.fields = this.#build(path, schema, budget);
  }

  /** Opens a row, all zero and absent, and gives its number. */
  begin(): number {
    if (this.rows === this.#room) {
      this.#room = Math.max(16, 2 * this.#room);
      for (const column of this.#columns) column.growRows(this.#room);
    }
    return this.rows;
  }

  /** Closes the row that was opened last. */
  end(): void {
    const next = ++this.rows;
    for (const list of this.#lists) list.offsets[next] = list.table === undefined ? list.entries : list.table.rows;
  }

  /** Calls back with each array of the columns: its name in a map, and how long it is with all that was counted. */
  eachArray(callback: (name: string, column: FieldColumns, part: ColumnPart, length: number) => void): void {
    const rows = this.rows + this.counted;
    for (const column of this.#columns) {
      const { path, field, table } = column;
      const entries = column.entries + column.counted;
      const put = (part: ColumnPart, length: number) => callback(`${path}.${part}`, column, part, length);
      const putPoints = (count: number) => {
        put('xy', 2 * count);
        put('z', column.z.length === 0 ? 0 : count);
        put('hasZ', column.z.length === 0 ? 0 : count);
      };
      if ('optional' in field && !field.optional) callback(path, column, 'values', rows);
      else if (isList(field)) put('offsets', rows + 1);
      else put('present', rows);
      if ('optional' in field && field.optional) put('values', rows);
      else if (field.kind === 'point') putPoints(rows);
      else if (field.kind === 'points') putPoints(entries);
      else if (table !== undefined) table.eachArray(callback);
      else if (isList(field)) put('values', entries);
    }
  }

  /** The arrays have room now for all that was counted. */
  takeRoom(): void {
    this.#room = this.rows + this.counted;
    this.counted = 0;
    for (const column of this.#lists) {
      column.room = column.entries + column.counted;
      column.counted = 0;
      column.table?.takeRoom();
    }
  }

  #build(path: string, schema: Fields, budget: ReadBudget): (FieldColumns | undefined)[] {
    const fields: (FieldColumns | undefined)[] = [];
    for (const [name, field] of Object.entries(schema)) {
      const at = path === '' ? name : `${path}.${name}`;
      const column =
        field.kind === 'message'
          ? new FieldColumns(at, field, budget, this.#build(at, field.fields, budget))
          : field.kind === 'messages'
            ? new FieldColumns(at, field, budget, [], new TableBuilder(at, field.fields, budget))
            : new FieldColumns(at, field, budget);
      fields[field.number] = column;
      this.#columns.push(column);
      if (isList(field)) this.#lists.push(column);
    }
    return fields;
  }
}

/** Counts what the columns take, so that a small hostile file cannot ask for much memory. */
export class ReadBudget {
  #spent = 0;

  constructor(
    readonly limit: number,
    readonly refuse: () => never,
  ) {}

  static unlimited(): ReadBudget {
    return new ReadBudget(Number.POSITIVE_INFINITY, () => {
      throw new RangeError('unreachable');
    });
  }

  spend(bytes: number): void {
    this.#spent += bytes;
    if (this.#spent > this.limit) this.refuse();
  }

  grow<T extends ColumnArray>(array: T, length: number): T {
    const Type = array.constructor as (new (length: number) => T) & { BYTES_PER_ELEMENT: number };
    this.spend((length - array.length) * Type.BYTES_PER_ELEMENT);
    const next = new Type(length);
    next.set(array);
    return next;
  }
}

function isList(field: Field): boolean {
  return ['int32s', 'doubles', 'enums', 'strings', 'points', 'messages'].includes(field.kind);
}

function emptyValues(kind: Field['kind']): ColumnArray {
  switch (kind) {
    case 'double':
    case 'doubles':
      return new Float64Array(0);
    case 'enum':
    case 'enums':
    case 'bool':
      return new Uint8Array(0);
    default:
      return new Int32Array(0);
  }
}
