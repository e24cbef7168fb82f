import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { MAP_FILES, PROFILE_FILES } from '@itinera/run';
import { readProfiles } from './read-profiles.js';

/** People, the city they live in, and what is known of how they really move. */
export interface Dataset {
  readonly folder: string;
  readonly profiles: readonly Profile[];
  /** The map file that the dataset brings; null when it has none and `--map` is needed. */
  readonly mapPath: string | null;
  /** The folder of the ground truth; null when the dataset comes without, and nothing can be scored. */
  readonly truthFolder: string | null;
  /** SHA-256 of the profiles as read, and of the move to another city. */
  readonly hash: string;
  /** True for made-up data, which are called so wherever they show. */
  readonly synthetic: boolean;
  /** Seed of the move to another city than the one the profiles were made for; null when nobody was moved. */
  readonly relocated: number | null;
}

/** A folder with this file holds made-up data. */
export const SYNTHETIC_MARK = 'SYNTHETIC.md';

/** @throws UserError when the folder holds no profiles, or bad ones. */
export function readDataset(folder: string): Dataset {
  const profilesPath = PROFILE_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (profilesPath === undefined)
    throw new UserError(
      `${folder}: holds no ${PROFILE_FILES.join(' or ')}. Pass the folder of a dataset with -d, or fetch one: asbench clone TASK`,
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

/** The ground truth of a dataset: `groundtruth/` in its folder, or the folder itself when it is one. */
export function truthFolderOf(folder: string): string | null {
  const truth = join(folder, 'groundtruth');
  return existsSync(truth) && statSync(truth).isDirectory() ? truth : null;
}
