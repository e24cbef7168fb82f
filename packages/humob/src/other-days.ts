import { TASKS, type Year } from './tasks.js';
import type { StepTrajectories } from './trajectories.js';

/** A warning if the days of a truth are not those of any task of the year; empty otherwise. */
export function otherDaysWarning(
  { path, d, length }: Pick<StepTrajectories, 'path' | 'length'> & { readonly d: ArrayLike<number> },
  year: Year,
): string[] {
  const has = new Set<number>();
  let [first, last] = [Infinity, -Infinity];
  for (let i = 0; i < length; i++) {
    const day = d[i]!;
    // Steps of a day follow each other.
    if (i > 0 && day === d[i - 1]) continue;
    has.add(day);
    [first, last] = [Math.min(first, day), Math.max(last, day)];
  }
  const tasks = Object.values(TASKS[year]).map(({ days }) => days);
  if (tasks.some(([from, to]) => from === first && to === last && has.size === to - from + 1)) return [];
  const expected = [...new Set(tasks.map(([from, to]) => `${from}–${to}`))].join(' or ');
  const missing = last - first + 1 - has.size;
  const got =
    first === last ? `day ${first}` : `days ${first}–${last}${missing > 0 ? ` (${missing} of them missing)` : ''}`;
  return [
    `${path} has ${got}, the challenge of ${year} scores days ${expected}: this score is not comparable with published ones.`,
  ];
}
