import { appendFileSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isFileError, UserError } from '@itinera/base';
import { makeFolder } from '@itinera/base/node';
import { type Benchmark, openBenchmark } from '@itinera/benchmarks';
import { sha256 } from './hashes.js';
import { hashSources } from './keep-source.js';

/** The files that the user has named on a command line, one per line. The file is in the home, where no run folder can change it. */
const RECORD = 'named-files.jsonl';

/** A file, and its use. */
export interface NamedFile {
  readonly use: 'agent' | 'benchmark' | 'configuration';
  readonly file: string;
  /** The interpreter of an agent. */
  readonly python?: string;
}

/** Opens a benchmark that the user has named, and records its file. */
export async function openNamed(home: string, task: string): Promise<Benchmark> {
  const benchmark = await openBenchmark(task);
  if (benchmark.file !== undefined) vouchFor(home, { use: 'benchmark', file: benchmark.file });
  return benchmark;
}

/** Records that the user has named a file. @param copy place of a copy of it; default: the file itself */
export function vouchFor(home: string, named: NamedFile, copy = named.file): void {
  try {
    const line = lineOf(home, named, copy);
    makeFolder(home);
    if (!linesOf(home).includes(line)) appendFileSync(join(home, RECORD), `${line}\n`);
  } catch (error) {
    // The file is used all the same; later it has to be named again.
    if (!isFileError(error)) throw error;
  }
}

/**
 * Whether the user has named a file in this home. Code must be unchanged since, with its imports from its folder; a
 * configuration may change.
 */
export function isVouchedFor(home: string, named: NamedFile): boolean {
  return existsSync(named.file) && linesOf(home).includes(lineOf(home, named, named.file));
}

/** The error for a file that a run folder names and the user does not. @param remedy how to allow it */
export function notVouchedFor(run: string, { use, file }: NamedFile, remedy: string): UserError {
  const orChanged = use === 'configuration' ? '' : ', or it has changed since';
  return new UserError(
    `${run}: its ${use} ${file} was not used, because you have not named that file in this home${orChanged}. ${remedy}`,
  );
}

function lineOf(home: string, { use, file, python }: NamedFile, path: string): string {
  const hash = use === 'configuration' ? null : sha256(JSON.stringify(hashSources(file)));
  // Relative, because the home may be mounted elsewhere together with the file.
  return JSON.stringify([use, relative(realPath(home), realPath(path)).replaceAll('\\', '/'), hash, python ?? null]);
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

function linesOf(home: string): string[] {
  const path = join(home, RECORD);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
}
