import type { Problem } from '@itinera/run';
import type { SameProblems } from '../wire/people.js';

/** Problems with one message, which ends with the line of the agent's file; the most frequent first. */
export function problemGroups(problems: readonly Problem[]): SameProblems[] {
  const groups = new Map<string, { first: Problem; count: number; people: Set<number | null> }>();
  for (const problem of problems) {
    const key = `${problem.kind} ${problem.message}`;
    const group = groups.get(key) ?? { first: problem, count: 0, people: new Set() };
    group.count++;
    group.people.add(problem.person);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ first: { person, day, t, kind, message }, count, people }) => ({
      ...{ kind, message, count, people: people.size },
      first: { person, day, t },
    }))
    .sort((a, b) => b.count - a.count);
}
