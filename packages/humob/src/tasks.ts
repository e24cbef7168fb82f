/** A year of the challenge, which fixes its tasks. */
export const YEARS = ['2023', '2024', '2025'] as const;
export type Year = (typeof YEARS)[number];

/** The contents of a submission for a task. Both ends of a range are included. */
export interface HumobTask {
  readonly uids: readonly [first: number, last: number];
  readonly days: readonly [first: number, last: number];
}

/** The tasks of each year, as in the organisers' validator. */
export const TASKS: Readonly<Record<Year, Readonly<Record<string, HumobTask>>>> = {
  '2023': {
    '1': { uids: [80_000, 99_999], days: [60, 74] },
    '2': { uids: [22_500, 24_999], days: [60, 74] },
    test: { uids: [50, 59], days: [60, 74] },
  },
  '2024': {
    b: { uids: [22_000, 24_999], days: [60, 74] },
    c: { uids: [17_000, 19_999], days: [60, 74] },
    d: { uids: [3_000, 5_999], days: [60, 74] },
    test: { uids: [50, 59], days: [60, 74] },
  },
  '2025': {
    a: { uids: [147_001, 150_000], days: [61, 75] },
    b: { uids: [27_001, 30_000], days: [61, 75] },
    c: { uids: [22_001, 25_000], days: [61, 75] },
    d: { uids: [17_001, 20_000], days: [61, 75] },
    test: { uids: [50, 60], days: [60, 74] },
  },
};

/** The task under the name in its year: since 2024, upper case is accepted for lower case. */
export function taskName(year: Year, task: string): string {
  return year === '2023' ? task : task.toLowerCase();
}

export function findTask(year: Year, task: string): HumobTask | undefined {
  const tasks = TASKS[year];
  const name = taskName(year, task);
  return Object.hasOwn(tasks, name) ? tasks[name] : undefined;
}

/** The years that have a task of this name. */
export function yearsOf(task: string): Year[] {
  return YEARS.filter((year) => findTask(year, task) !== undefined);
}

/** A task without a year: all people and days of the data set. */
export const ANY_TASK = 'any';

/**
 * The year and task that the user means.
 * @param year if given; needed where years share a name
 * @returns the problem as a text if it is not clear. No task for `ANY_TASK`, whose year is 2023 if none is given.
 */
export function chooseTask(
  name: string | undefined,
  year: Year | undefined,
): { readonly year: Year; readonly task: HumobTask | undefined } | string {
  if (name === ANY_TASK) return { year: year ?? '2023', task: undefined };
  const chosen = chooseYear(name, year);
  if (typeof chosen === 'string') return chosen;
  if (name === undefined) return 'no task named';
  const task = findTask(chosen.year, name);
  if (task !== undefined) return { year: chosen.year, task };
  const tasks = Object.keys(TASKS[chosen.year]).join(', ');
  return `no task ${taskName(chosen.year, name)} in ${chosen.year}; its tasks: ${tasks}`;
}

/** The year of a task: the given one, or the only one that has it. @returns a text if that is not clear. */
export function chooseYear(name: string | undefined, year: Year | undefined): { readonly year: Year } | string {
  if (year !== undefined) return { year };
  const years = name === undefined ? [] : yearsOf(name);
  if (years.length === 1) return { year: years[0]! };
  const why =
    name === undefined
      ? 'no task named'
      : years.length > 1
        ? `task ${name} is in ${years.join(', ')}`
        : `no year has a task ${name}`;
  return `${why}; add --year ${(years.length > 1 ? years : YEARS).join(' | ')}`;
}
