import { describeProblems } from '@itinera/benchmarks';
import { type Grouping, type RunFolder, readProblems } from '@itinera/run';

/** Describes some problems of a run, one per kind, the most frequent first. */
export function firstProblems(folder: RunFolder, run: Grouping): string[] {
  return describeProblems(readProblems(folder, run));
}
