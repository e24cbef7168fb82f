import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { isAlive } from './is-alive.js';

const HOST = hostname()
  .replace(/[^\w-]/g, '_')
  .slice(0, 64);
let taken = 0;

/**
 * A name next to `target` under which it is written until it is complete: `results.json.host-4711-0-3.part`. It contains
 * host, process, thread and a number, so that it has one writer, even among machines that share the disk.
 */
export function partPath(target: string): string {
  return `${target}.${HOST}-${process.pid}-${threadId}-${taken++}.part`;
}

/** True for a part that nobody will complete: of a process of this machine that is gone, or of an earlier version. */
export function isAbandonedPart(name: string): boolean {
  if (!name.endsWith('.part')) return false;
  const [, host, pid] = /\.([\w-]+)-(\d{1,10})-\d+-\d+\.part$/.exec(name) ?? [];
  return host === undefined || (host === HOST && !isAlive(Number(pid)));
}
