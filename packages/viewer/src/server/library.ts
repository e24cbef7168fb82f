import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { compiledUrl, UserError } from '@itinera/base';
import { explainScores, explainScoresAsJson, type PersonCost } from '@itinera/benchmarks';
import { type CityMap, readMapFile } from '@itinera/city';
import { listFlows, listScorings, type OpenScoring, openKept, readScoring } from '@itinera/humob';
import { RunFolder, type RunManifest } from '@itinera/run';
import type { CodeChanges } from '../wire/code.js';
import { type CommandPlace, quoted } from '../wire/commands.js';
import type { Differences } from '../wire/comparison.js';
import type { PersonDetail } from '../wire/people.js';
import type { PeopleFacts } from '../wire/people-index.js';
import type { ReplayState } from '../wire/replay.js';
import { choicesOf, pageOfRuns } from '../wire/run-order.js';
import type { Listing, RunDetail, RunItem } from '../wire/runs.js';
import type { RunTrafficReport } from '../wire/traffic.js';
import { type Attribute, attributeNames, attributeOf } from './attributes.js';
import { Calls } from './calls/calls.js';
import type { CityJob } from './city-worker.js';
import { codeChanges } from './code-changes.js';
import { Derived, here, inThread } from './derived.js';
import type { DifferenceJob } from './difference-worker.js';
import { DayMap, GroupDays } from './group-days.js';
import { loadBenchmark } from './known-benchmark.js';
import { MeasureReports } from './measure-reports.js';
import { type PeopleJob, type PeopleTable, readPeople, unpackTable } from './people.js';
import type { CostsJob } from './people-costs-worker.js';
import { personDetail } from './person.js';
import { placesOf, placeTexts } from './places.js';
import presenceOf, { type PresenceJob } from './presence.js';
import { profileTexts } from './profiles.js';
import { Replays } from './replay-workers/replays.js';
import { partsOfRun, runDetail } from './run-detail.js';
import { RunEdits, stampOf, stampOfFiles } from './run-edits.js';
import { RunIndex } from './run-index.js';
import { baseOf, doneGroups, isRunName, readScores, runNames, sweepsOf, withTies } from './run-list.js';
import { liveOf } from './run-live.js';
import { RunsHere } from './runs-here.js';
import type { TrafficJob } from './traffic-worker.js';

export interface LibraryOptions {
  /** A folder of runs, or of one run. */
  readonly runs: string;
  /** The home, with the cache and the HuMob scorings. */
  readonly home: string;
  /** Additional data: the folder of a dataset or of all datasets, and a map. For a single run they must be its own. */
  readonly datasets?: string | undefined;
  readonly map?: string | undefined;
  /** Whether to show real distributions in addition to scores. */
  readonly withTruth?: boolean;
  /**
   * Files of custom benchmarks that may be loaded, which runs their code.
   * Default none, so that looking at another user's runs executes none of their code.
   */
  readonly benchmarkFiles?: readonly string[];
  /** What is known to have been edited in a single run. */
  readonly edited?: readonly string[];
  /** Whether it answers several requests, so that the points that people lose are computed in a thread; it does by default. */
  readonly serves?: boolean;
}

/** More rows are read in a thread, so that no other request waits, and only once. */
const MANY_ROWS = 500_000;
/** Runs of more people are checked in the background. */
const MANY_PEOPLE = 5000;
/** Runs that are checked before they are listed. */
const MOST_AT_ONCE = 40;
/** For so long, a long list that scrolls shows the runs as they were: to look for changes takes as long as many frames. */
const SCROLLED_MS = 2000;
/** Calls of a run that are checked before it is listed; more take seconds. */
const QUICK_BYTES = 2 ** 26;

