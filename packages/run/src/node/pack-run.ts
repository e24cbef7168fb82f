import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { pieceBytes, requireEnd, requireUnchanged, writeDurably } from '@itinera/base/node';
import { zipPieces } from '@itinera/tables/node';
import { filesOf } from './checksums.js';
import type { RunFolder } from './run-folder.js';

const READ_BYTES = 2 ** 20;

/**
 * Writes a run folder as a zip archive, without locks and unfinished files. The same folder gives the same bytes.
 * @throws UserError when it exceeds 4 GB.
 */
export function packRun(folder: RunFolder, target: string): void {
  const sums = ['checksums.json', 'checksums.json.sig'].filter((name) => existsSync(join(folder.path, name)));
  const files = [...filesOf(folder), ...sums].sort().map((name) => ({
    name: `${folder.name}/${name}`,
    pieces: piecesOf(join(folder.path, name)),
  }));
  writeDurably(target, zipPieces(target, files));
}

function* piecesOf(path: string): Generator<Uint8Array> {
  const stats = requireEnd(path);
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = Buffer.allocUnsafe(pieceBytes(stats, READ_BYTES));
      const read = readSync(file, bytes);
      requireUnchanged(path, stats, fstatSync(file));
      if (read === 0) return;
      yield bytes.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}
