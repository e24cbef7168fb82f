import type { Profile } from '@itinera/engine';
import type { RunManifest } from '@itinera/run';
import { peopleOf, readDatasetOfRun } from '@itinera/runner';

const KEPT = 2;
const known = new Map<string, ReadonlyMap<number, Profile>>();

/** The profiles of a run's dataset by id, with homes before any relocation; empty if they are not on this machine. */
export function profilesOf(manifest: RunManifest): ReadonlyMap<number, Profile> {
  const { dataset, people, seed } = manifest;
  const key = `${dataset.hash} ${people} ${seed} ${dataset.sampledFrom}`;
  const kept = known.get(key);
  if (kept) return kept;
  const profiles = new Map<number, Profile>();
  try {
    for (const profile of peopleOf(readDatasetOfRun(manifest), people)) profiles.set(profile.id, profile);
  } catch {
    // Everything else can be shown without profiles. They may appear later.
    return profiles;
  }
  known.set(key, profiles);
  for (const old of known.keys()) {
    if (known.size <= KEPT) break;
    known.delete(old);
  }
  return profiles;
}

/** The age of each person in the first line, and the texts of the profile, to be searched. */
export function profileTexts(manifest: RunManifest | null): (id: number) => string {
  const profiles = manifest === null ? null : profilesOf(manifest);
  return (id) => {
    const attributes: Readonly<Record<string, unknown>> = profiles?.get(id)?.attributes ?? {};
    const texts = Object.values(attributes).filter((value) => typeof value === 'string');
    return [attributes.age ?? '', ...texts].join('\n');
  };
}
