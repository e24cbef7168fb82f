import type { AsyncBuffer, FileMetaData } from 'hyparquet';

/** Bytes in which a page's header is looked for first, and at most, since it may hold statistics. */
const HEADER_BYTES = [1 << 12, 1 << 20] as const;

/** Lengths that decoding goes by, in the parts of a page's header; one that is missing is never reached, and one below 0 neither. */
const LENGTHS = {
  data_page_header: ['num_values'],
  dictionary_page_header: ['num_values'],
  data_page_header_v2: ['num_values', 'num_rows', 'definition_levels_byte_length', 'repetition_levels_byte_length'],
} as const;

const PARTS = {
  DATA_PAGE: 'data_page_header',
  DICTIONARY_PAGE: 'dictionary_page_header',
  DATA_PAGE_V2: 'data_page_header_v2',
} as const;

/**
 * Goes from page to page of a Parquet file without unpacking one. A damaged header makes hyparquet read the same byte for
 * ever, so this comes first.
 *
 * @param columns names of those that are going to be read, which are not nested
 * @throws Error when the lengths in a header cannot be: missing, below 0, or more than the chunk of the column has
 */
export async function checkParquet(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
): Promise<void> {
  for (const { columns: chunks, num_rows } of metadata.row_groups)
    for (const { meta_data: chunk } of chunks) {
      if (chunk === undefined || !columns.includes(chunk.path_in_schema[0]!)) continue;
      let at = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
      const end = at + Number(chunk.total_compressed_size);
      for (let rows = 0; rows < Number(num_rows) && at < end - 1; ) {
        const page = await pageAt(file, at, end);
        at = page.next;
        rows += page.rows;
      }
    }
}

/** @returns how many rows a page has, and where the next one begins */
async function pageAt(file: AsyncBuffer, at: number, end: number): Promise<{ rows: number; next: number }> {
  const { parquetHeader } = await import('hyparquet/src/column.js');
  for (const bytes of HEADER_BYTES) {
    const view = new DataView(await file.slice(at, Math.min(at + bytes, end)));
    const reader = { view, offset: 0 };
    let header: ReturnType<typeof parquetHeader>;
    try {
      header = parquetHeader(reader);
    } catch (error) {
      if (bytes === HEADER_BYTES[1] || at + bytes >= end) throw error;
      continue;
    }
    const next = at + reader.offset + length(header.compressed_page_size, 'compressed_page_size');
    length(header.uncompressed_page_size, 'uncompressed_page_size');
    if (next > end) throw new Error(`a page of ${header.compressed_page_size} bytes in a column of ${end - at} bytes`);
    const name = PARTS[header.type as keyof typeof PARTS];
    if (name === undefined) return { rows: 0, next };
    const part = header[name] as Readonly<Record<string, unknown>> | undefined;
    for (const field of LENGTHS[name]) length(part?.[field], field);
    return { rows: name === 'dictionary_page_header' ? 0 : (part!.num_values as number), next };
  }
  throw new Error('a page without a header');
}

function length(value: unknown, field: string): number {
  if (typeof value !== 'number' || !(value >= 0)) throw new Error(`a page with ${field} ${value}`);
  return value;
}
