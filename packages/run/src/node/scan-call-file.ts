import fs from 'node:fs';
import { beyondLimits, limitOf, UserError } from '@itinera/base';
import { pieceBytes } from '@itinera/base/node';
import type { CallHead } from '../calls/call-head.js';
import { type CallScan, scanCalls } from '../calls/scan-calls.js';

/** Small enough to stay in the processor's cache between reading and scanning. */
const CHUNK_BYTES = 2 ** 20;

/** Receives a call, the position of its line in the file, and the line, which is valid until it returns. */
type VisitLine = (head: CallHead, offset: number, length: number, line: Buffer) => void;

/**
 * `scanCalls` for an open file, one chunk at a time.
 * @throws UserError if the file is a device, or has a line beyond the guard's limit
 */
export function scanCallFile(fd: number, visit: VisitLine, name = 'calls.ndjson'): CallScan {
  const stats = fs.fstatSync(fd);
  if (stats.isCharacterDevice()) throw new UserError(`${name} is a device, not a file.`);
  let chunk = Buffer.allocUnsafe(pieceBytes(stats, CHUNK_BYTES));
  /** Bytes at the start of the chunk: the beginning of a line whose end has not been read. */
  let begun = 0;
  /** Position of the chunk in the file. */
  let offset = 0;
  let [damaged, repaired] = [0, 0];
  for (;;) {
    if (begun >= limitOf('callBytes'))
      throw beyondLimits(name, `has a line of more than ${limitOf('callBytes')} bytes`);
    if (begun === chunk.length) chunk = Buffer.concat([chunk], 2 * chunk.length);
    const read = fs.readSync(fd, chunk, begun, chunk.length - begun, offset + begun);
    const block = chunk.subarray(0, begun + read);
    const isEnd = read === 0;
    const scan = scanCalls(
      block,
      (head, start, length) => visit(head, offset + start, length, block.subarray(start, start + length)),
      {
        searched: begun,
        isStart: offset === 0,
        isEnd,
      },
    );
    damaged += scan.damaged;
    repaired += scan.repaired;
    if (isEnd) return { ...scan, end: offset + scan.end, damaged, repaired };
    chunk.copyWithin(0, scan.end, block.length);
    offset += scan.end;
    begun = block.length - scan.end;
  }
}
