import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';

let taken = 0;

/** A name beside a file under which it is written until it is whole; nobody else writes to it, on this machine or another. */
export function temporaryPath(path: string): string {
  return `${path}.${hostname()}-${process.pid}-${threadId}-${taken++}.tmp`;
}
