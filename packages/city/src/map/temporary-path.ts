import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';

let taken = 0;

/** A name next to a file under which it is written until complete; no other process uses it, on this machine or another. */
export function temporaryPath(path: string): string {
  return `${path}.${hostname()}-${process.pid}-${threadId}-${taken++}.tmp`;
}
