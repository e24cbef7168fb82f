import type { Chunks } from '../byte-source.js';
import type { OpenFile } from '../open-file.js';
import type { OnStart } from '../row.js';
import { CsvScanner } from './csv-scanner.js';

const NOTHING = new Uint8Array(0);

/**
 * Reads CSV row by row. One piece of the text is in memory, beside what is kept.
 * @returns the scanner, which has counted
 */
export async function scanCsv(name: string, chunks: Chunks, onStart: OnStart): Promise<CsvScanner> {
  const scanner = new CsvScanner(name, onStart);
  let rest = NOTHING;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : joined(rest, chunk);
    // A copy, since the chunk may be used again.
    rest = bytes.slice(scanner.scan(bytes, false));
  }
  scanner.scan(rest, true);
  return scanner;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

export async function readCsv(file: OpenFile, onStart: OnStart): Promise<void> {
  const { decimalCommas } = await scanCsv(file.name, file.chunks(), onStart);
  if (decimalCommas > 0) file.note(`${decimalCommas} numbers have a decimal comma; it was read as a point.`);
}
