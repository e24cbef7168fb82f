import { groupByRow } from './grouped-rows.js';
import { NumberList } from './number-list.js';
import type { StringPool } from './string-pool.js';

/**
 * Fields of a file that are not part of the format, in the order they were read. Field i has tag and value
 * `bytes[offsets[i]] … bytes[offsets[i + 1] - 1]`, and was in row `rows[i]` of the messages at the path with the string
 * number `paths[i]`: `lanes.centerLine`, or '' for the whole map. The rows of a path ascend.
 */
export interface UnknownColumns {
  readonly paths: Int32Array;
  readonly rows: Int32Array;
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

/** Unknown fields while a file is read, in columns, because every row of a file may have some. */
export class UnknownFieldList {
  /** Indices of paths in order of insertion, which are the paths of `#paths`. */
  readonly #numbers = new Map<string, number>();
  readonly #paths = new NumberList(Int32Array);
  readonly #rows = new NumberList(Int32Array);
  readonly #offsets = new NumberList(Int32Array);
  readonly #bytes = new NumberList(Uint8Array);

  constructor() {
    this.#offsets.push(0);
  }

  /** @param bytes tag and value */
  add(path: string, row: number, bytes: Uint8Array): void {
    let number = this.#numbers.get(path);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(path, number);
    }
    this.#paths.push(number);
    this.#rows.push(row);
    this.#bytes.pushAll(bytes);
    this.#offsets.push(this.#bytes.length);
  }

  /** The columns, with the paths among `strings`. */
  columns(strings: StringPool): UnknownColumns {
    const texts = Array.from(this.#numbers.keys(), (path) => strings.intern(path));
    return {
      paths: this.#paths.view().map((number) => texts[number]),
      rows: this.#rows.view(),
      offsets: this.#offsets.view(),
      bytes: this.#bytes.view(),
    };
  }
}

/** Finds the unknown fields of a row. */
export class UnknownFinder {
  /** The fields of each path, ascending. */
  readonly #fields = new Map<string, Uint32Array>();

  /** @param text returns the string with a number */
  constructor(
    private readonly columns: UnknownColumns,
    text: (number: number) => string,
  ) {
    const { paths } = columns;
    if (paths.length === 0) return;
    const { offsets, items } = groupByRow(paths.reduce((a, b) => Math.max(a, b)) + 1, paths);
    for (const path of new Set(paths)) this.#fields.set(text(path), items.subarray(offsets[path], offsets[path + 1]));
  }

  /** Whether any row of a path has such fields. */
  has(path: string): boolean {
    return this.#fields.has(path);
  }

  /** Tags and values of a row's fields, from the last to the first. */
  *lastToFirst(path: string, row: number): Generator<Uint8Array> {
    const fields = this.#fields.get(path);
    if (fields === undefined) return;
    const { rows, offsets, bytes } = this.columns;
    let low = 0;
    let high = fields.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rows[fields[middle]] <= row) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0 && rows[fields[i]] === row; i--) {
      yield bytes.subarray(offsets[fields[i]], offsets[fields[i] + 1]);
    }
  }
}
