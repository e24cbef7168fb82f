import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UserError } from '@itinera/metrics';
import { type Columns, columnsAreSound, writeColumns, writeDurably } from './columns.js';

/** The names in a run's folder. */
const files = {
  manifest: 'run.json',
  statuses: 'statuses',
  events: 'events',
  calls: 'calls.ndjson',
  problems: 'problems.ndjson',
  prints: 'prints.log',
  resultsJson: 'results.json',
  resultsPickle: 'results.pkl',
  scores: 'scores.json',
  lock: 'run.lock',
} as const;

/** The folder of a run. It is the truth: everything else about the run is read from it. */
export class RunFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  /** Makes `<home>/runs/daily-mobility-1`, or the next number that is free. */
  static create(home: string, task: string): RunFolder {
    const runs = join(home, 'runs');
    mkdirSync(runs, { recursive: true });
    const stem = task.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
    const taken = readdirSync(runs).map((name) =>
      name.startsWith(`${stem}-`) ? Number(name.slice(stem.length + 1)) || 0 : 0,
    );
    for (let number = Math.max(0, ...taken) + 1; ; number++) {
      const path = join(runs, `${stem}-${number}`);
      try {
        // Two runs that start at once never get the same folder.
        mkdirSync(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
        throw error;
      }
      const folder = new RunFolder(path);
      mkdirSync(folder.statusesPath);
      mkdirSync(folder.eventsPath);
      return folder;
    }
  }

  /**
   * A run by its folder, or by its name under `<home>/runs`.
   * @throws UserError when there is none.
   */
  static find(home: string, nameOrPath: string): RunFolder {
    for (const path of [nameOrPath, join(home, 'runs', nameOrPath)])
      if (existsSync(join(path, files.manifest))) return new RunFolder(path);
    const names = RunFolder.names(home);
    throw new UserError(
      `${nameOrPath} is no run: it has no ${files.manifest}. ${names.length > 0 ? `Runs: ${names.slice(-8).join(', ')}.` : `There are no runs in ${join(home, 'runs')}.`}`,
    );
  }

  /** The names of the runs under a home, in order. */
  static names(home: string): string[] {
    const runs = join(home, 'runs');
    if (!existsSync(runs)) return [];
    return readdirSync(runs)
      .filter((name) => existsSync(join(runs, name, files.manifest)))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  }

  get name(): string {
    return basename(this.path);
  }
  get statusesPath(): string {
    return join(this.path, files.statuses);
  }
  get eventsPath(): string {
    return join(this.path, files.events);
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
  get scoresPath(): string {
    return join(this.path, files.scores);
  }

  /** A file that is only needed while the run is under way; `removeLeftovers` takes it away. */
  leftoverPath(name: string): string {
    return join(this.path, `${name}.part`);
  }

  readManifest(): unknown {
    return JSON.parse(readFileSync(join(this.path, files.manifest), 'utf8'));
  }

  writeManifest(manifest: object): void {
    writeDurably(join(this.path, files.manifest), [`${JSON.stringify(manifest, null, 2)}\n`]);
  }

  /** The file with the statuses of a group of people. */
  groupPath(group: number): string {
    return join(this.statusesPath, groupFile(group));
  }

  /** The file with the events of a group of people. */
  groupEventsPath(group: number): string {
    return join(this.eventsPath, groupFile(group));
  }

  /** Writes what a group did. The statuses come last: where they are, the group is done. */
  writeGroup(group: number, { statuses, events }: { statuses: Columns; events: Columns }): void {
    writeColumns(this.groupEventsPath(group), events);
    writeColumns(this.groupPath(group), statuses);
  }

  /** True when the group's files are there and whole. */
  hasGroup(group: number): boolean {
    return columnsAreSound(this.groupPath(group)) && columnsAreSound(this.groupEventsPath(group));
  }

  /** Removes what a killed run left half-written. */
  removeLeftovers(): void {
    for (const folder of [this.path, this.statusesPath, this.eventsPath])
      for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name));
  }
}

function groupFile(group: number): string {
  return `${String(group).padStart(5, '0')}.cols`;
}