/** The runs of a folder, read-only, and the data derived from them. */
export class Library {
  readonly runsFolder: string;
  readonly home: string;
  readonly withTruth: boolean;
  readonly measures: MeasureReports;
  readonly replays: Replays;
  readonly #benchmarkFiles: readonly string[];
  readonly #serves: boolean;
  readonly calls = new Calls();
  readonly #cacheFolder: string;
  /** Null for a missing or damaged map. */
  readonly #maps = new Derived<Promise<CityMap | null>>(2);
  readonly #here: RunsHere;
  readonly #details = new Derived<RunDetail>();
  readonly #people = new Derived<Promise<PeopleTable>>();
  readonly #days = new Derived<GroupDays>();
  readonly #dayMaps = new Derived<DayMap>();
  readonly #costs = new Derived<Promise<readonly PersonCost[]>>();
  readonly #differences = new Derived<Promise<Differences>>();
  readonly #traffic = new Derived<Promise<RunTrafficReport | null>>();
  readonly #cities = new Derived<Promise<Uint8Array>>();
  readonly #presence = new Derived<Promise<Uint8Array>>();
  readonly #scorings = new Derived<Promise<OpenScoring>>();
  /** The only run of the folder to show, if it was opened as one run. */
  readonly #only: string | null;
  readonly #edits: RunEdits;
  readonly #index: RunIndex;
  #lastItems: readonly RunItem[] = [];
  #itemsUntil = 0;

  /** @throws UserError if the path is a file */
  constructor({
    runs,
    home,
    datasets,
    map,
    withTruth = true,
    benchmarkFiles = [],
    edited = [],
    serves = true,
  }: LibraryOptions) {
    const path = resolve(runs);
    if (existsSync(path) && !statSync(path).isDirectory())
      throw new UserError(`${runs} is a file. Pass a run folder, or a folder of runs.`);
    const isRun = existsSync(join(path, 'run.json'));
    this.runsFolder = isRun ? dirname(path) : path;
    this.#only = isRun ? basename(path) : null;
    this.#edits = new RunEdits(edited);
    this.#index = new RunIndex(this.runsFolder, join(resolve(home), 'cache'), this.calls);
    this.home = resolve(home);
    this.withTruth = withTruth;
    this.#benchmarkFiles = benchmarkFiles.map((file) => resolve(file));
    this.#serves = serves;
    this.#here = new RunsHere({ home: this.home, datasets, map }, isRun, this.#benchmarkFiles);
    this.measures = new MeasureReports([path, this.home, join(this.home, 'measures')]);
    this.replays = new Replays(this.home);
    this.#cacheFolder = join(this.home, 'cache');
  }

