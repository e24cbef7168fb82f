import type { Profile } from '@itinera/engine';
import type { RunManifest } from '@itinera/run';
import { peopleOf, readDatasetOfRun } from '@itinera/runner';
import { Derived } from './derived.js';

const known = new Derived<ReadonlyMap<number, Profile>>(2);

/** The profiles of a run's dataset by id, with homes before any relocation; empty if they are not on this machine. */
export function profilesOf(manifest: RunManifest): ReadonlyMap<number, Profile> {
  const { dataset, people, seed } = manifest;
  try {
    return known.get(
      `${dataset.hash} ${people} ${seed} ${dataset.sampledFrom}`,
      () => new Map(peopleOf(readDatasetOfRun(manifest), people).map((profile) => [profile.id, profile])),
    );
  } catch {
    // Everything else can be shown without profiles. They may appear later.
    return new Map();
  }
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
