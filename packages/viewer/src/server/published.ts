import { setTimeout as wait } from 'node:timers/promises';
import { type Address, API } from '../wire/addresses.js';
import { commandPlace } from '../wire/commands.js';
import type { ComparisonPage } from '../wire/comparison.js';
import { CALLS_PER_PAGE, type CallsPage } from '../wire/people.js';
import type { ReplayState } from '../wire/replay.js';
import { EVERY_RUN, wholeList } from '../wire/run-order.js';
import type { Listing, RunDetail, RunItem } from '../wire/runs.js';
import { answer } from './answer.js';
import type { Library } from './library.js';
import type { Body } from './respond.js';

const WAIT_MILLISECONDS = 200;

/** What is chosen to be published. */
export interface Published {
  /** Names of runs, HuMob scorings and reports of measures. */
  readonly runs: readonly string[];
  readonly scorings: readonly string[];
  readonly measures: readonly string[];
  /** Names of scored flows; default: none. */
  readonly flows?: readonly string[];
  /** Whether to include prompts and answers. Without them, no text of a model leaves the machine. */
  readonly withCalls: boolean;
}

/** The most people, calls and quarter hours of each run. */
export interface Limits {
  readonly people: number;
  readonly calls: number;
  readonly bins: number;
}

interface Chosen extends Published {
  readonly library: Library;
  readonly limits: Limits;
  /** The run whose data are written; null for the data of several runs. */
  readonly run: string | null;
}

export type Kind = keyof typeof API;
type Addresses = (from: Chosen) => Found | Promise<Found>;
type Found = readonly Address<unknown>[];

/** The addresses of each kind of data that are published. */
export const ADDRESSES: { readonly [Name in Kind]: Addresses } = {
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
  person: ofRun(async (run, { library, limits }) => {
    const ids = [...((await library.people(run))?.id ?? [])].sort((a, b) => a - b);
    return ids.slice(0, limits.people).map((person) => API.person.at({ run, person }));
  }),
  calls: ofCalls((run, calls) => pagesOf(calls, CALLS_PER_PAGE / 2, (query) => API.calls.at({ run }, query))),
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
  replayBin: ofReplay((run, { version, bins }, limits) =>
    Array.from({ length: Math.min(bins, limits.bins) }, (_, bin) => API.replayBin.at({ run, version, bin })),
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
  measureCity: ofSite(({ measures }) => measures.map((report) => API.measureCity.at({ report }))),
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
const CHANGES: { readonly [Name in Kind]?: (chosen: Chosen) => (value: never) => unknown } = {
  runs: (chosen) => (listing: Listing) => ({
    ...listing,
    ...wholeList(
      listing.runs.filter(({ name }) => chosen.runs.includes(name)).map((run) => withChosenBase(run, chosen.runs)),
    ),
    scorings: listing.scorings.filter(({ name }) => chosen.scorings.includes(name)),
    flows: listing.flows.filter(({ name }) => chosen.flows?.includes(name)),
    measures: listing.measures.filter(({ name }) => chosen.measures.includes(name)),
  }),
  run: (options) => (detail: RunDetail) => publishedRun(detail, options),
  calls:
    ({ limits }) =>
    (page: CallsPage) => ({ ...page, total: Math.min(page.total, limits.calls) }),
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
  return ofRun(async (run, { library, withCalls, limits }) => {
    const page = withCalls ? await library.calls.page(library.folderOf(run)!, new URLSearchParams()) : null;
    return addresses(run, Math.min(page?.total ?? 0, limits.calls));
  });
}

function ofReplay(
  addresses: (run: string, ready: NonNullable<Awaited<ReturnType<typeof readyReplay>>>, limits: Limits) => Found,
): Addresses {
  return ofRun(async (run, { library, limits }) => {
    const ready = await readyReplay(library, run);
    return ready === null ? [] : addresses(run, ready, limits);
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

/** What the server answers at an address, without what is not published: a value, or bytes. Null if there is nothing. */
export async function publishedAt(
  address: Address<unknown>,
  kind: Kind,
  chosen: Chosen,
): Promise<{ readonly value: unknown } | Body | null> {
  const [path = '', query] = address.split('?');
  const parts = path.split('/').map(decodeURIComponent);
  const body = await answer(chosen.library, ['api', ...parts], new URLSearchParams(query ?? EVERY_RUN));
  if (body === null || !body.type.startsWith('application/json')) return body;
  const value = JSON.parse(Buffer.from(body.bytes).toString()) as never;
  return { value: CHANGES[kind]?.(chosen)(value) ?? value };
}

/** Waits until the replay of a run is prepared. @returns null if it has none */
async function readyReplay(library: Library, run: string) {
  let state: ReplayState | null = library.replay(run);
  while (state?.state === 'working') {
    await wait(WAIT_MILLISECONDS);
    state = library.replay(run);
  }
  return state?.state === 'ready' ? state : null;
}

/** The page of a run for others: with the names of files instead of their paths, and calls only if requested. */
export function publishedRun(detail: RunDetail, { withCalls, runs }: Pick<Published, 'withCalls' | 'runs'>): RunDetail {
  return {
    ...detail,
    run: withChosenBase(detail.run, runs),
    manifest: withoutPaths(detail.manifest),
    hasCalls: withCalls && detail.hasCalls,
    command: commandPlace(detail.run.name),
  };
}

const withChosenBase = (run: RunItem, runs: readonly string[]): RunItem => ({
  ...run,
  base: runs.find((name) => name === run.base) ?? null,
});

function withoutPaths(manifest: RunDetail['manifest']): RunDetail['manifest'] {
  if (manifest === null) return null;
  return JSON.parse(
    JSON.stringify(manifest, (_, value) =>
      typeof value === 'string' && /^(\/|[A-Za-z]:[\\/])/.test(value) ? (value.split(/[\\/]/).at(-1) ?? '') : value,
    ),
  ) as Record<string, unknown>;
}