  /** Finds out which runs were edited after they ended. Large ones, and more than a few, are checked in the background, and marked by a later list. */
  async #checkRuns(runs: readonly RunItem[]): Promise<void> {
    for (const [i, { name }] of runs.entries()) {
      const folder = new RunFolder(join(this.runsFolder, name));
      const size = statSync(folder.callsPath, { throwIfNoEntry: false })?.size ?? 0;
      const manifest = this.#manifestOf(folder);
      const check = manifest && this.#edits.check(folder, manifest);
      if (i < MOST_AT_ONCE && size < QUICK_BYTES && (manifest?.people ?? 0) <= MANY_PEOPLE) await check;
    }
  }

  #items(): readonly RunItem[] {
    this.#lastItems = this.#index.items(this.#only === null ? runNames(this.runsFolder) : [this.#only]);
    this.#itemsUntil = performance.now() + SCROLLED_MS;
    return this.#lastItems;
  }

  #listRun(name: string): RunItem {
    return this.#withEdits(this.#index.item(name));
  }

  #withEdits(item: RunItem): RunItem {
    const edits = this.#edits.describe(item.name);
    return edits === null ? item : { ...item, invalid: [edits, ...item.invalid] };
  }

  /** The runs, or a page of those that a query asks for, and everything else that is listed with them. */
  async list(query: URLSearchParams): Promise<Listing> {
    const isScrolled = query.has('offset') && performance.now() < this.#itemsUntil;
    const items = isScrolled ? this.#lastItems : this.#items();
    await this.#checkRuns(pageOfRuns(items, sweepsOf(items), query).runs);
    const all = withTies(items.map((item) => this.#withEdits(item)));
    const sweeps = sweepsOf(all);
    const page = pageOfRuns(all, sweeps, query);
    const setups = new Set(page.runs.map(({ setup }) => setup));
    return {
      folder: basename(this.runsFolder),
      ...page,
      runs: page.runs.map((run) => ({ ...run, base: baseOf(run, all) })),
      count: all.length,
      choices: choicesOf(all),
      sweeps: sweeps.filter(({ setup }) => setups.has(setup)),
      scorings: listScorings(this.home),
      flows: listFlows(this.home),
      measures: this.measures.list(),
    };
  }

  /** The folder of a run by its name, or null. Paths cannot lead out of the folder of runs. */
  folderOf(name: string): RunFolder | null {
    const isOne = this.#only === null ? isRunName(this.runsFolder, name) : name === this.#only;
    return isOne ? new RunFolder(join(this.runsFolder, name)) : null;
  }

  /**
   * Prepares the data that `detail` needs in addition to the files of a run: its custom benchmark, and its demo data.
   * @throws UserError if the given data do not belong to this run
   */
  async prepare(name: string): Promise<void> {
    const folder = this.folderOf(name);
    const manifest = folder && this.#manifestOf(folder);
    if (!folder || !manifest) return;
    if (this.#mayLoad(manifest)) await loadBenchmark(manifest);
    await this.#edits.check(folder, manifest);
    this.#here.prepare(folder);
  }

  #manifestOf(folder: RunFolder): RunManifest | null {
    return this.#here.readable(folder);
  }

  #map({ map: { path } }: RunManifest): Promise<CityMap | null> {
    return this.#maps.get(path, () =>
      readMapFile(path, { cacheFolder: this.#cacheFolder }).then(
        ({ map }) => map,
        () => null,
      ),
    );
  }

  #mayLoad({ taskFile }: RunManifest): boolean {
    return taskFile !== undefined && this.#benchmarkFiles.includes(resolve(taskFile));
  }

  detail(name: string): RunDetail | null {
    const folder = this.folderOf(name);
    if (folder === null) return null;
    const item = this.#listRun(name);
    const run = item.scenario === null ? item : { ...item, base: baseOf(item, this.#items()) };
    const manifest = this.#manifestOf(folder);
    const stamp = stampOf(folder, manifest);
    const detail = this.#details.get(JSON.stringify([name, stamp]), () =>
      runDetail(run, folder, manifest, { withTruth: this.withTruth }),
    );
    const parts = partsOfRun(folder, manifest, new Date());
    const { problems, invalid } = detail.run;
    const now = { ...run, problems: problems ?? run.problems, invalid: [...new Set([...run.invalid, ...invalid])] };
    return { ...detail, run: now, parts, live: liveOf(folder, manifest, Date.now()) };
  }

  /** How commands on this machine name a run, in whatever folder they are given. */
  commandPlace(name: string): CommandPlace {
    const isOwn = this.runsFolder === join(this.home, 'runs');
    return {
      program: `asbench --home-dir ${quoted(this.home)}`,
      run: quoted(isOwn ? name : join(this.runsFolder, name)),
    };
  }

  /** The profiles of the people of a run and its places; empty if they are not on this machine. */
  async peopleFacts(name: string): Promise<PeopleFacts> {
    const folder = this.folderOf(name);
    const manifest = folder && this.#manifestOf(folder);
    const map = manifest && (await this.#map(manifest));
    return { profileText: profileTexts(manifest), placeText: placeTexts(map) };
  }

  /** The people of a run in numbers; null if the run cannot be read. */
  people(name: string): Promise<PeopleTable> | null {
    const folder = this.folderOf(name);
    const manifest = folder && this.#manifestOf(folder);
    if (!folder || !manifest) return null;
    const stamp = stampOf(folder, manifest);
    const job: PeopleJob = { path: folder.path, manifest };
    return this.#people.get(JSON.stringify([name, stamp, doneGroups(folder, manifest).length]), () =>
      isLarge(manifest)
        ? this.replays
            .kept(folder, manifest, { name: 'people', stamp }, () =>
              inThread<PeopleJob, Uint8Array>(compiledUrl('./people.js', import.meta.url), job),
            )
            .then(unpackTable)
        : Promise.resolve().then(() => readPeople(folder, manifest)),
    );
  }

  /** The same with the points lost per person, which may take seconds to compute. */
  async peopleWithCosts(name: string): Promise<PeopleTable | null> {
    const table = await this.people(name);
    if (table)
      for (const { id, points } of await this.costs(name)) {
        const row = table.rowOf.get(id);
        if (row !== undefined) table.cost[row] = points;
      }
    return table;
  }

  /** The people of a run by the points they lose, the largest loss first; computed once. Empty if unknown or withheld. */
  costs(name: string): Promise<readonly PersonCost[]> {
    const folder = this.folderOf(name);
    const manifest = folder && this.#manifestOf(folder);
    if (!folder || !manifest || this.detail(name)?.findings == null) return Promise.resolve([]);
    const key = JSON.stringify([name, stampOf(folder, manifest)]);
    const job = { path: folder.path, manifest, cacheFolder: this.#cacheFolder, mayLoad: this.#mayLoad(manifest) };
    // Code of users keeps to a thread of its own.
    const made =
      this.#serves || job.mayLoad ? inThread<CostsJob, readonly PersonCost[]> : here<CostsJob, readonly PersonCost[]>;
    return this.#costs.get(key, () =>
      made(compiledUrl('./people-costs-worker.js', import.meta.url), job, job.mayLoad).catch((): PersonCost[] => []),
    );
  }

  async person(name: string, id: number): Promise<PersonDetail | null> {
    const folder = this.folderOf(name);
    const manifest = folder && this.#manifestOf(folder);
    const people = await this.people(name);
    const row = people?.rowOf.get(id);
    if (!folder || !manifest || !people || row === undefined) return null;
    const map = await this.#map(manifest);
    const on = this.#dayMaps.get(`${map && manifest.map.path}`, () => new DayMap(map));
    const group = people.group[row]!;
    const days = this.#days.get(daysStamp(folder, group), () => new GroupDays(folder, group));
    return personDetail({ manifest, people, days, on, findings: this.detail(name)?.findings ?? null }, row);
  }

  /** A HuMob scoring with its files, which stay in memory. @throws UserError if there is none of that name */
  scoring(name: string): Promise<OpenScoring> {
    const kept = readScoring(this.home, name);
    return this.#scorings.get(JSON.stringify([name, kept]), () => openKept(name, kept));
  }

  /** The changes of the agent's files between two runs. */
  code(a: string, b: string): CodeChanges | null {
    const [first, second] = [a, b].map((name) => {
      const folder = this.folderOf(name);
      const manifest = folder && this.#manifestOf(folder);
      return folder && manifest && { folder, manifest };
    });
    return first && second ? codeChanges(first, second) : null;
  }

  /** The difference between the scores of two runs, computed once; null without a ground truth. */
  differences(a: string, b: string): Promise<Differences> | null {
    const [one, other] = [this.folderOf(a), this.folderOf(b)];
    if (!one || !other) return null;
    const [manifest, another] = [this.#manifestOf(one), this.#manifestOf(other)];
    if (!manifest || !another) return null;
    const key = JSON.stringify([a, b, stampOf(one, manifest), stampOf(other, another)]);
    const job: DifferenceJob = {
      runs: [
        { path: one.path, manifest },
        { path: other.path, manifest: another },
      ],
      cacheFolder: this.#cacheFolder,
      mayLoad: this.#mayLoad(manifest),
    };
    return this.#differences.get(key, () =>
      manifest.task === another.task
        ? inThread<DifferenceJob, Differences>(compiledUrl('./difference-worker.js', import.meta.url), job, job.mayLoad)
        : Promise.resolve(null),
    );
  }

  /** An explanation of a run's scores as text. @throws UserError if its scores cannot be read */
  async explain(name: string, { json = false, withPeople = true } = {}): Promise<string | null> {
    const folder = this.folderOf(name);
    const manifest = folder && this.#manifestOf(folder);
    if (folder) readScores(folder);
    await this.prepare(name);
    const detail = this.detail(name);
    if (!folder || !manifest || !detail) return null;
    const costs = withPeople ? await this.costs(name) : [];
    const places = withPeople ? placesOf(folder, manifest, await this.#map(manifest), costs) : [];
    const traffic = (await this.traffic(name))?.says ?? [];
    const explained = { costs, places, traffic, typed: folder.typed };
    if (json) return `${JSON.stringify(explainScoresAsJson(detail, explained), null, 2)}\n`;
    return explainScores(detail, explained);
  }

  /** The drawn map of a run, gzipped, once for all runs on it; null without one. */
  city(name: string): Promise<Uint8Array> | null {
    const folder = this.folderOf(name);
    const map = folder && this.#manifestOf(folder)?.map;
    if (!map || !existsSync(map.path)) return null;
    return this.#cities.get(map.hash, () =>
      inThread<CityJob, Uint8Array>(compiledUrl('./city-worker.js', import.meta.url), {
        path: map.path,
        cacheFolder: this.#cacheFolder,
      }),
    );
  }

  /** Speeds, delays and jams of a finished simulation; null without routes or a map. */
  traffic(name: string): Promise<RunTrafficReport | null> | null {
    const folder = this.folderOf(name);
    const manifest = folder && this.#manifestOf(folder);
    if (!folder || !manifest?.routes || this.detail(name)?.isScored !== false) return null;
    const job = { path: folder.path, home: this.home, map: manifest.map.path };
    return this.#traffic.get(JSON.stringify([name, stampOf(folder, manifest)]), () =>
      inThread<TrafficJob, RunTrafficReport | null>(compiledUrl('./traffic-worker.js', import.meta.url), job),
    );
  }

  /** The positions of a run's people at full hours, packed; null if the run or its map is missing. */
  async presence(name: string): Promise<Uint8Array | null> {
    const folder = this.folderOf(name);
    const manifest = folder && this.#manifestOf(folder);
    if (!folder || !manifest || !existsSync(manifest.map.path)) return null;
    const costs = await this.costs(name);
    const job: PresenceJob = { path: folder.path, manifest, cacheFolder: this.#cacheFolder, costs };
    const stamp = stampOf(folder, manifest);
    return this.#presence.get(JSON.stringify([name, stamp, doneGroups(folder, manifest).length]), () =>
      isLarge(manifest)
        ? this.replays.kept(folder, manifest, { name: 'presence', stamp: JSON.stringify([stamp, costs]) }, () =>
            inThread<PresenceJob, Uint8Array>(compiledUrl('./presence.js', import.meta.url), job),
          )
        : presenceOf(job),
    );
  }

  replay(name: string): ReplayState | null {
    const folder = this.folderOf(name);
    if (folder === null) return null;
    const manifest = this.#here.manifest(folder);
    return this.replays.state(folder, manifest, attributeNames(manifest));
  }

  /** An attribute of the people of a run, by its number among those available as colours. */
  async attribute(name: string, number: number): Promise<Attribute | null> {
    const folder = this.folderOf(name);
    const people = await this.people(name);
    return folder && people && attributeOf(people.id, this.#here.manifest(folder), number);
  }

  async close(): Promise<void> {
    await Promise.all([this.replays.close(), this.calls.close()]);
  }
}

/** Changes when a table of a group changes. */
function daysStamp(folder: RunFolder, group: number): string {
  const paths = (['statuses', 'trips', 'routes', 'events'] as const).map((table) => folder.tablePath(table, group));
  return JSON.stringify([paths[0], stampOfFiles(paths)]);
}

const isLarge = ({ people, clock }: RunManifest): boolean => people * clock.steps > MANY_ROWS;
