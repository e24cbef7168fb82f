import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { type CallRecord, readCall } from '../calls/read-call.js';
import { scanCallFile } from './scan-call-file.js';

/**
 * Reads one call of a `calls.ndjson` by its number, from 0; damaged lines do not count.
 * @returns null if there is no such file, undefined if it has fewer calls or the call's texts are damaged
 */
export function readCallAt(path: string, number: number): CallRecord | null | undefined {
  if (!existsSync(path)) return null;
  const file = openSync(path, 'r');
  try {
    let [seen, at, size] = [0, 0, 0];
    scanCallFile(file, (_, offset, length) => {
      if (seen++ === number) [at, size] = [offset, length];
    });
    if (seen <= number) return undefined;
    const line = Buffer.alloc(size);
    readSync(file, line, 0, size, at);
    return readCall(line) ?? undefined;
  } finally {
    closeSync(file);
  }
}
