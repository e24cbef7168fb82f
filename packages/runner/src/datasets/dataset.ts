import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { type RelocationReport, relocate } from '@itinera/benchmarks';
import type { CityMap } from '@itinera/city';
import type { Profile } from '@itinera/engine';
import { datasetHash, MAP_FILES, PROFILE_FILES, type RunManifest } from '@itinera/run';
import { readProfiles } from './read-profiles.js';
import { sampleHouseholds } from './sample-households.js';
import { isSynthetic, TRUTH } from './synthetic.js';

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
  /** The people of whom the profiles are a random sample; null if they are everyone. */
  readonly sampledFrom: readonly Profile[] | null;
}

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
    sampledFrom: null,
  };
}

/** A dataset with a random sample of its people; the dataset itself if it has no more. */
export function sampleDataset(dataset: Dataset, people: number, seed: number): Dataset {
  const all = dataset.profiles;
  return people >= all.length
    ? dataset
    : { ...dataset, profiles: sampleHouseholds(all, people, seed), sampledFrom: all };
}

/** The dataset of a run, with the sample that the run has drawn. @throws UserError when it is missing or invalid */
export function readDatasetOfRun({
  dataset: { folder, sampledFrom },
  people,
  seed,
}: Pick<RunManifest, 'dataset' | 'people' | 'seed'>): Dataset {
  const dataset = readDataset(folder);
  return sampledFrom === undefined ? dataset : sampleDataset(dataset, people, seed);
}

/** Returns the ground truth of a dataset: `groundtruth/` in its folder; null without one. */
export function truthFolderOf(folder: string): string | null {
  const truth = join(folder, TRUTH);
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
