import { printable, UserError } from '@itinera/base';
import type { RunFolder } from '@itinera/run';
import {
  type MeanInterval,
  mostDifferentPeople,
  nameOfCell,
  namesOfPair,
  type SweepCell,
  sweepOfRuns,
  sweepVerdicts,
} from '@itinera/studies';
import type { ComparisonPage, SetupComparison } from '../wire/comparison.js';
import type { Library } from './library.js';
import { areSamePeople } from './people.js';

/** Prepares runs. @returns their folders @throws UserError that names those which do not exist */
export async function preparedRuns(library: Library, names: readonly string[]): Promise<RunFolder[]> {
  const unknown = names.filter((name) => library.folderOf(name) === null).map((name) => printable(name, 100));
  if (unknown.length > 0) throw new UserError(`${unknown.join(', ')}: not found. The list shows all runs.`);
  for (const name of names) await library.prepare(name);
  return names.map((name) => library.folderOf(name)!);
}

/** Compares two runs. @throws UserError if one does not exist, or they belong to different benchmarks */
export async function comparisonOf(library: Library, a: string, b: string): Promise<ComparisonPage> {
  await preparedRuns(library, [a, b]);
  const [first, second] = [library.detail(a)!, library.detail(b)!];
  if (first.run.task !== second.run.task)
    throw new UserError(
      `${a} belongs to ${first.run.task}, ${b} to ${second.run.task}. Only runs of one benchmark can be compared.`,
    );
  const [one, other] = [await library.people(a), await library.people(b)];
  return {
    first,
    second,
    names: namesOfPair([a, b], [first.run.scenario, second.run.scenario]),
    people: one && other ? mostDifferentPeople(one, other) : null,
    samePeople: one !== null && other !== null && areSamePeople([first, second], [one, other]),
  };
}

/** Runs that are compared by setup at once. */
const MOST_RUNS = 200;

/** Compares setups over their seeds; without rows, but with the reason, for runs that do not belong in one table. */
export async function setupsOf(library: Library, names: readonly string[]): Promise<SetupComparison | null> {
  if (names.length < 2) return null;
  const paths = (await preparedRuns(library, names.slice(0, MOST_RUNS))).map(({ path }) => path);
  const found = await sweepOfRuns(paths, { home: library.home }).catch((error: unknown) => {
    if (error instanceof UserError) return error.message;
    throw error;
  });
  if (typeof found === 'string') return { rows: [], verdicts: [found] };
  const { sweep, faults } = found;
  const spread = ({ mean, low, high }: MeanInterval) => ({ value: mean, low, high });
  const isOneMap = new Set(sweep.rows.map(({ cell }) => cell.map)).size === 1;
  const name = (cell: SweepCell) => nameOfCell(isOneMap ? { ...cell, map: null } : cell);
  return {
    rows: sweep.rows.map(({ cell, score, toBest }, i) => ({
      name: name(cell),
      seeds: score?.n ?? 0,
      score: score === null ? { value: null, low: null, high: null } : spread(score),
      toBest: toBest && spread(toBest),
      pValue: toBest?.correctedPValue ?? null,
      fault: faults.get(i) ?? null,
    })),
    verdicts: sweepVerdicts(sweep, name),
  };
}
