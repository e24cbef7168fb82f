import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFileError } from '@itinera/base';
import { makeFolder, readWithin, writeDurably } from '@itinera/base/node';
import { RunFolder, VERSION } from '@itinera/run';
import type { RunItem } from '../wire/runs.js';
import type { Calls } from './calls/calls.js';
import { listRun, UNKNOWN } from './run-list.js';

/** Increases when the same fields of a run are read differently. */
const INDEX_VERSION = 2;
/** Runs that are read anew before the index is written again. */
const MANY = 100;
const MOST_BYTES = 64_000_000;

interface Entry {
  readonly stamp: string;
  readonly item: RunItem;
}

/**
 * The facts of the runs of a folder, each read once while its files stay as they are. They are kept in the cache, so that
 * 10,000 runs are not read again by the next program; the file can be deleted at any time.
 */
export class RunIndex {
  readonly #runsFolder: string;
  readonly #path: string;
  readonly #calls: Calls;
  #entries: Map<string, Entry> | null = null;
  /** Runs that were read since the index was written. */
  #fresh = 0;

  /** @param cache folder of the kept index */
  constructor(runsFolder: string, cache: string, calls: Calls) {
    this.#runsFolder = runsFolder;
    const key = createHash('sha256')
      .update(JSON.stringify([VERSION, INDEX_VERSION, Object.keys(UNKNOWN), runsFolder]))
      .digest('hex')
      .slice(0, 16);
    this.#path = join(cache, `runs-${key}.json`);
    this.#calls = calls;
  }

  item(name: string): RunItem {
    return this.#read(name).item;
  }

  items(names: readonly string[]): RunItem[] {
    const read = names.map((name) => [name, this.#read(name)] as const);
    if (names.length > 1) this.#entries = new Map(read);
    if (this.#fresh >= MANY) this.#write();
    return read.map(([, { item }]) => item);
  }

  /** A run from the index, or its folder if a file has changed. */
  #read(name: string): Entry {
    const folder = new RunFolder(join(this.#runsFolder, name));
    const stamp = stampOf(folder);
    const found = this.#known().get(name);
    if (stamp !== '' && found?.stamp === stamp) return found;
    const item = listRun(this.#runsFolder, name, this.#calls.tally(folder));
    // Of other runs, more than these files may change; calls are counted in the background.
    const isFinal = item.state === 'finished' && item.trouble === null && item.calls !== null;
    const entry = { stamp: isFinal ? stamp : '', item };
    this.#known().set(name, entry);
    if (isFinal) this.#fresh++;
    return entry;
  }

  #known(): Map<string, Entry> {
    this.#entries ??= readIndex(this.#path);
    return this.#entries;
  }

  #write(): void {
    this.#fresh = 0;
    const kept = [...this.#known()].filter(([, { stamp }]) => stamp !== '');
    try {
      makeFolder(join(this.#path, '..'));
      writeDurably(this.#path, [JSON.stringify(kept)]);
    } catch (error) {
      // The list works without, such as in a home that cannot be written to.
      if (!isFileError(error)) throw error;
    }
  }
}

/** Changes when a file is written from which a finished run is listed; empty without a manifest. */
function stampOf({ path, scoresPath, callsPath }: RunFolder): string {
  const stats = [join(path, 'run.json'), scoresPath, callsPath].map((file) =>
    statSync(file, { throwIfNoEntry: false }),
  );
  if (stats[0] === undefined) return '';
  return stats.map((file) => (file ? `${file.mtimeMs}/${file.size}/${file.ino}` : '')).join(' ');
}

function readIndex(path: string): Map<string, Entry> {
  try {
    if (!existsSync(path)) return new Map();
    return new Map(JSON.parse(readWithin(path, MOST_BYTES).toString()) as [string, Entry][]);
  } catch {
    return new Map();
  }
}
