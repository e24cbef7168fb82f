import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { counted, didYouMean, SECONDS_PER_DAY, shellPath, UserError } from '@itinera/base';
import {
  type FileToWrite,
  isAbandonedPart,
  makeFolder,
  partPath,
  readWithin,
  writeDurably,
  writeTogether,
} from '@itinera/base/node';
import { DEFAULT_HOME } from '../default-home.js';
import type { RunManifest } from '../manifest.js';
import { type GroupTables, sealGroup, TABLES, type TableName } from '../tables/group-tables.js';
import { decodeStatuses } from '../tables/status-table.js';
import { withRelativePaths } from './manifest-paths.js';
import { hashPieces, LARGEST_TABLE, verifiedChecksum } from './table-file.js';

/** The names in a run folder. */
const files = {
  manifest: 'run.json',
  calls: 'calls.ndjson',
  problems: 'problems.ndjson',
  prints: 'prints.log',
  resultsJson: 'results.json',
  resultsPickle: 'results.pkl',
  scores: 'scores.json',
  lock: 'run.lock',
  agent: 'agent',
  task: 'task',
} as const;

/** The temporary folder of a run that is named by its request. */
const HALF_MADE = /-id-[0-9a-f]{8}\.[\w-]+-\d+-\d+-\d+\.part$/;
/** A run folder is created within seconds. */
const FORGOTTEN_MILLISECONDS = SECONDS_PER_DAY * 1000;
/** `run-2` before `run-10`. One collator: `localeCompare` with options builds one for every comparison. */
const byName = new Intl.Collator('en', { numeric: true }).compare;

