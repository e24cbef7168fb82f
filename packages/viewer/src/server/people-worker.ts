import { RunFolder, type RunManifest } from '@itinera/run';
import { packTable, readPeople } from './people.js';

export interface PeopleJob {
  /** Path of the folder of a run. */
  readonly path: string;
  readonly manifest: RunManifest;
}

/** Runs in a thread: reading all rows of many people takes seconds. */
export default function people({ path, manifest }: PeopleJob): Uint8Array {
  return packTable(readPeople(new RunFolder(path), manifest));
}
