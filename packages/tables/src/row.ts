import { SECONDS_PER_DAY, UserError } from '@itinera/base';
import type { LocalClock } from './local-clock.js';

/** The row being read, valid until the next one. Columns are numbered in the order in which they were chosen. */
export interface TableRow {
  /** Line of a text, otherwise number of the row; from 1. */
  readonly line: number;
  /** Number of cells in the row; trailing empty ones are not counted. */
  readonly cells: number;
  /** '' if the cell is empty. */
  text(column: number): string;
  /** NaN if the cell is not a number. */
  number(column: number): number;
  /** Local time in seconds; NaN if the cell is not a time. */
  time(column: number, clock: LocalClock): number;
  /** A number, text, flag, date, list or object; undefined if the cell is empty. */
  value(column: number): unknown;
}

/** The start of a table. */
export interface TableStart {
  /** Names of the columns; undefined if the first line of a text holds values. */
  readonly names: readonly string[] | undefined;
  /** The cells of a text's first line, otherwise the names. */
  readonly cells: readonly string[];
  /** The person whom the whole file is about, in formats without such a column. */
  readonly person?: string;
  /** Whether the file says that its people do not exist. */
  readonly isSynthetic?: boolean;
}

/** Receiver of the rows. */
export interface RowTaker {
  /** Columns of the table that the rows contain, by their index in it; -1 for one that is always empty. */
  readonly columns: readonly number[];
  readonly take: (row: TableRow) => void;
}

/** Chooses the receiver of a table's rows once its columns are known. Throws a `UserError` if they are not as expected. */
export type OnStart = (start: TableStart) => RowTaker;

/**
 * Chooses the receiver of a table's rows.
 * @param nested columns that are not read, which an error names
 */
export function receiverOf(onStart: OnStart, start: TableStart, nested: readonly string[]): RowTaker {
  try {
    return onStart(start);
  } catch (error) {
    if (nested.length === 0 || !(error instanceof UserError)) throw error;
    throw new UserError(
      `${error.message.replace(/(?<![.!?])$/, '.')} Nested columns are not read (${nested.slice(0, 5).join(', ')}): write them as text, or their parts as columns.`,
    );
  }
}

/** Cells of rows in memory, by column. */
export type Cells = (row: number) => unknown;

/** A time without a time zone, such as a wall-clock time; a `Date` is an instant. */
export class WallTime {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }

  /** `2020-09-14T08:30:00.000`, or the date alone at midnight. */
  text(): string {
    const text = new Date(this.seconds * 1000).toISOString();
    return this.seconds % SECONDS_PER_DAY === 0 ? text.slice(0, 10) : text.slice(0, -1);
  }
}

/** An instant in a column with a time zone. */
export class ZonedTime extends Date {
  constructor(
    milliseconds: number,
    readonly zone: string,
  ) {
    super(milliseconds);
  }
}

/** A time of day as text: `08:30:00.000`. */
export function timeOfDayText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, -1);
}

/** Rows of a table in memory, by column. */
export class CellRow implements TableRow {
  line = 0;
  readonly cells: number;
  columns: readonly Cells[] = [];
  /** In `columns`. */
  row = 0;

  /** @param cells number of columns of the table */
  constructor(cells: number) {
    this.cells = cells;
  }

  text(column: number): string {
    return textOf(this.columns[column]!(this.row));
  }

  number(column: number): number {
    return numberOf(this.columns[column]!(this.row));
  }

  time(column: number, clock: LocalClock): number {
    const value = this.columns[column]!(this.row);
    if (typeof value === 'string') return clock.read(value.trim());
    if (value instanceof WallTime) return clock.floating(value.seconds);
    if (value instanceof Date)
      return clock.instant(value.getTime() / 1000, value instanceof ZonedTime ? value.zone : undefined);
    return clock.hasFormat ? clock.read(textOf(value)) : clock.number(numberOf(value));
  }

  value(column: number): unknown {
    const value = this.columns[column]!(this.row) ?? undefined;
    if (typeof value === 'bigint') return Number(value);
    if (value instanceof Date) return value.toISOString();
    return value instanceof WallTime ? new Date(value.seconds * 1000).toISOString().slice(0, -1) : value;
  }
}

const nothing: Cells = () => undefined;

/**
 * Passes on the rows of a table in memory.
 *
 * @param first number of the first row in the file
 */
export function takeCells(
  { columns, take }: RowTaker,
  row: CellRow,
  cellsOf: (place: number) => Cells,
  { first, length }: { readonly first: number; readonly length: number },
): void {
  row.columns = columns.map((place) => (place < 0 ? nothing : cellsOf(place)));
  for (let i = 0; i < length; i++) {
    row.row = i;
    row.line = first + i;
    take(row);
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (value instanceof WallTime) return value.text();
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
