import { randomInt } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isAlive } from './is-alive.js';

const HOST = hostname()
  .replace(/[^\w-]/g, '_')
  .slice(0, 64);
/** Starts anywhere: a process may load this module twice, such as two versions of the library. */
let taken = randomInt(2 ** 40);

/** Folders in which this thread has removed abandoned parts. */
const tidied = new Set<string>();
const MOST_TIDIED = 100;

/**
 * A name next to `target` under which it is written until it is complete: `results.json.host-4711-0-52093.part`. It contains
 * host, process, thread and a number, so that it has one writer, even among machines that share the disk. The first
 * part in a folder removes the files left there by killed processes.
 */
export function partPath(target: string): string {
  tidy(dirname(resolve(target)));
  return `${target}.${HOST}-${process.pid}-${threadId}-${taken++}.part`;
}

/**
 * Creates a folder for a command's temporary files. The caller removes it; if the command is killed, the next command does.
 */
export function scratchFolder(name: string): string {
  const path = partPath(join(tmpdir(), name));
  mkdirSync(path, { mode: 0o700 });
  return path;
}

/**
 * True for a part that will never be completed: written by a process of this machine that has ended, or by an earlier
 * version.
 */
export function isAbandonedPart(name: string): boolean {
  return name.endsWith('.part') && (writerOf(name) === null || isOfDeadProcess(name));
}

function isOfDeadProcess(name: string): boolean {
  const writer = writerOf(name);
  return writer !== null && writer.host === HOST && !isAlive(writer.pid);
}

function writerOf(name: string): { readonly host: string; readonly pid: number } | null {
  const [, host, pid] = /\.([\w-]+)-(\d{1,10})-\d+-\d+\.part$/.exec(name) ?? [];
  return host === undefined ? null : { host, pid: Number(pid) };
}

function tidy(folder: string): void {
  if (tidied.has(folder)) return;
  if (tidied.size === MOST_TIDIED) tidied.clear();
  tidied.add(folder);
  try {
    for (const name of readdirSync(folder)) if (isOfDeadProcess(name)) removeOwn(join(folder, name));
  } catch {
    // Whoever writes there reports what is wrong with the folder.
  }
}

/** In a shared folder, names chosen by other users prove nothing. */
function removeOwn(path: string): void {
  if (lstatSync(path).uid === (process.getuid?.() ?? 0)) rmSync(path, { recursive: true, force: true });
}
