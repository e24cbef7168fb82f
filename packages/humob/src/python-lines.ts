import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { requireUnchanged } from '@itinera/base/node';
import { PythonTextError } from './python-text.js';

/** The longest line held, in UTF-16 units; Python would fill the memory. */
const MAX_LINE = 1 << 24;

/**
 * `for line in open(path)`: UTF-8, lines ended by \n, \r\n or \r, without their ends. Python decodes 8192 bytes at a
 * time, so a byte that is not UTF-8 ends the reading before the lines of its own 8192 bytes are seen.
 *
 * @throws PythonError where Python raises: no such file, a directory, not UTF-8; UserError if the file changes meanwhile
 */
export function* pythonLines(path: string): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const bytes = new Uint8Array(8192);
  const file = attempt(path, () => openSync(path, 'r'));
  const stats = fstatSync(file);
  try {
    let pending = '';
    let heldReturn = ''; // a \r that may be half of a \r\n
    for (let count = -1; count !== 0; ) {
      count = attempt(path, () => readSync(file, bytes));
      const decoded = attempt(path, () => decoder.decode(bytes.subarray(0, count), { stream: count > 0 }));
      const text = heldReturn + decoded;
      heldReturn = count > 0 && text.endsWith('\r') ? '\r' : '';
      const lines = text.slice(0, text.length - heldReturn.length).split(/\r\n|\n|\r/);
      lines[0] = pending + lines[0];
      pending = lines.pop() as string;
      yield* lines;
      if (pending.length > MAX_LINE) {
        throw new PythonTextError(`MemoryError: a line of ${path} is longer than ${MAX_LINE}`);
      }
    }
    requireUnchanged(path, stats, fstatSync(file));
    if (pending !== '') yield pending;
  } finally {
    closeSync(file);
  }
}

const EXCEPTIONS: Readonly<Record<string, string>> = {
  ENOENT: 'FileNotFoundError: No such file or directory',
  EISDIR: 'IsADirectoryError: Is a directory',
  EACCES: 'PermissionError: Permission denied',
  ENOTDIR: 'NotADirectoryError: Not a directory',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'UnicodeDecodeError: not UTF-8',
};

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const exception = EXCEPTIONS[String(error.code)] ?? ('syscall' in error ? `OSError: ${error.message}` : undefined);
    throw exception === undefined ? error : new PythonTextError(`${exception}: ${path}`);
  }
}
