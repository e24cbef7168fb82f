import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import { writeSet } from '@itinera/base/node';
import { type Address, API, PAGES, pathParts } from '../wire/addresses.js';
import { type BundleIndex, fileOf, namesInFiles } from '../wire/bundle.js';
import type { ComparisonPage } from '../wire/comparison.js';
import { CALLS_PER_PAGE } from '../wire/people.js';
import { EVERY_RUN, wholeList } from '../wire/run-order.js';
import type { Listing, RunDetail } from '../wire/runs.js';
import { answer, appFile, appParts, appText } from './answer.js';
import type { Library } from './library.js';
import { publishedRun, readyReplay } from './report.js';
import { CONTENT_POLICY } from './respond.js';
import { readScores } from './run-list.js';

/** Limits per run, which keep a bundle small enough for static hosting. */
const MOST_PEOPLE = 5000;
const MOST_CALLS = 5000;
const MOST_BINS = 7 * 96 + 4;
const DATA = 'data';
/** Data of a bundle that an earlier version began. */
const FORMER_PART = 'data.part';
/** Scripts of an earlier bundle, which may have other names. */
const APP_PART = /^part-\w+\.js$/;
const MARK = '<meta name="generator" content="Itinera bundle" />';
/** Entries of a folder that do not count: the folder of a repository whose pages the bundle will be,
 * and unfinished files. */
const IGNORED = ['.git'];

export interface BundleOptions {
  /** Names of runs, HuMob scorings and reports of measures. */
  readonly runs: readonly string[];
  readonly scorings: readonly string[];
  readonly measures: readonly string[];
  /** Names of scored flows; default: none. */
  readonly flows?: readonly string[];
  /** Whether to include prompts and answers. */
  readonly withCalls: boolean;
  readonly onProgress?: (text: string, done: number, total: number) => void;
}

export interface BundleSize {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Writes a static site of runs, which any web server can serve under any path. It replaces an earlier bundle once it is
 * complete.
 * @throws UserError if a run is in progress or cannot be read, or if the folder has other contents
 */
export async function writeBundle(library: Library, folder: string, options: BundleOptions): Promise<BundleSize> {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UserError(`${folder} is a file. Pass a new or an empty folder.`);
  const names = [...options.runs, ...options.scorings, ...options.measures, ...(options.flows ?? [])];
  for (const run of options.runs) await requireReadable(library, run);
  const home = names.length === 1 ? homeOf(options) : [];
  const site = await writeSet(folder, 'bundle', async (stage) => {
    requireOwnFolder(folder);
    const site = new Site(stage, home, namesInFiles(names));
    const kinds = Object.entries(HELD) as [keyof typeof API, Addresses][];
    // Run by run, since the library keeps the data of only a few runs in memory.
    for (const [done, run] of [...options.runs, null].entries()) {
      options.onProgress?.(`Writing ${run ?? 'comparisons'}.`, done, options.runs.length + 1);
      for (const [kind, addresses] of kinds)
        for (const address of await addresses({ library, ...options, run }))
          await site.add(library, address, PUBLISHED[kind]?.(options));
    }
    return site.finish();
  });
  removeOthers(folder, site.written);
  return site.size;
}

/** Removes the files of earlier bundles that the new one does not have. */
function removeOthers(folder: string, written: ReadonlySet<string>): void {
  rmSync(join(folder, FORMER_PART), { recursive: true, force: true });
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of names) {
    const path = relative(folder, join(parentPath, name));
    if ((APP_PART.test(path) || dirname(path).split(sep)[0] === DATA) && !written.has(path)) rmSync(join(folder, path));
  }
}

/** The first page of a bundle of a single thing. */
function homeOf(options: BundleOptions): readonly string[] {
  const {
    runs: [run],
    scorings: [scoring],
    measures: [report],
    flows: [kept] = [],
  } = options;
  if (kept !== undefined) return pathParts(PAGES.keptFlows, { scoring: kept });
  if (run !== undefined) return pathParts(PAGES.run, { run });
  return scoring !== undefined
    ? pathParts(PAGES.scoring, { scoring })
    : pathParts(PAGES.measures, { report: report ?? '' });
}

interface Chosen extends BundleOptions {
  readonly library: Library;
  /** The run whose data are written; null for the data of several runs. */
  readonly run: string | null;
}

type Addresses = (from: Chosen) => Found | Promise<Found>;
type Found = readonly Address<unknown>[];

