import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, partPath, writeDurably } from '@itinera/base/node';
import type { Benchmark } from '../port/benchmark.js';
import { demoWorld } from './demo-world.js';

/** Raised when cities or people are synthesised differently, so that old data are not mistaken for new. */
const VERSION = 3;

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
    writeDemo(draft, { name, demo });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Writes the synthetic data of a task into a folder. */
export function writeDemo(folder: string, task: Pick<Benchmark, 'name' | 'demo'>): void {
  makeFolder(join(folder, 'groundtruth'));
  for (const [file, content] of Object.entries(demoWorld(task).files)) writeDurably(join(folder, file), [content]);
}