/** A run folder. It is the single source of truth: everything about the run is read from it. */
export class RunFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  /** Creates `<home>/runs/daily-mobility-1`, or the next free number. */
  static create(home: string, task: string): RunFolder {
    const runs = join(home, 'runs');
    makeFolder(runs);
    const stem = stemOf(task);
    // A suffix that looks like a number but cannot be counted on from, such as Infinity, belongs to another folder.
    const taken = readdirSync(runs)
      .map((name) => (name.startsWith(`${stem}-`) ? name.slice(stem.length + 1) : ''))
      .map((number) => (/^\d{1,9}$/.test(number) ? Number(number) : 0));
    for (let number = taken.reduce((most, number) => Math.max(most, number), 0) + 1; ; number++) {
      const path = join(runs, `${stem}-${number}`);
      try {
        // Two runs that start at once never get the same folder.
        mkdirSync(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
        throw error;
      }
      return new RunFolder(path).prepare();
    }
  }

  /**
   * The folder `<home>/runs/daily-mobility-id-0a1b2c3d` of a run that is named by its request, so that equal requests
   * get the same folder; the first request creates it.
   * @param id of the run.
   * @param fill writes the initial files of the run.
   */
  static ofId(home: string, task: string, id: string, fill: (folder: RunFolder) => void): RunFolder {
    const runs = join(home, 'runs');
    const path = join(runs, `${stemOf(task)}-id-${id.slice(0, 8)}`);
    if (existsSync(path)) return new RunFolder(path);
    makeFolder(runs);
    const own = partPath(path);
    mkdirSync(own);
    removeHalfMade(runs, statSync(own).mtimeMs);
    try {
      fill(new RunFolder(own).prepare());
      renameSync(own, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
    return new RunFolder(path);
  }

  /**
   * A run by its folder, or by its name under `<home>/runs`; `newest` is the run that started last, `previous` the one before.
   * @throws UserError when there is no such run.
   */
  static find(home: string, nameOrPath: string): RunFolder {
    for (const path of [nameOrPath, join(home, 'runs', nameOrPath)])
      if (existsSync(join(path, files.manifest))) return new RunFolder(path);
    const names = RunFolder.names(home);
    const age = ['newest', 'previous'].indexOf(nameOrPath);
    if (age >= 0) {
      const path = names
        .map((name) => join(home, 'runs', name))
        .map((path) => ({ path, at: startOf(path) }))
        .sort((a, b) => b.at - a.at)[age]?.path;
      if (path !== undefined) return new RunFolder(path);
      throw new UserError(
        `There is no ${nameOrPath} run: ${join(home, 'runs')} contains ${counted(names.length, 'run')}. Create one: asbench run DailyMobility`,
      );
    }
    const isFile = statSync(nameOrPath, { throwIfNoEntry: false })?.isFile() === true;
    throw new UserError(
      `${nameOrPath} is not a run folder: ${isFile ? 'it is a file' : `${files.manifest} is missing`}.${isFile ? ' Expected the name or folder of a run, or, if the command accepts them, results (.pkl, .json) or a packed run (.zip).' : didYouMean(nameOrPath, names)} ${names.length > 0 ? `Runs: ${names.slice(-8).join(', ')}.` : `There are no runs in ${join(home, 'runs')}.`}`,
    );
  }

  /** The names of the runs under a home, in order. */
  static names(home: string): string[] {
    const runs = join(home, 'runs');
    if (!existsSync(runs)) return [];
    return readdirSync(runs)
      .filter((name) => !name.endsWith('.part') && existsSync(join(runs, name, files.manifest)))
      .sort(byName);
  }

  get name(): string {
    return basename(this.path);
  }
  /** The run as a command names it from the current folder: by its name in the default home, elsewhere by its path. */
  get typed(): string {
    return dirname(this.path) === resolve(DEFAULT_HOME, 'runs') ? this.name : shellPath(this.path);
  }
  get callsPath(): string {
    return join(this.path, files.calls);
  }
  get problemsPath(): string {
    return join(this.path, files.problems);
  }
  get printsPath(): string {
    return join(this.path, files.prints);
  }
  get resultsJsonPath(): string {
    return join(this.path, files.resultsJson);
  }
  get resultsPicklePath(): string {
    return join(this.path, files.resultsPickle);
  }
  get lockPath(): string {
    return join(this.path, files.lock);
  }
  /** The folder with the source of the agent. */
  get agentFolder(): string {
    return join(this.path, files.agent);
  }
  /** The folder with the source of a benchmark that is not built in. */
  get taskFolder(): string {
    return join(this.path, files.task);
  }
  get scoresPath(): string {
    return join(this.path, files.scores);
  }

  /** A file that is only needed while the run is in progress; `removeLeftovers` deletes it. */
  leftoverPath(name: string): string {
    return partPath(join(this.path, name));
  }

  /** Whether the folder is that of a run; folders of estimates are not. */
  get hasManifest(): boolean {
    return existsSync(join(this.path, files.manifest));
  }

  /** The text of `run.json`. */
  readManifest(): string {
    return readWithin(join(this.path, files.manifest), undefined, `${this.name}/${files.manifest}`).toString();
  }

  writeManifest(manifest: RunManifest): void {
    const { path, parts } = this.manifestFile(manifest);
    writeDurably(path, parts);
  }

  /** The `run.json` to write. */
  manifestFile(manifest: RunManifest): FileToWrite {
    const text = `${JSON.stringify(withRelativePaths(manifest, this.path), null, 2)}\n`;
    return { path: join(this.path, files.manifest), parts: [Buffer.from(text)] };
  }

  /** Creates the folders of the tables if they are missing. */
  prepare(): this {
    for (const table of TABLES) makeFolder(join(this.path, table));
    return this;
  }

  /** The file of a table of a group of people. */
  tablePath(table: TableName, group: number): string {
    return join(this.path, table, `${String(group).padStart(5, '0')}.arrow`);
  }

  /** Writes the tables of a group. The statuses come last: once they exist, the group is done. */
  async writeGroup(group: number, tables: GroupTables): Promise<void> {
    await writeGroupTables((table) => this.tablePath(table, group), tables);
  }

  /** True when the group's files are complete. */
  hasGroup(group: number): boolean {
    return isIntactGroup((table) => this.tablePath(table, group));
  }

  /** Removes the unfinished files of killed processes; files that others are writing stay. */
  removeLeftovers(): void {
    const folders = TABLES.map((table) => join(this.path, table)).filter((folder) => existsSync(folder));
    for (const folder of [this.path, ...folders])
      for (const name of readdirSync(folder)) if (isAbandonedPart(name)) rmSync(join(folder, name), { force: true });
  }
}

/** Removes run folders whose creators were killed before they were complete. @param now by the clock of that disk, ms. */
function removeHalfMade(runs: string, now: number): void {
  for (const name of readdirSync(runs).filter((name) => HALF_MADE.test(name))) {
    const path = join(runs, name);
    // For processes of another machine only the time is known.
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (isAbandonedPart(name) || age > FORGOTTEN_MILLISECONDS) rmSync(path, { recursive: true, force: true });
  }
}

/** When a run started, ms since 1970; -Infinity if its manifest does not say. */
function startOf(path: string): number {
  try {
    const { startedAt } = JSON.parse(readWithin(join(path, files.manifest)).toString()) as { startedAt?: string };
    return Date.parse(startedAt ?? '') || Number.NEGATIVE_INFINITY;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}

/** `DailyMobility` → `daily-mobility`. */
function stemOf(task: string): string {
  return task.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

/** Writes the tables of a group: all of them are on disk before the first appears. */
async function writeGroupTables(path: (table: TableName) => string, tables: GroupTables): Promise<void> {
  const sealed = await sealGroup(tables, hashPieces);
  await writeTogether(sealed.map(({ table, parts }) => ({ path: path(table), parts })));
}

/** True when all tables of a group exist, are complete, and belong to the same run. */
function isIntactGroup(path: (table: TableName) => string): boolean {
  try {
    const bytes = readWithin(path('statuses'), LARGEST_TABLE);
    if (verifiedChecksum(bytes) === null) return false;
    const { beside } = decodeStatuses(bytes).facts as { beside?: Record<string, string> };
    return Object.entries(beside!).every(
      ([table, sum]) => verifiedChecksum(readWithin(path(table as TableName), LARGEST_TABLE)) === sum,
    );
  } catch {
    return false;
  }
}
