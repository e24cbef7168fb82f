import type { ColumnMetaData } from 'hyparquet';
import { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { convert } from 'hyparquet/src/convert.js';
import type { ByteSource } from '../byte-source.js';
import type { OpenFile } from '../open-file.js';
import { lz4Block, lz4Hadoop } from '../unpack/lz4.js';
import { snappyBlock } from '../unpack/snappy.js';
import { unpackZstd } from '../unpack/zstd.js';
import { type ColumnDecoder, checkDictionary, checkHeader, checkValues, type PageHeader } from './check-page.js';
import { checkThrift } from './check-thrift.js';

/** Bytes read first to find a page header, and the maximum, because a header may hold statistics. */
const HEADER_BYTES = [1 << 12, 1 << 20] as const;
/** Bytes read at once. */
const WINDOW_BYTES = 1 << 20;

type Values = ArrayLike<unknown>;
const NOTHING: Values = [];

/** The values of a column in a row group, one page at a time. */
export class ColumnPages {
  values = NOTHING;
  /** Index of the first value that has not been read. */
  next = 0;
  #at: number;
  readonly #end: number;
  #dictionary: Values | undefined;
  #window = { start: 0, bytes: new Uint8Array(0) };

  constructor(
    private readonly file: OpenFile,
    private readonly source: ByteSource,
    private readonly column: ColumnDecoder,
    { dictionary_page_offset, data_page_offset, total_compressed_size }: ColumnMetaData,
  ) {
    this.#at = Number(dictionary_page_offset || data_page_offset);
    this.#end = this.#at + Number(total_compressed_size);
    if (!(this.#at >= 0 && this.#end >= this.#at && this.#end <= source.size))
      throw new Error(`a column at ${this.#at} to ${this.#end} of ${source.size} bytes`);
  }

  get left(): number {
    return this.values.length - this.next;
  }

  /** Moves to the next page with values after the last value has been read. */
  async fill(): Promise<void> {
    while (this.left === 0 && this.#at < this.#end - 1) await this.#page();
  }

  async #page(): Promise<void> {
    const { header, start } = await this.#header();
    const values = checkHeader(header, this.file.budget);
    const end = start + header.compressed_page_size;
    if (end > this.#end)
      throw new Error(`a page of ${header.compressed_page_size} bytes in ${this.#end - start} bytes`);
    this.#at = end;
    if (values === undefined) return;
    const body = await this.#body(header, await this.#bytes(start, end));
    const plain: PageHeader = {
      ...header,
      compressed_page_size: body.length,
      uncompressed_page_size: body.length,
      ...(header.data_page_header_v2 && {
        data_page_header_v2: { ...header.data_page_header_v2, is_compressed: false },
      }),
    };
    if (header.type === 'DICTIONARY_PAGE') checkDictionary(body, values);
    else checkValues(body, header, this.column, this.file.budget);
    const reader = { view: new DataView(body.buffer, body.byteOffset, body.length), offset: 0 };
    const { data } = readPage(
      reader,
      plain,
      { ...this.column, codec: 'UNCOMPRESSED' },
      this.#dictionary as never,
      undefined,
      0,
    );
    if (header.type === 'DICTIONARY_PAGE') this.#dictionary = convert(data as never, this.column);
    else {
      this.values = data ?? NOTHING;
      this.next = 0;
      if (this.values.length !== values) throw new Error(`${this.values.length} values in a page of ${values}`);
    }
  }

  async #header(): Promise<{ header: PageHeader; start: number }> {
    for (const most of HEADER_BYTES) {
      const bytes = await this.#bytes(this.#at, Math.min(this.#at + most, this.#end));
      try {
        const length = checkThrift(bytes, 0, bytes.length);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        return { header: parquetHeader({ view, offset: 0 }), start: this.#at + length };
      } catch (error) {
        if (bytes.length < most || most === HEADER_BYTES[1]) throw error;
      }
    }
    throw new Error('a page has no header');
  }

  /** An uncompressed page. The levels of version 2 pages are never compressed. */
  async #body(header: PageHeader, bytes: Uint8Array): Promise<Uint8Array> {
    const { uncompressed_page_size: length, data_page_header_v2: second } = header;
    const levels = second ? second.definition_levels_byte_length + second.repetition_levels_byte_length : 0;
    if (levels > length || levels > bytes.length) throw new Error(`levels of ${levels} bytes in a page of ${length}`);
    // A page of nulls alone has no values; some writers pack even nothing.
    if (second && levels === length) return bytes.subarray(0, levels);
    const isPacked = this.column.codec !== 'UNCOMPRESSED' && second?.is_compressed !== false;
    if (!isPacked) {
      if (bytes.length !== length) throw new Error(`a page of ${bytes.length} bytes, but ${length} are declared`);
      return bytes;
    }
    const unpacked = await this.#unpack(bytes.subarray(levels), length - levels);
    if (levels === 0) return unpacked;
    const body = new Uint8Array(length);
    body.set(bytes.subarray(0, levels));
    body.set(unpacked, levels);
    return body;
  }

  async #unpack(bytes: Uint8Array, length: number): Promise<Uint8Array> {
    const { codec } = this.column;
    if (codec === 'SNAPPY') return snappyBlock(bytes, length);
    if (codec === 'GZIP') return this.file.unpack('gzip', bytes, length);
    if (codec === 'BROTLI') return this.file.unpack('brotli', bytes, length);
    if (codec === 'ZSTD') return unpackZstd(bytes, length);
    if (codec === 'LZ4') return lz4Hadoop(bytes, length);
    if (codec === 'LZ4_RAW') return lz4Block(bytes, length);
    throw new Error(`compressed with ${codec}, which is not supported`);
  }

  async #bytes(from: number, to: number): Promise<Uint8Array> {
    const { start, bytes } = this.#window;
    if (from < start || to > start + bytes.length) {
      const end = Math.min(this.#end, Math.max(to, from + WINDOW_BYTES));
      this.#window = { start: from, bytes: new Uint8Array(await this.source.read(from, end)) };
      return this.#window.bytes.subarray(0, to - from);
    }
    return bytes.subarray(from - start, to - start);
  }
}
