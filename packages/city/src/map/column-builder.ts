import {
  type ColumnsByName,
  FieldColumns,
  type FieldList,
  type OnArray,
  type RowTable,
  takeColumns,
} from './field-columns.js';
import { FIELD_KINDS } from './field-kinds.js';
import type { ReadBudget } from './read-budget.js';
import type { Fields } from './schema.js';

/** The rows of one message. */
export class TableBuilder implements RowTable {
  rows = 0;
  #room = 0;
  /** All columns with one value per row, including those of single messages. */
  readonly #columns: FieldColumns[] = [];
  readonly #lists: FieldColumns[] = [];
  /** The fields by number. */
  readonly fields: FieldList;

  constructor(
    readonly path: string,
    schema: Fields,
    budget: ReadBudget,
  ) {
    this.fields = this.#build(path, schema, budget);
  }

  begin(): number {
    if (this.rows === this.#room) {
      this.#room = Math.max(16, 2 * this.#room);
      for (const column of this.#columns) column.growRows(this.#room);
    }
    return this.rows;
  }

  end(): void {
    const next = ++this.rows;
    for (const list of this.#lists) list.offsets[next] = list.table === undefined ? list.entries : list.table.rows;
  }

  setRows(rows: number, columns: ColumnsByName): void {
    this.rows = rows;
    this.#room = rows;
    takeColumns(this.fields, rows, columns);
    for (const column of this.#columns) column.growRows(rows);
  }

  eachArray(callback: OnArray): void {
    for (const column of this.#columns) column.eachArray(this.rows, callback);
  }

  #build(path: string, schema: Fields, budget: ReadBudget): (FieldColumns | undefined)[] {
    const fields: (FieldColumns | undefined)[] = [];
    for (const [name, field] of Object.entries(schema)) {
      const at = path === '' ? name : `${path}.${name}`;
      const { kind, many, fields: inner = {} } = field;
      const table = kind === 'message' && many ? new TableBuilder(at, inner, budget) : undefined;
      const innerFields = table?.fields ?? this.#build(at, inner, budget);
      const column = new FieldColumns(at, field, FIELD_KINDS[kind], budget, innerFields, table);
      fields[field.number] = column;
      this.#columns.push(column);
      if (many) this.#lists.push(column);
    }
    return fields;
  }
}
