import { formatTime } from '@itinera/base';
import type { Problem } from '@itinera/run/browser';

const PROBLEMS_SHOWN = 5;
const PROBLEMS_READ = 10_000;

/** Describes some problems of a run, one per kind, the most frequent first. */
export function describeProblems(groups: Iterable<readonly Problem[]>): string[] {
  return frequentProblems(groups)
    .slice(0, PROBLEMS_SHOWN)
    .map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`));
}

/** The first problem of each kind, the most frequent first. Messages that differ only in numbers are the same problem. */
export function frequentProblems(
  groups: Iterable<readonly Problem[]>,
): { readonly line: string; readonly times: number }[] {
  const kinds = new Map<string, { readonly line: string; times: number }>();
  let read = 0;
  for (const problems of groups) {
    for (const { person, day, t, kind, message } of problems) {
      // Not the line number of its place in a file.
      const key = `${kind}: ${message.replace(/(?<![\w.:])[-+]?\d+(\.\d+)?/g, '#')}`;
      const where = person === null ? "the agent's file" : `person ${person}, day ${day}, ${formatTime(t)}`;
      const known = kinds.get(key) ?? { line: `${where}: ${kind}: ${message}`, times: 0 };
      known.times++;
      kinds.set(key, known);
    }
    read += problems.length;
    if (read >= PROBLEMS_READ) break;
  }
  return [...kinds.values()].sort((a, b) => b.times - a.times);
}
