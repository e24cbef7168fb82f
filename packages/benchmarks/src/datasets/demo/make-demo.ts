import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { isAbandonedPart, partPath, writeDurably } from '@itinera/run';
import type { Benchmark } from '../../port/benchmark.js';
import { SYNTHETIC_MARK } from '../dataset.js';
import { demoPeople } from './demo-people.js';

/** Raised when cities or people are synthesized differently, so that old data are not mistaken for new. */
const VERSION = 3;
const SEED = 20190828;
/** Size of the city: large enough for trips of a few minutes, small enough for a first run in seconds. */
const RESIDENTS = 8_000;

/**
 * Returns the folder of a task's demo data and creates it when missing: a synthetic city, synthetic people and a synthetic
 * truth, the same on any machine. Nothing in it is real.
 */
export function demoDataset(home: string, { name, demo }: Pick<Benchmark, 'name' | 'demo'>): string {
  const folder = join(home, 'demo', `${name}-${VERSION}.${demo.version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  removeAbandoned(folder);
  // Written next to its place and moved there whole, so that two runs at once do not disturb each other.
  const draft = partPath(folder);
  try {
    writeDemo(draft, { name, demo });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Writes synthetic map, people and truth of a task into a folder. */
export function writeDemo(
  folder: string,
  { name, demo }: Pick<Benchmark, 'name' | 'demo'>,
  residents = RESIDENTS,
): void {
  const map = synthesizeCity({ seed: SEED, size: residents });
  const people = demoPeople(demo.population, map, SEED);
  const write = (file: string, content: string | Uint8Array) => writeDurably(join(folder, file), [content]);
  mkdirSync(join(folder, 'groundtruth'), { recursive: true });
  write('map.pb', writeMap(map));
  const entries = people.map(({ id, home: live, work, attributes }) => ({ id, home: live, work, ...attributes }));
  write('profiles.json', `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  for (const [file, bytes] of Object.entries(demo.truth(people, map, SEED))) write(join('groundtruth', file), bytes);
  write(
    SYNTHETIC_MARK,
    `# Synthetic data\n\nCity, people and ground truth of this folder are made up by a program (seed ${SEED}), to try ${name} without a\ndownload. They describe nobody. Scores on them say nothing about reality.\n`,
  );
}

/** Removes drafts of processes that were killed while writing them. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(dirname(folder)))
    if (name.startsWith(basename(folder)) && isAbandonedPart(name))
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
}
