import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isFileError } from '@itinera/base';
import { makeFolder, partPath, writeDurably } from '@itinera/base/node';
import { readMap, writeMap } from '@itinera/city';
import type { Benchmark } from '../port/benchmark.js';
import { type DemoOptions, type DemoWorld, demoTown, demoWorld } from './demo-world.js';
import { READY_HOME } from './ready-home.js';

/** Raised when cities or people are synthesised differently, so that old data are not mistaken for new. */
const VERSION = 3;
const TOWN = `demo-town-${VERSION}.pb`;

/**
 * Returns the folder of a task's demo data and creates it when missing: a synthetic city, synthetic people and a synthetic
 * truth, the same on any machine. Nothing in it is real.
 */
export function demoDataset(home: string, { name, demo }: Pick<Benchmark, 'name' | 'demo'>): string {
  const folder = join(home, 'demo', `${name}-${VERSION}.${demo.version}`);
  if (existsSync(folder)) return folder;
  makeFolder(dirname(folder));
  // Written next to its place and moved there whole, so that two runs at once do not disturb each other.
  const draft = partPath(folder);
  try {
    const ready = readyFiles(basename(folder));
    if (ready) {
      writeFiles(draft, ready);
      copyReadyCache(join(home, 'cache'));
    } else writeDemo(draft, { name, demo }, demo.city === undefined ? { city: sharedTown(join(home, 'cache')) } : {});
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Writes the synthetic data of a task into a folder. */
export function writeDemo(folder: string, task: Pick<Benchmark, 'name' | 'demo'>, options: DemoOptions = {}): void {
  writeFiles(folder, demoWorld(task, options).files);
}

function writeFiles(folder: string, files: DemoWorld['files']): void {
  makeFolder(join(folder, 'groundtruth'));
  for (const [file, content] of Object.entries(files)) writeDurably(join(folder, file), [content]);
}

/** The files of a demo that is shipped; null if it is not, or not completely. */
function readyFiles(demo: string): DemoWorld['files'] | null {
  const folder = join(READY_HOME, 'demo', demo);
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const read = files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), readFileSync(path)] as const;
    });
    return { ...Object.fromEntries(read), 'map.pb': readFileSync(join(READY_HOME, 'cache', TOWN)) };
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
}

/** Copies the town, and its map and routes as they are prepared for runs, if they are there too. */
function copyReadyCache(cacheFolder: string): void {
  const from = join(READY_HOME, 'cache');
  try {
    makeFolder(cacheFolder);
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const path = join(cacheFolder, entry.name);
      if (entry.isFile() && !existsSync(path)) writeDurably(path, [readFileSync(join(from, entry.name))]);
    }
  } catch {
    // Without them, this run and the next demo take longer.
  }
}

/** The town of the demos of a home, which takes a second to create: it is shipped, or the first demo keeps it for the others. */
function sharedTown(cacheFolder: string): NonNullable<DemoOptions['city']> {
  const path = join(cacheFolder, TOWN);
  for (const known of [path, join(READY_HOME, 'cache', TOWN)]) {
    try {
      const file = readFileSync(known);
      return { map: readMap(file), file };
    } catch {
      // It is missing or damaged, and is made anew.
    }
  }
  const map = demoTown();
  const file = writeMap(map);
  try {
    makeFolder(cacheFolder);
    writeDurably(path, [file]);
  } catch {
    // Without it, the next demo takes longer.
  }
  return { map, file };
}
