import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CityMap } from '@itinera/city';
import type { Profile } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { datasetHash, MAP_FILES, PROFILE_FILES } from '@itinera/run';
import { readProfiles } from './read-profiles.js';
import { type RelocationReport, relocate } from './relocate.js';

/** People, their city, and the truth about their movement. */
export interface Dataset {
  readonly folder: string;
  readonly profiles: readonly Profile[];
  /** The map file of the dataset; null if it has none and `--map` is required. */
  readonly mapPath: string | null;
  /** The folder of the ground truth; null if there is none and nothing can be scored. */
  readonly truthFolder: string | null;
  /** SHA-256 of the profiles as read, and of the move to another city. */
  readonly hash: string;
  /** True for synthetic data, which are always marked as such. */
  readonly synthetic: boolean;
  /** Seed of the move to another city; null if the people were not moved. */
  readonly relocated: number | null;
}

/** A folder with this file contains synthetic data. */
export const SYNTHETIC_MARK = 'SYNTHETIC.md';

/** @throws UserError when the folder contains no profiles, or invalid ones. */
export function readDataset(folder: string): Dataset {
  const profilesPath = PROFILE_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (profilesPath === undefined)
    throw new UserError(
      `${folder} contains no ${PROFILE_FILES.join(' or ')}. Pass the folder of a dataset with -d, or fetch one: asbench clone TASK`,
    );
  const { profiles, hash } = readProfiles(profilesPath);
  return {
    folder,
    profiles,
    mapPath: MAP_FILES.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? null,
    truthFolder: truthFolderOf(folder),
    hash,
    synthetic: isSynthetic(folder),
    relocated: null,
  };
}

export function isSynthetic(folder: string): boolean {
  return existsSync(join(folder, SYNTHETIC_MARK));
}

/** Returns the ground truth of a dataset: `groundtruth/` in its folder; null without one. */
export function truthFolderOf(folder: string): string | null {
  const truth = join(folder, 'groundtruth');
  return existsSync(truth) && statSync(truth).isDirectory() ? truth : null;
}

/** A dataset whose people were moved to a map. */
export function relocateDataset(
  dataset: Dataset,
  { map, hash }: { readonly map: CityMap; readonly hash: string },
  seed: number,
): { readonly dataset: Dataset; readonly report: RelocationReport } {
  const { profiles, report } = relocate(dataset.profiles, map, seed);
  return { dataset: { ...dataset, profiles, hash: datasetHash(dataset.hash, hash, seed), relocated: seed }, report };
}
