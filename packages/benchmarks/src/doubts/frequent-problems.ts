import { formatTime } from '@itinera/base';
import type { Problem } from '@itinera/run/browser';

const PROBLEMS_SHOWN = 5;
const PROBLEMS_READ = 10_000;

/** Problems of one kind whose messages differ only in numbers, with the first of them. Only kept problems are counted. */
export interface SameProblems {
  readonly kind: Problem['kind'];
  readonly message: string;
  readonly count: number;
  readonly people: number;
  /** Person null for the agent's file itself. */
  readonly first: Pick<Problem, 'person' | 'day' | 't'>;
}

/** Describes some problems of a run, one per kind, the most frequent first. */
export function describeProblems(groups: Iterable<readonly Problem[]>): string[] {
  return frequentProblems(groups)
    .slice(0, PROBLEMS_SHOWN)
    .map((same) => (same.count === 1 ? problemLine(same) : `${problemLine(same)} (${same.count} times)`));
}

/** The first of the same problems, on a line. */
export function problemLine({ kind, message, first: { person, day, t } }: SameProblems): string {
  const where = person === null ? "the agent's file" : `person ${person}, day ${day}, ${formatTime(t)}`;
  return `${where}: ${kind}: ${message}`;
}

/** Groups the problems of a run, or the first 10,000 of them; the most frequent first. */
export function frequentProblems(groups: Iterable<readonly Problem[]>): SameProblems[] {
  const kinds = new Map<string, { first: Problem; count: number; people: Set<number | null> }>();
  let read = 0;
  for (const problems of groups) {
    for (const problem of problems) {
      // Not the line number of its place in a file.
      const key = `${problem.kind}: ${problem.message.replace(/(?<![\w.:])[-+]?\d+(\.\d+)?/g, '#')}`;
      const same = kinds.get(key) ?? { first: problem, count: 0, people: new Set() };
      same.count++;
      same.people.add(problem.person);
      if (isEarlier(problem, same.first)) same.first = problem;
      kinds.set(key, same);
    }
    read += problems.length;
    if (read >= PROBLEMS_READ) break;
  }
  return [...kinds.values()]
    .map(({ first: { person, day, t, kind, message }, count, people }) => ({
      ...{ kind, message, count, people: people.size },
      first: { person, day, t },
    }))
    .sort((a, b) => b.count - a.count);
}

/** Groups the problems of a run; the first to happen stands first, then the most frequent. */
export function sameProblems(groups: Iterable<readonly Problem[]>): SameProblems[] {
  const all = frequentProblems(groups);
  const first = all.reduce((one, other) => (one && !isEarlier(other.first, one.first) ? one : other), all[0]);
  return first === undefined ? [] : [first, ...all.filter((one) => one !== first)];
}

const isEarlier = (a: SameProblems['first'], b: SameProblems['first']) =>
  a.day < b.day || (a.day === b.day && a.t < b.t);
