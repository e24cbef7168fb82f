import type { HumobDetail, HumobUserDetail } from '@itinera/humob';
import type { CodeChanges } from './code.js';
import type { ComparisonPage, Differences, SetupComparison } from './comparison.js';
import type { PeopleCosts } from './findings.js';
import type { FlowsData } from './flows.js';
import type { MeasureData } from './measures.js';
import type { CallBefore, CallsPage, CallText, PeoplePage, PersonDetail, TripSummary } from './people.js';
import type { ReplayState } from './replay.js';
import type { Listing, RunDetail } from './runs.js';
import type { RunTrafficReport } from './traffic.js';

/** The names of the parameters of an address: `run` and `person` of `runs/:run/people/:person`. */
type NamesIn<P extends string> = P extends `${infer A}/${infer B}`
  ? NamesIn<A> | NamesIn<B>
  : P extends `:${infer Name}`
    ? Name
    : never;

/** Values for the parameters of an address. */
export type ParamsOf<P extends string> = Readonly<Record<NamesIn<P>, string | number>>;

/** A concrete address of data of type `T`. */
export type Address<T> = string & { readonly data?: T };

/** Data of type `T` that the server or a report holds at addresses of one pattern. */
export interface Endpoint<T, P extends string> {
  readonly pattern: P;
  readonly at: (params: ParamsOf<P>, query?: URLSearchParams) => Address<T>;
}

const data =
  <T>() =>
  <const P extends string>(pattern: P): Endpoint<T, P> => ({
    pattern,
    at: (params, query) => {
      const search = query === undefined || query.size === 0 ? '' : `?${query}`;
      return `${fill(pattern, params)}${search}` as Address<T>;
    },
  });

/** The type of an answer that is an error. To a page that accepts it, it comes as a success: a browser would log it. */
export const PROBLEM = 'application/problem+json';

/** Addresses of the pages' data, below `api/` on the server; a report holds them under the same addresses. */
export const API = {
  runs: data<Listing>()('runs'),
  run: data<RunDetail>()('runs/:run'),
  costs: data<PeopleCosts>()('runs/:run/costs'),
  summary: data<TripSummary>()('runs/:run/summary'),
  people: data<PeoplePage>()('runs/:run/people'),
  /** Everything that a search for people needs, where no server can search. */
  peopleIndex: data<ArrayBuffer>()('runs/:run/people-index'),
  person: data<PersonDetail>()('runs/:run/people/:person'),
  calls: data<CallsPage>()('runs/:run/calls'),
  call: data<CallText>()('runs/:run/calls/:call'),
  callBefore: data<CallBefore>()('runs/:run/people/:person/call-before/:time'),
  /** The drawn map. */
  city: data<ArrayBuffer>()('runs/:run/city'),
  traffic: data<RunTrafficReport>()('runs/:run/traffic'),
  presence: data<ArrayBuffer>()('runs/:run/presence'),
  replay: data<ReplayState>()('runs/:run/replay'),
  replayFile: data<ArrayBuffer>()('runs/:run/replay/:version/:file'),
  replayBin: data<ArrayBuffer>()('runs/:run/replay/:version/bins/:bin'),
  replayAttribute: data<ArrayBuffer>()('runs/:run/replay/:version/attributes/:attribute'),
  comparison: data<ComparisonPage>()('compare/:a/:b'),
  differences: data<{ readonly value: Differences }>()('compare/:a/:b/differences'),
  code: data<CodeChanges>()('compare/:a/:b/code'),
  /** Of the runs in the query, `runs=a/b/c`. */
  setups: data<SetupComparison>()('setups'),
  scoring: data<HumobDetail>()('humob/:scoring'),
  scoringUser: data<HumobUserDetail>()('humob/:scoring/:user'),
  scoringCells: data<ArrayBuffer>()('humob/:scoring/cells/:submission'),
  flows: data<FlowsData>()('flows/:scoring'),
  measures: data<MeasureData>()('measures/:report'),
  measureCells: data<ArrayBuffer>()('measures/:report/cells'),
  /** The drawn map below the cells, if the report has one. */
  measureCity: data<ArrayBuffer>()('measures/:report/city'),
} as const;

/** The address of the data in a report of `asbench humob score` on daily flows. */
export const FLOWS = data<FlowsData>()('flows');

/** Addresses of the pages that others link to, after `#/`. */
export const PAGES = {
  runs: '',
  run: 'run/:run',
  replay: 'run/:run/replay',
  person: 'run/:run/person/:person',
  calls: 'run/:run/calls',
  comparison: 'compare/:a/:b',
  comparedReplay: 'compare/:a/:b/replay',
  comparedSetup: 'compare/:a/:b/setup',
  comparedPerson: 'compare/:a/:b/person/:person',
  several: 'compare',
  scoring: 'humob/:scoring',
  scoringUser: 'humob/:scoring/:user',
  measures: 'measures/:report',
  flows: 'flows',
  keptFlows: 'flows/:scoring',
} as const;

/** The parts of a pattern with values for its parameters. */
export function pathParts<const P extends string>(pattern: P, params: ParamsOf<P>): string[] {
  const values = params as Readonly<Record<string, string | number>>;
  return pattern.split('/').map((part) => (part.startsWith(':') ? String(values[part.slice(1)]) : part));
}

/** A pattern with values for its parameters, encoded so that any name of a folder is safe in it. */
export function fill<const P extends string>(pattern: P, params: ParamsOf<P>): string {
  return pathParts(pattern, params).map(encodeURIComponent).join('/');
}

/** The parameters of a decoded path that fits a pattern; null for any other path. */
export function match<const P extends string>(
  pattern: P,
  path: readonly string[],
): Readonly<Record<NamesIn<P>, string>> | null {
  const parts = pattern === '' ? [] : pattern.split('/');
  if (parts.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = path[i]!;
    else if (part !== path[i]) return null;
  }
  return params as Readonly<Record<NamesIn<P>, string>>;
}
