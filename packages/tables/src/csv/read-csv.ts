import type { Chunks } from '../byte-source.js';
import type { OpenFile } from '../open-file.js';
import type { OnStart } from '../row.js';
import { CsvScanner } from './csv-scanner.js';

const NOTHING = new Uint8Array(0);

/** Reads CSV row by row; only one chunk of the text is in memory at a time. Yields after each chunk. */
export async function* scanCsv(chunks: Chunks, scanner: CsvScanner): AsyncGenerator<void> {
  let rest = NOTHING;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : joined(rest, chunk);
    // A copy, because the chunk may be reused.
    rest = bytes.slice(scanner.scan(bytes, false));
    yield;
  }
  scanner.scan(rest, true);
  yield;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

export async function* readCsv(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const scanner = new CsvScanner(file.name, onStart);
  yield* scanCsv(file.chunks(), scanner);
  if (scanner.decimalCommas > 0)
    file.note(`${scanner.decimalCommas} numbers have a decimal comma, which was read as a decimal point.`);
}
