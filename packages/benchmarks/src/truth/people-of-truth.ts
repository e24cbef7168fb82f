import { existsSync, readdirSync, statSync } from 'node:fs';
import { UserError } from '@itinera/metrics';
import type { KnownPeople } from '@itinera/mobility';
import { truthFolderOf } from '../datasets/dataset.js';
import { readHurricaneMobilityTruth } from '../hurricane-mobility/read-truth.js';
import { dailyPeople } from './daily-people.js';

const HURRICANE = 'hurricane_groundtruth.json';

/** The folder of a truth: itself, or `groundtruth` in the folder of a dataset; null when it is none. */
export function truthFolder(path: string): string | null {
  if (!existsSync(path) || !statSync(path).isDirectory()) return null;
  const folder = truthFolderOf(path) ?? path;
  return readdirSync(folder).some((name) => name.endsWith('.npy') || name === HURRICANE) ? folder : null;
}

/**
 * What a truth knows of its people.
 *
 * @param activities numbers of activities by name; those of the truth are added
 * @throws UserError when it knows nothing of single people, or is damaged
 */
export function peopleOfTruth(folder: string, activities: Map<string, number>): KnownPeople {
  if (!existsSync(`${folder}/${HURRICANE}`)) return dailyPeople(folder, activities);
  readHurricaneMobilityTruth(folder);
  throw new UserError(
    `${folder}: holds counts of trips by hour, before, during and after a hurricane, of all people together: no positions and no single person, so that no measure can be compared with its interval and ceiling. Score a run against it: asbench evaluate HurricaneMobility RESULTS`,
  );
}
