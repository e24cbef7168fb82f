import { existsSync, readdirSync, statSync } from 'node:fs';
import { UserError } from '@itinera/base';
import { readHurricaneMobilityTruth } from '@itinera/benchmarks';
import type { KnownPeople } from '@itinera/mobility';
import { truthFolderOf } from '../datasets/dataset.js';
import { isSynthetic } from '../datasets/synthetic.js';
import { dailyPeople } from './daily-people.js';

const HURRICANE = 'hurricane_groundtruth.json';

/** The folder of a truth: the folder itself, or `groundtruth` in a dataset; null when there is no truth. */
export function truthFolder(path: string): string | null {
  if (!existsSync(path) || !statSync(path).isDirectory()) return null;
  const folder = truthFolderOf(path) ?? path;
  return readdirSync(folder).some((name) => name.endsWith('.npy') || name === HURRICANE) ? folder : null;
}

/**
 * Reads the data per person in a truth.
 *
 * @param activities numbers of activities by name; those of the truth are added
 * @throws UserError if it has no data per person, or is damaged
 */
export function peopleOfTruth(folder: string, activities: Map<string, number>): KnownPeople {
  if (!existsSync(`${folder}/${HURRICANE}`))
    return { ...dailyPeople(folder, activities), synthetic: isSynthetic(folder) };
  readHurricaneMobilityTruth(folder);
  throw new UserError(
    `${folder} contains trip counts of the whole population by hour, before, during and after a hurricane. Without data per person, measures have no interval and no ceiling. Score a run against it instead: asbench evaluate HurricaneMobility RESULTS`,
  );
}
