import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '@itinera/metrics';
import { RunFolder } from '@itinera/run';
import type { Listing, RunDetail } from '../wire/runs.js';
import { runDetail } from './run-detail.js';
import { listRun, runNames, withTies } from './run-list.js';

export interface LibraryOptions {
  /** The folder of runs, or one run's. */
  readonly runs: string;
  /** Where what is made from runs is kept, and where HuMob scorings are. */
  readonly home: string;
  /** False when real distributions are not to be shown, only scores. */
  readonly withTruth?: boolean;
}

/** The runs of a folder, read-only, and what was made from them. */
export class Library {
  readonly runsFolder: string;
  readonly home: string;
  readonly withTruth: boolean;
  /** Set when only one run of the folder is meant. */
  readonly #only: string | null;

  /** @throws UserError when there is no such folder. */
  constructor({ runs, home, withTruth = true }: LibraryOptions) {
    const path = resolve(runs);
    if (existsSync(path) && !statSync(path).isDirectory())
      throw new UserError(`${runs}: is a file. Pass the folder of a run, or one that holds runs.`);
    const isRun = existsSync(join(path, 'run.json'));
    this.runsFolder = isRun ? dirname(path) : path;
    this.#only = isRun ? basename(path) : null;
    this.home = resolve(home);
    this.withTruth = withTruth;
  }

  list(): Listing {
    const names = this.#only === null ? runNames(this.runsFolder) : [this.#only];
    return {
      folder: basename(this.runsFolder),
      runs: withTies(names.map((name) => listRun(this.runsFolder, name, null))),
      scorings: [],
    };
  }

  /** The folder of a run by its name; null when there is none. No path leads out of the folder of runs. */
  folderOf(name: string): RunFolder | null {
    const isOne = this.#only === null ? runNames(this.runsFolder).includes(name) : name === this.#only;
    return isOne ? new RunFolder(join(this.runsFolder, name)) : null;
  }

  detail(name: string): RunDetail | null {
    const folder = this.folderOf(name);
    const run = this.list().runs.find((one) => one.name === name);
    return folder && run ? runDetail(run, folder, { withTruth: this.withTruth }) : null;
  }

  async close(): Promise<void> {}
}
