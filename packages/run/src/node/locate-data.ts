import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunManifest } from '../manifest.js';

/** Names of profiles and maps in a dataset's folder. */
export const PROFILE_FILES = ['profiles.json', 'profiles.jsonl'] as const;
export const MAP_FILES = ['map.pb', 'beijing.pb', 'columbia.pb'] as const;

const LARGEST = 2 ** 32;
const PIECE = 2 ** 24;

/** Locations of the data of a run if they have moved; the run may come from another machine. */
export interface DataPlace {
  /** The home whose datasets, demo data and maps are searched by hash. */
  readonly home: string;
  /** Folder of the dataset, or of all datasets. */
  readonly datasets?: string | undefined;
  readonly map?: string | undefined;
}

/**
 * The manifest with the local paths of its dataset and its map: the given ones, otherwise the recorded ones, otherwise
 * files with the same hash under the home. Paths that are not found stay unchanged.
 * @param hashOf for many runs: `rememberedHashes`
 */
export function locateData(manifest: RunManifest, place: DataPlace, hashOf: HashOf = hashOfFile): RunManifest {
  const folder = datasetFolder(manifest, place, hashOf);
  return {
    ...manifest,
    dataset: { ...manifest.dataset, folder },
    map: { ...manifest.map, path: mapPath(manifest, place, folder, hashOf) },
  };
}

function datasetFolder(manifest: RunManifest, { home, datasets }: DataPlace, hashOf: HashOf): string {
  const { task, dataset } = manifest;
  if (datasets !== undefined) return [join(datasets, task), datasets].find((path) => hasProfiles(path)) ?? datasets;
  const candidates = [dataset.folder, join(home, 'datasets', task), ...foldersOf(home)];
  return candidates.find((path) => isDataset(manifest, path, hashOf)) ?? dataset.folder;
}

function mapPath({ map }: RunManifest, { home, map: named }: DataPlace, dataset: string, hashOf: HashOf): string {
  if (named !== undefined) return named;
  const candidates = [dataset, ...foldersOf(home)].flatMap((folder) => MAP_FILES.map((name) => join(folder, name)));
  const others = filesOf(join(home, 'maps')).filter((path) => path.endsWith('.pb'));
  // The recorded path may now hold a different dataset.
  return [map.path, ...candidates, ...others].find((path) => hashOf(path) === map.hash) ?? map.path;
}

/** Whether the dataset and the map of a manifest are at their paths. */
export function dataAvailability(
  manifest: RunManifest,
  hashOf: HashOf = hashOfFile,
): { readonly dataset: boolean; readonly map: boolean } {
  const { dataset, map } = manifest;
  return { dataset: isDataset(manifest, dataset.folder, hashOf), map: hashOf(map.path) === map.hash };
}

/** The hash of a dataset from that of its profiles, and of a move of its people to another map. */
export function datasetHash(profiles: string, map: string, relocated: number | null): string {
  if (relocated === null) return profiles;
  return createHash('sha256')
    .update(JSON.stringify([profiles, map, relocated]))
    .digest('hex');
}

/** Folders with datasets and demo data of a home. */
function foldersOf(home: string): string[] {
  return ['datasets', 'people', 'demo']
    .flatMap((name) => filesOf(join(home, name)))
    .filter((path) => hasProfiles(path));
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

function hasProfiles(folder: string): boolean {
  return PROFILE_FILES.some((name) => existsSync(join(folder, name)));
}

function profilesHash(folder: string, hashOf: HashOf): string | null {
  const path = PROFILE_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));
  return path === undefined ? null : hashOf(path);
}

function isDataset({ dataset, map }: RunManifest, folder: string, hashOf: HashOf): boolean {
  const hash = profilesHash(folder, hashOf);
  return hash !== null && datasetHash(hash, map.hash, dataset.relocated) === dataset.hash;
}

/**
 * The SHA-256 of a file. Null for what can be neither profiles nor a map: it is no file, empty, larger than any map, or begins with
 * a zero byte.
 */
export type HashOf = (path: string) => string | null;

/** A file that changed just now may change again with the same timestamp. */
const MOMENT_MILLISECONDS = 2000;

/**
 * Remembers the hash of each file while its size and times are the same: many runs share a map.
 * @param now milliseconds since 1970
 */
export function rememberedHashes(now: () => number, hashOf: HashOf = hashOfFile): HashOf {
  const hashes = new Map<string, { readonly stamp: string; readonly hash: string | null }>();
  return (path) => {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (stats === undefined) return null;
    const stamp = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
    const known = hashes.get(path);
    if (known?.stamp === stamp) return known.hash;
    const hash = hashOf(path);
    if (now() - Number(stats.ctimeMs) > MOMENT_MILLISECONDS) hashes.set(path, { stamp, hash });
    return hash;
  };
}

function hashOfFile(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size === 0 || stats.size > LARGEST) return null;
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(Math.min(stats.size, PIECE));
    for (let at = 0, read = -1; read !== 0; at += read) {
      read = readSync(file, piece, 0, piece.length, at);
      if (at === 0 && piece[0] === 0) return null;
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
