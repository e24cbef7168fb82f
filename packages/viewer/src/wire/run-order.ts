import type { FindingSpread } from './findings.js';
import { offsetIn, startOf } from './paging.js';
import type { ListedSweep, Listing, RunItem } from './runs.js';

/** Orders names, with the numbers in them by value. A collator is far faster than `localeCompare`. */
export const byName = new Intl.Collator('en', { numeric: true }).compare;

/** Rows of a page of the list, if there are more. */
export const RUNS_PER_PAGE = 100;

type Value = number | string | null;

export const modelsOf = (run: RunItem) => run.models.join(', ') || null;

/** Filters: name in the address, name on the page, value. */
export const FILTERS = [
  ['task', 'benchmark', (run: RunItem) => run.task],
  ['version', 'version', (run: RunItem) => run.taskVersion],
  ['agent', 'agent', (run: RunItem) => run.agent],
  ['model', 'model', modelsOf],
  ['city', 'city', (run: RunItem) => run.city],
  ['state', 'state', (run: RunItem) => run.state],
] as const;

export const ORDERS: readonly (readonly [key: string, label: string, of: (run: RunItem) => Value])[] = [
  ['score', 'score', (run) => (run.invalid.length > 0 ? null : (run.score?.value ?? null))],
  ['name', 'run', (run) => run.name],
  ['task', 'benchmark', (run) => run.task],
  ['version', 'version', (run) => run.taskVersion],
  ['agent', 'agent', (run) => run.agent],
  ['model', 'model', modelsOf],
  ['city', 'city', (run) => run.city],
  ['people', 'people', (run) => run.people],
  ['calls', 'calls', (run) => run.calls],
  ['cost', 'cost', (run) => run.cost],
  ['time', 'time', (run) => run.seconds],
  ['problems', 'problems', (run) => run.problems],
  ['started', 'started', (run) => run.startedAt],
];
/** Sort orders by text, which start at A. */
const WORDS: ReadonlySet<string> = new Set(['name', 'task', 'version', 'agent', 'model', 'city']);

const CONDITION = /^(\w+)(<=|>=|<|>|=)(.+)$/;

type ScoredRun = RunItem & { readonly score: FindingSpread & { readonly value: number } };
export const isScored = (run: RunItem): run is ScoredRun => run.score?.value != null && run.invalid.length === 0;

/** The runs of a setup that a mean over seeds counts: valid ones, of each seed the last by name. */
export const samplesOf = (runs: readonly RunItem[]): ScoredRun[] => [
  ...new Map(
    runs
      .filter(isScored)
      .sort((a, b) => byName(a.name, b.name))
      .map((run) => [run.seed, run]),
  ).values(),
];

/** Whether a run fits a word of a search: a part of its name, or a condition such as `score>80`. */
function fits(run: RunItem, word: string): boolean {
  const [, key, sign, text = ''] = CONDITION.exec(word) ?? [];
  const [, , of] = ORDERS.find(([name]) => name === key) ?? [];
  if (of === undefined) return run.name.toLowerCase().includes(word);
  const value = of(run);
  if (value === null) return false;
  const difference = typeof value === 'number' ? value - Number(text) : byName(value.toLowerCase(), text);
  if (difference === 0) return sign!.includes('=');
  return difference < 0 ? sign!.startsWith('<') : sign!.startsWith('>');
}

/** Whether a run has the name, and the values, that a query asks for. */
export function matches(run: RunItem, query: URLSearchParams): boolean {
  const words = (query.get('q') ?? '').toLowerCase().split(' ').filter(Boolean);
  return (
    words.every((word) => fits(run, word)) &&
    FILTERS.every(([key, , of]) => !query.get(key) || of(run) === query.get(key))
  );
}

/** The column that runs are sorted by, and whether the order is ascending; in one list, by default the newest first. */
export function orderOf(query: URLSearchParams): { readonly by: string; readonly up: boolean } {
  const by = query.get('sort') || (query.get('group') === 'none' ? 'started' : 'score');
  const order = query.get('order');
  return { by, up: !order ? WORDS.has(by) : order === 'up' };
}

/** Runs in progress come first, missing values last, and the newest of those first. */
export function sorted(runs: readonly RunItem[], { by, up }: { readonly by: string; readonly up: boolean }): RunItem[] {
  const [, , of] = ORDERS.find(([key]) => key === by) ?? ORDERS[0]!;
  const sign = up ? 1 : -1;
  return [...runs].sort((a, b) => {
    if (a.state !== b.state && [a.state, b.state].includes('running')) return a.state === 'running' ? -1 : 1;
    const [one, other] = [of(a), of(b)];
    if (one === null && other === null) return byName(b.startedAt ?? '', a.startedAt ?? '') || byName(a.name, b.name);
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const difference = typeof one === 'string' ? byName(one, String(other)) : one - Number(other);
    return sign * difference || byName(a.name, b.name);
  });
}

/** A row of a board: a run, or the runs of a sweep. */
export type BoardRow = { readonly run: RunItem } | { readonly sweep: ListedSweep; readonly runs: readonly RunItem[] };

/** Gathers the runs of each sweep in one row, in the place of the first of them. */
export function rowsOf(runs: readonly RunItem[], sweeps: readonly ListedSweep[]): BoardRow[] {
  const bySetup = new Map(sweeps.map((sweep) => [sweep.setup, { sweep, runs: [] as RunItem[] }]));
  return runs.flatMap((run): BoardRow[] => {
    const row = run.setup === null || run.state !== 'finished' ? undefined : bySetup.get(run.setup);
    if (row === undefined) return [{ run }];
    row.runs.push(run);
    return row.runs.length === 1 ? [row] : [];
  });
}

/** What the controls of the list offer: the values of each filter. */
export function choicesOf(runs: readonly RunItem[]): Listing['choices'] {
  return Object.fromEntries(
    FILTERS.map(([key, , of]) => [key, [...new Set(runs.map(of).filter((value) => value !== null))].sort()]),
  );
}

/** A query for all runs on one page. */
export const EVERY_RUN = 'every=run';

type RunsPage = Pick<Listing, 'runs' | 'total' | 'offset' | 'shown'>;

/** A list that holds all of its runs. */
export function wholeList(runs: readonly RunItem[]): RunsPage & Pick<Listing, 'count' | 'choices'> {
  return { ...onePage(runs), count: runs.length, choices: choicesOf(runs) };
}

const onePage = (runs: readonly RunItem[]): RunsPage => ({ runs, total: runs.length, offset: 0, shown: runs.length });

/**
 * The runs that a query asks for: all of them, or those in a page of rows, from the row `offset` in the order of `sort`, by
 * default the newest first, if they are more than a page. Beyond the end, the last page.
 */
export function pageOfRuns(runs: readonly RunItem[], sweeps: readonly ListedSweep[], query: URLSearchParams): RunsPage {
  if (runs.length <= RUNS_PER_PAGE || String(query) === EVERY_RUN) return onePage(runs);
  const found = runs.filter((run) => matches(run, query));
  const order = query.get('sort') ? orderOf(query) : { by: 'started', up: false };
  const rows = rowsOf(sorted(found, order), sweeps);
  const offset = startOf(offsetIn(query), rows.length, RUNS_PER_PAGE);
  const shown = rows.slice(offset, offset + RUNS_PER_PAGE);
  const all = shown.flatMap((row) => ('run' in row ? [row.run] : row.runs));
  return { runs: all, total: rows.length, offset, shown: shown.length };
}
