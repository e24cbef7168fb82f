import { counted } from '@itinera/base';
import { isSimulation, taskTitle } from '../../../wire/format.js';
import { byName, matches, modelsOf, orderOf, sorted } from '../../../wire/run-order.js';
import type { RunItem } from '../../../wire/runs.js';

/** The name of a board, within which scores are comparable. */
export const boardName = (run: RunItem): string =>
  `${taskTitle(run)}${run.people === null ? '' : ` · ${counted(run.people, 'person', 'people')}`}`;

export const GROUPS: readonly (readonly [key: string, label: string, of: (run: RunItem) => string])[] = [
  ['board', 'comparable runs', boardName],
  ['task', 'benchmark', (run) => run.task ?? '–'],
  ['version', 'version', (run) => run.taskVersion ?? '–'],
  ['agent', 'agent', (run) => run.agent ?? '–'],
  ['model', 'model', (run) => modelsOf(run) ?? 'no language model'],
  ['city', 'city', (run) => run.city ?? '–'],
  ['none', 'nothing', () => 'All runs'],
];

/** The columns of numbers, which can be hidden. */
export const NUMBERS = ['people', 'calls', 'time', 'problems', 'started'] as const;

export const hiddenIn = (query: URLSearchParams): Set<string> => new Set((query.get('hide') ?? '').split('.'));

export interface BoardOf {
  readonly title: string;
  readonly note: string | null;
  readonly runs: readonly RunItem[];
  /** True if it mixes benchmarks or versions; each row then names its own. */
  readonly mixed: boolean;
}

/** The runs that match the filters, grouped and sorted; first the groups with runs in progress, then those with the newest runs. */
export function boardsBy(runs: readonly RunItem[], query: URLSearchParams): BoardOf[] {
  const [, , group] = GROUPS.find(([key]) => key === query.get('group')) ?? GROUPS[0]!;
  const boards = new Map<string, RunItem[]>();
  for (const run of runs) {
    if (run.task === null || !matches(run, query)) continue;
    const title = `${group(run)}${run.synthetic ? ' · synthetic data' : ''}`;
    boards.set(title, [...(boards.get(title) ?? []), run]);
  }
  const running = (own: readonly RunItem[]) => Number(own.some(({ state }) => state === 'running'));
  const newest = (own: readonly RunItem[]) =>
    own.reduce((last, { startedAt }) => ((startedAt ?? '') > last ? startedAt! : last), '');
  const ordered = [...boards].sort(
    ([one, a], [other, b]) => running(b) - running(a) || byName(newest(b), newest(a)) || byName(one, other),
  );
  return ordered.map(([title, own]) => {
    const mixed = new Set(own.map(boardName)).size > 1;
    const notes = [
      own.every((run) => run.synthetic) &&
        (own.every(isSimulation)
          ? 'The people are synthetic.'
          : 'City, people and ground truth are synthetic: these scores say nothing about reality.'),
      mixed && 'Scores of different benchmarks, versions or numbers of people are not comparable.',
    ].filter(Boolean);
    return { title, mixed, note: notes.join(' ') || null, runs: sorted(own, orderOf(query)) };
  });
}

/** Runs whose intervals overlap with those of another run here: they share a group of ties on their board. */
export function tiedAmong(runs: readonly RunItem[]): ReadonlySet<RunItem> {
  const groups = new Map<string, RunItem[]>();
  for (const run of runs) {
    if (run.tie === null) continue;
    const key = `${boardName(run)} ${run.synthetic} ${run.tie}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return new Set([...groups.values()].filter((group) => group.length > 1).flat());
}
