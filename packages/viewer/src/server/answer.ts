import { setTimeout as wait } from 'node:timers/promises';
import { readKeptFlows } from '@itinera/humob';
import { packScoringCells } from '../data/scoring-cells.js';
import { API, type Endpoint, match, type ParamsOf } from '../wire/addresses.js';
import { pack } from '../wire/packed.js';
import { packPeople, peoplePage } from '../wire/people-index.js';
import { appFile } from './app-files.js';
import { comparisonOf, preparedRuns, setupsOf } from './comparison.js';
import type { Library } from './library.js';
import { type Body, json } from './respond.js';

const BYTES = 'application/octet-stream';
const PATIENCE_MILLISECONDS = 700;
/** A comparison is not loaded again, so it waits longer. */
const COMPARISON_MILLISECONDS = 4000;
/** The largest number of people with points lost in an answer. */
const MOST_COSTS = 25;

/** Returns the content at a path of the server, or null if there is none. */
export async function answer(library: Library, path: readonly string[], query: URLSearchParams): Promise<Body | null> {
  const [first, ...rest] = path;
  if (first !== 'api') return appFile(path.length === 1 && first === '' ? 'index.html' : path.join('/'));
  for (const [name, { pattern }] of Object.entries(API)) {
    const params = match(pattern as string, rest) as Params | null;
    if (params === null) continue;
    const { run, a, b } = params;
    const names = [run, a, b].filter((one) => one !== undefined);
    await preparedRuns(library, names);
    const value = await (ANSWERS[name as keyof typeof API] as AnyAnswer)(library, params, query);
    return value === null || value === undefined ? null : isBody(value) ? value : json(value);
  }
  return null;
}

type Params = Readonly<Record<string, string>>;
type AnyAnswer = (library: Library, params: Params, query: URLSearchParams) => unknown;
type Maybe<T> = T | null | Promise<T | null>;
type Answer<Place> =
  Place extends Endpoint<infer T, infer P>
    ? (
        library: Library,
        params: Readonly<Record<keyof ParamsOf<P>, string>>,
        query: URLSearchParams,
      ) => Maybe<T extends ArrayBuffer ? Body : T>
    : never;

/** The answers by kind of data. The requested run exists. */
const ANSWERS: { readonly [Name in keyof typeof API]: Answer<(typeof API)[Name]> } = {
  runs: (library, _, query) => library.list(query),
  run: (library, { run }) => {
    const detail = library.detail(run);
    return detail && { ...detail, command: library.commandPlace(run) };
  },
  costs: async (library, { run }) => ({ people: (await library.costs(run)).slice(0, MOST_COSTS) }),
  summary: async (library, { run }) => (await library.people(run))?.summary ?? null,
  people: async (library, { run }, query) => {
    await costsOrPatience(library, run);
    const people = await library.people(run);
    return people && peoplePage(people, query, query.get('q') ? await library.peopleFacts(run) : undefined);
  },
  peopleIndex: async (library, { run }) => {
    const people = await library.peopleWithCosts(run);
    return people && { type: BYTES, bytes: packPeople(people, await library.peopleFacts(run)) };
  },
  person: async (library, { run, person }) => {
    await costsOrPatience(library, run);
    return library.person(run, Number(person));
  },
  calls: (library, { run }, query) => library.calls.page(library.folderOf(run)!, query),
  call: (library, { run, call }) => library.calls.text(library.folderOf(run)!, Number(call)),
  callBefore: async (library, { run, person, time }) => {
    const found = library.calls.before(library.folderOf(run)!, Number(person), Number(time));
    return found && { call: await found };
  },
  city: async (library, { run }) => {
    const bytes = await library.city(run);
    return bytes && { type: BYTES, bytes, packed: true };
  },
  traffic: (library, { run }) => library.traffic(run),
  presence: async (library, { run }) => {
    const bytes = await library.presence(run);
    return bytes && { type: BYTES, bytes };
  },
  replay: (library, { run }) => library.replay(run),
  replayFile: (library, { version, file }) => library.replays.file(version, file),
  replayBin: (library, { version, bin }) => library.replays.file(version, `bins/${bin}`),
  replayAttribute: async (library, { run, attribute }) => {
    const found = await library.attribute(run, Number(attribute));
    if (found === null) return null;
    const { labels, codes } = found;
    return { type: BYTES, bytes: pack({ head: { labels }, arrays: { codes } }) };
  },
  comparison: async (library, { a, b }) => {
    await Promise.all([a, b].map((run) => costsOrPatience(library, run, COMPARISON_MILLISECONDS)));
    return comparisonOf(library, a, b);
  },
  differences: async (library, { a, b }) => {
    const found = library.differences(a, b);
    return found && { value: await found };
  },
  code: (library, { a, b }) => library.code(a, b),
  setups: (library, _, query) => setupsOf(library, (query.get('runs') ?? '').split('/').filter(Boolean)),
  scoring: async (library, { scoring }) => (await library.scoring(scoring)).detail(),
  scoringUser: async (library, { scoring, user }) => (await library.scoring(scoring)).user(Number(user)),
  scoringCells: async (library, { scoring, submission }) => {
    const { reference, submissions } = await library.scoring(scoring);
    const predicted = submissions[Number(submission)];
    return predicted ? { type: BYTES, bytes: packScoringCells(reference, predicted) } : null;
  },
  flows: (library, { scoring }) => readKeptFlows(library.home, scoring),
  measures: (library, { report }) => library.measures.data(report),
  measureCells: (library, { report }) => library.measures.file(report, 'measureCells'),
  measureCity: (library, { report }) => library.measures.file(report, 'measureCity'),
};

const isBody = (value: unknown): value is Body => ArrayBuffer.isView((value as { readonly bytes?: unknown }).bytes);

/** Costs may take longer to compute than a page should wait; the next request then has them. */
async function costsOrPatience(library: Library, run: string, patience = PATIENCE_MILLISECONDS): Promise<void> {
  await Promise.race([library.peopleWithCosts(run), wait(patience)]);
}