/** The addresses of each kind of data that a bundle holds. */
const HELD: { readonly [Name in keyof typeof API]: Addresses } = {
  // The page of a single run is the first page.
  runs: ofSite(({ runs, scorings, measures, flows = [] }) =>
    runs.length + scorings.length + measures.length + flows.length > 1 ? [API.runs.at({})] : [],
  ),
  run: ofRun((run) => [API.run.at({ run })]),
  costs: ofRun((run) => [API.costs.at({ run })]),
  summary: ofRun((run) => [API.summary.at({ run })]),
  // The index has all pages.
  people: () => [],
  peopleIndex: ofRun((run) => [API.peopleIndex.at({ run })]),
  person: ofRun(async (run, { library }) => {
    const ids = [...((await library.people(run))?.id ?? [])].sort((a, b) => a - b);
    return ids.slice(0, MOST_PEOPLE).map((person) => API.person.at({ run, person }));
  }),
  calls: ofCalls((run, calls) => pagesOf(calls, CALLS_PER_PAGE, (query) => API.calls.at({ run }, query))),
  call: ofCalls((run, calls) => Array.from({ length: calls }, (_, call) => API.call.at({ run, call }))),
  // Only a server searches.
  callBefore: () => [],
  city: ofRun((run) => [API.city.at({ run })]),
  traffic: ofRun((run) => [API.traffic.at({ run })]),
  presence: ofRun((run) => [API.presence.at({ run })]),
  replay: ofReplay((run) => [API.replay.at({ run })]),
  replayFile: ofReplay((run, { version }) =>
    ['ids', 'flows', 'traffic', 'trips'].map((file) => API.replayFile.at({ run, version, file })),
  ),
  replayBin: ofReplay((run, { version, bins }) =>
    Array.from({ length: Math.min(bins, MOST_BINS) }, (_, bin) => API.replayBin.at({ run, version, bin })),
  ),
  replayAttribute: ofReplay((run, { version, attributes }) =>
    attributes.map((_, attribute) => API.replayAttribute.at({ run, version, attribute })),
  ),
  comparison: ofSite((from) => pairsOf(from).map((pair) => API.comparison.at(pair))),
  differences: ofSite((from) => pairsOf(from).map((pair) => API.differences.at(pair))),
  // The code of agents stays on this machine.
  code: () => [],
  // Any runs can be chosen, so only a server compares their setups.
  setups: () => [],
  scoring: ofSite(({ scorings }) => scorings.map((scoring) => API.scoring.at({ scoring }))),
  scoringCells: ofSite(({ scorings }) =>
    scorings.flatMap((scoring) => [0, 1].map((submission) => API.scoringCells.at({ scoring, submission }))),
  ),
  flows: ofSite(({ flows = [] }) => flows.map((scoring) => API.flows.at({ scoring }))),
  measures: ofSite(({ measures }) => measures.map((report) => API.measures.at({ report }))),
  measureCells: ofSite(({ measures }) => measures.map((report) => API.measureCells.at({ report }))),
  scoringUser: ofSite(async ({ library, scorings }) => {
    const found: Address<unknown>[] = [];
    for (const scoring of scorings) {
      const { first } = (await library.scoring(scoring)).detail();
      const listed = new Set([...first.worst, ...first.best].map(({ uid }) => uid));
      for (const user of listed) found.push(API.scoringUser.at({ scoring, user }));
    }
    return found;
  }),
};

/** The changes to data before they are published: no paths of this machine, and only the chosen runs. */
const PUBLISHED: { readonly [Name in keyof typeof API]?: (options: BundleOptions) => (value: never) => unknown } = {
  runs: (chosen) => (listing: Listing) => ({
    ...listing,
    ...wholeList(listing.runs.filter(({ name }) => chosen.runs.includes(name))),
    scorings: listing.scorings.filter(({ name }) => chosen.scorings.includes(name)),
    flows: listing.flows.filter(({ name }) => chosen.flows?.includes(name)),
    measures: listing.measures.filter(({ name }) => chosen.measures.includes(name)),
  }),
  run: (options) => (detail: RunDetail) => publishedRun(detail, options),
  comparison: (options) => (page: ComparisonPage) => ({
    ...page,
    first: publishedRun(page.first, options),
    second: publishedRun(page.second, options),
  }),
};

function ofRun(addresses: (run: string, from: Chosen) => Found | Promise<Found>): Addresses {
  return (from) => (from.run === null ? [] : addresses(from.run, from));
}

function ofSite(addresses: Addresses): Addresses {
  return (from) => (from.run === null ? addresses(from) : []);
}

function ofCalls(addresses: (run: string, calls: number) => Found): Addresses {
  return ofRun(async (run, { library, withCalls }) => {
    const page = withCalls ? await library.calls.page(library.folderOf(run)!, new URLSearchParams()) : null;
    return addresses(run, Math.min(page?.total ?? 0, MOST_CALLS));
  });
}

function ofReplay(
  addresses: (run: string, ready: NonNullable<Awaited<ReturnType<typeof readyReplay>>>) => Found,
): Addresses {
  return ofRun(async (run, { library }) => {
    const ready = await readyReplay(library, run);
    return ready === null ? [] : addresses(run, ready);
  });
}

/** Any two runs of one benchmark, in one order: pages show it for the other one, too. */
function pairsOf({ library, runs }: Chosen) {
  const tasks = new Map(runs.map((run) => [run, library.detail(run)?.run.task]));
  return runs.flatMap((a, i) => runs.slice(i + 1).flatMap((b) => (tasks.get(a) === tasks.get(b) ? [{ a, b }] : [])));
}

