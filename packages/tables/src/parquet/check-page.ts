import type { FileBudget } from '@itinera/base';
import type { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';

export type PageHeader = ReturnType<typeof parquetHeader>;
export type ColumnDecoder = Parameters<typeof readPage>[2];

/** Extra values that a bit-packed run may declare, because its last group is padded. */
const FILLED_UP = 512;
const MOST_BLOCK = 2 ** 20;
/** Time cost of a page: a file with only a few values per page takes long to read. */
const PAGE_COST = 2 ** 15;
/** Cost of a value in time and, while its page is read, in memory: its level, the value itself, and its converted form. */
const [VALUE_COST, VALUE_BYTES] = [16, 16];

/** Lengths that decoding relies on, by kind of page. */
const LENGTHS = {
  DATA_PAGE: ['data_page_header', ['num_values']],
  DICTIONARY_PAGE: ['dictionary_page_header', ['num_values']],
  DATA_PAGE_V2: [
    'data_page_header_v2',
    ['num_values', 'num_nulls', 'num_rows', 'definition_levels_byte_length', 'repetition_levels_byte_length'],
  ],
} as const;

/**
 * Checks the header of a page before the page is unpacked.
 *
 * @returns number of values in the page; undefined if it holds none
 * @throws Error if a length is invalid, UserError if it exceeds what the file can hold
 */
export function checkHeader(header: PageHeader, budget: FileBudget): number | undefined {
  for (const field of ['compressed_page_size', 'uncompressed_page_size'] as const) checkLength(header[field], field);
  const known = LENGTHS[header.type as keyof typeof LENGTHS];
  if (known === undefined) return undefined;
  const part = header[known[0]] as Readonly<Record<string, unknown>> | undefined;
  for (const field of known[1]) checkLength(part?.[field], field);
  const values = part!.num_values as number;
  budget.hold(values * VALUE_BYTES);
  budget.spend(PAGE_COST + Math.max(header.uncompressed_page_size, values * VALUE_COST));
  return values;
}

function checkLength(value: unknown, field: string): void {
  if (!(Number.isInteger(value) && (value as number) >= 0)) throw new Error(`a page with ${field} ${value}`);
}

/** Checks an unpacked dictionary: a value takes at least one bit. */
export function checkDictionary(body: Uint8Array, values: number): void {
  if (values > 8 * body.length) throw new Error(`a dictionary claims ${values} values in ${body.length} bytes`);
}

/**
 * Checks the levels and values of an unpacked page: hyparquet writes beyond the end of a page if a run declares more
 * values than the page has, and a run of width 0 never ends.
 *
 * @throws Error if the page is damaged, UserError if it exceeds what the file can hold
 */
export function checkValues(body: Uint8Array, header: PageHeader, column: ColumnDecoder, budget: FileBudget): void {
  const { data_page_header: first, data_page_header_v2: second } = header;
  const { num_values: count, encoding } = (first ?? second)!;
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  let at = 0;
  let nulls = 0;
  const isOptional = column.element.repetition_type !== 'REQUIRED';
  if (first && isOptional) {
    const end = 4 + view.getUint32(0, true);
    checkRuns(view, 4, end, 1, count);
    at = end;
    nulls = count - present(view, 0, undefined, count);
  } else if (second) {
    at = second.repetition_levels_byte_length;
    if (isOptional) checkRuns(view, at, at + second.definition_levels_byte_length, 1, count);
    if (second.num_nulls > count) throw new Error(`a page with ${second.num_nulls} nulls of ${count} values`);
    at += second.definition_levels_byte_length;
    nulls = second.num_nulls;
  }
  const values = count - nulls;
  if (encoding === 'RLE' && column.type === 'BOOLEAN') checkRuns(view, at + 4, body.length, 1, values);
  else if (encoding === 'RLE' || encoding?.endsWith('_DICTIONARY')) {
    const width = values > 0 ? view.getUint8(at) : 0;
    if (width > 32) throw new Error(`a page with values of ${width} bits`);
    if (width > 0 || second) checkRuns(view, at + 1, body.length, width, values);
  } else if (encoding === 'BYTE_STREAM_SPLIT') budget.spend(values * (column.element.type_length ?? 8));
  else if (encoding?.startsWith('DELTA_') && values > 0) checkDeltas(view, at, values, encoding, budget);
}

/** Number of definition levels that mark a value. */
function present(view: DataView, offset: number, length: number | undefined, count: number): number {
  const levels = new Uint8Array(count);
  readRleBitPackedHybrid({ view, offset }, 1, levels, length);
  return levels.reduce((sum, level) => sum + level, 0);
}

/** Walks over the runs of the hybrid RLE and bit-packing encoding. */
function checkRuns(view: DataView, from: number, to: number, width: number, count: number): void {
  if (to > view.byteLength) throw new Error('levels that end after their page');
  let at = from;
  for (let seen = 0; seen < count; ) {
    const [head, next] = varint(view, at);
    const isPacked = head % 2 === 1;
    const length = isPacked ? 8 * ((head - 1) / 2) : head / 2;
    if (length > count - seen + (isPacked ? FILLED_UP : 0)) throw new Error(`a run of ${length} values`);
    at = next + (isPacked ? (length / 8) * width : Math.ceil(width / 8));
    seen += length;
  }
}

function checkDeltas(view: DataView, at: number, count: number, encoding: string, budget: FileBudget): void {
  const reader = { view, offset: at };
  const decode = (): Int32Array => {
    checkBlocks(view, reader.offset);
    const lengths = new Int32Array(count);
    deltaBinaryUnpack(reader, count, lengths);
    return lengths;
  };
  if (encoding !== 'DELTA_BYTE_ARRAY') checkBlocks(view, at);
  else {
    // Each text shares a prefix with the previous one.
    const [prefixes, suffixes] = [decode(), decode()];
    let length = 0;
    for (let i = 0; i < count; i++) {
      if (prefixes[i]! < 0 || prefixes[i]! > length || suffixes[i]! < 0)
        throw new Error('a string with an invalid prefix');
      length = prefixes[i]! + suffixes[i]!;
      budget.spend(length);
    }
  }
}

function checkBlocks(view: DataView, at: number): void {
  const [block, next] = varint(view, at);
  const [parts] = varint(view, next);
  const isSound = parts > 0 && block > 0 && block <= MOST_BLOCK && block % parts === 0;
  if (!isSound) throw new Error(`deltas in blocks of ${block} values in ${parts} parts`);
}

function varint(view: DataView, from: number): [value: number, next: number] {
  let value = 0;
  for (let at = from, shift = 0; shift < 35; at++, shift += 7) {
    const byte = view.getUint8(at);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at + 1];
  }
  throw new Error('an unterminated number');
}
