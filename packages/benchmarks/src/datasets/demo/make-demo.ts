import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { synthesizeCity, writeMap } from '@itinera/city';
import type { Benchmark } from '../../port/benchmark.js';
import { SYNTHETIC_MARK } from '../dataset.js';
import { demoPeople } from './demo-people.js';

/** Raised when the demo data change, so that old ones are not taken for new. */
const VERSION = 3;
const SEED = 20190828;
/** Of the city: large enough for ways of a few minutes, small enough for a first run in seconds. */
const RESIDENTS = 8_000;
/**
 * The folder of the demo data of a task, made when it is not there: a synthetic city, synthetic people and a synthetic
 * truth, the same on any machine. Nothing in it is real.
 */
export function demoDataset(home: string, { name, demo }: Pick<Benchmark, 'name' | 'demo'>): string {
  const folder = join(home, 'demo', `${name}-${VERSION}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  // Made beside its place and moved there whole: two runs at once do not disturb each other.
  const draft = mkdtempSync(`${folder}.`);
  const map = synthesizeCity({ seed: SEED, size: RESIDENTS });
  const people = demoPeople(demo.population, map, SEED);
  mkdirSync(join(draft, 'groundtruth'));
  writeFileSync(join(draft, 'map.pb'), writeMap(map));
  const entries = people.map(({ id, home: live, work, attributes }) => ({ id, home: live, work, ...attributes }));
  writeFileSync(join(draft, 'profiles.json'), `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  for (const [name, bytes] of Object.entries(demo.truth(people, map, SEED)))
    writeFileSync(join(draft, 'groundtruth', name), bytes);
  writeFileSync(
    join(draft, SYNTHETIC_MARK),
    `# Synthetic data\n\nCity, people and ground truth of this folder are made up by a program (seed ${SEED}), to try ${name} without a\ndownload. They describe nobody. Scores on them say nothing about reality.\n`,
  );
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