function pagesOf<T>(total: number, size: number, at: (query?: URLSearchParams) => T): T[] {
  const pages = Array.from({ length: Math.ceil(total / size) }, (_, page) => page * size);
  return pages.map((offset) => at(offset === 0 ? undefined : new URLSearchParams({ offset: String(offset) })));
}

/** The files of a bundle. */
class Site {
  readonly #folder: string;
  readonly #data: string;
  readonly #index: Omit<BundleIndex, 'files'> & { readonly files: string[]; readonly same: Record<string, string> };
  /** The files of bytes by their content. */
  readonly #files = new Map<string, string>();
  /** The file with the values of several addresses that is being filled. */
  #chunk: { readonly file: string; readonly values: Map<string, unknown> } | null = null;
  #bytes = 0;
  /** Paths within the folder. */
  readonly written = new Set<string>();

  constructor(folder: string, home: readonly string[], names: BundleIndex['names']) {
    this.#folder = folder;
    this.#data = join(folder, DATA);
    this.#index = { home, names, files: [], same: {} };
  }

  get size(): BundleSize {
    return { files: this.written.size, bytes: this.#bytes };
  }

  /** Adds what the server answers at an address. */
  async add(library: Library, address: Address<unknown>, published?: (value: never) => unknown): Promise<void> {
    const [path = '', query] = address.split('?');
    const parts = path.split('/').map(decodeURIComponent);
    const body = await answer(library, ['api', ...parts], new URLSearchParams(query ?? EVERY_RUN));
    if (body === null) return;
    const { file, key } = fileOf(address, this.#index.names);
    if (!body.type.startsWith('application/json')) {
      // Those of quarter hours are not listed, because they are many.
      if (!/\/bins\/\d+$/.test(file)) this.#index.files.push(file);
      // Runs of one city have one map.
      const content = createHash('sha256').update(body.bytes).digest('base64');
      const first = this.#files.get(content);
      if (first !== undefined) {
        this.#index.same[file] = first;
        return;
      }
      this.#files.set(content, file);
      this.#write(join(this.#data, `${file}.bin`), body.packed ? body.bytes : gzipSync(body.bytes));
      return;
    }
    const value: unknown = JSON.parse(Buffer.from(body.bytes).toString());
    if (key === null) return this.#put(file, published ? published(value as never) : value);
    if (this.#chunk?.file !== file) this.#flush();
    this.#chunk ??= { file, values: new Map() };
    this.#chunk.values.set(key, value);
  }

  /** Adds the page. */
  finish(): this {
    this.#flush();
    for (const name of appParts()) this.#write(join(this.#folder, name), appFile(name)!.bytes);
    // Without this file, GitHub Pages omits names that begin with an underscore.
    this.#write(join(this.#folder, '.nojekyll'), '');
    this.#write(join(this.#folder, 'index.html'), pageOf(this.#index));
    return this;
  }

  #flush(): void {
    if (this.#chunk === null) return;
    const { file, values } = this.#chunk;
    this.#chunk = null;
    this.#put(file, Object.fromEntries(values));
  }

  #put(file: string, value: unknown): void {
    this.#index.files.push(file);
    this.#write(join(this.#data, `${file}.json`), JSON.stringify(value));
  }

  #write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    this.written.add(relative(this.#folder, path));
    this.#bytes += Buffer.byteLength(content);
  }
}

/** What a page shows that no server serves: browsers load no scripts from the disk. */
const FROM_DISK = `<section class="state late"><h1>Loading</h1><p>If nothing else appears, this page was opened from the disk, where browsers load no scripts. Serve its folder and open the address: <code>python3 -m http.server</code>, or <code>npx serve</code>. A page that opens from the disk: <code>asbench runs report RUN</code>.</p></section>`;

/** The page of the app with its policy and the contents of the bundle. */
function pageOf(index: BundleIndex): string {
  // Escaped, no name in the JSON can end the element that holds it.
  const contents = JSON.stringify(index).replaceAll('<', '\\u003c');
  const head = `${MARK}\n    <meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}" />\n    `;
  return appText('index.html')
    .replace('<meta name="viewport"', () => `${head}<meta name="viewport"`)
    .replace('<div id="app"></div>', () => `<div id="app">${FROM_DISK}</div>`)
    .replace('</body>', () => `  <script type="application/json" id="itinera-data">${contents}</script>\n  </body>`);
}

function requireOwnFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const page = join(folder, 'index.html');
  if (readdirSync(folder).every((name) => IGNORED.includes(name) || name.endsWith('.part'))) return;
  if (existsSync(page) && readFileSync(page, 'utf8').includes(MARK)) return;
  throw new UserError(`${folder} is not empty and is not an earlier bundle. Pass a new or an empty folder.`);
}

async function requireReadable(library: Library, run: string): Promise<void> {
  const folder = library.folderOf(run);
  if (folder) readScores(folder);
  await library.prepare(run);
  const detail = library.detail(run);
  if (detail === null) throw new UserError(`${run}: run not found.`);
  if (detail.run.trouble) throw new UserError(`${run}: ${detail.run.trouble}`);
  if (detail.run.state === 'running')
    throw new UserError(`${run} is in progress. Write the bundle when it has finished, or stop it.`);
}
