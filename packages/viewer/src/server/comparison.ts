import { UserError } from '@itinera/base';
import { type MeanInterval, nameOfCell, type SweepCell, sweepOfRuns, sweepVerdicts } from '@itinera/studies';
import type { ComparisonPage, PersonDifference, SetupComparison } from '../wire/comparison.js';
import type { Library } from './library.js';
import { areSamePeople, type PeopleTable } from './people.js';

const MOST_PEOPLE = 40;

/** Compares two runs. @throws UserError if they belong to different benchmarks */
export async function comparisonOf(library: Library, a: string, b: string): Promise<ComparisonPage | null> {
  for (const name of [a, b]) await library.prepare(name);
  const [first, second] = [library.detail(a), library.detail(b)];
  if (first === null || second === null) return null;
  if (first.run.task !== second.run.task)
    throw new UserError(
      `${a} belongs to ${first.run.task}, ${b} to ${second.run.task}. Only runs of one benchmark can be compared.`,
    );
  const [one, other] = [await library.people(a), await library.people(b)];
  return {
    first,
    second,
    people: one && other ? mostDifferentPeople(one, other) : null,
    samePeople: one !== null && other !== null && areSamePeople([first, second], [one, other]),
  };
}

/** Runs that are compared by setup at once. */
const MOST_RUNS = 200;

/** Compares setups over their seeds; without rows, but with the reason, for runs that do not belong in one table. */
export async function setupsOf(library: Library, names: readonly string[]): Promise<SetupComparison | null> {
  const folders = names.slice(0, MOST_RUNS).map((name) => library.folderOf(name));
  if (folders.length < 2 || folders.includes(null)) return null;
  for (const name of names) await library.prepare(name);
  const paths = folders.map((folder) => folder!.path);
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

/**
 * The people whose days differ most between two runs, by the sum of relative differences; after them, those who only lose other
 * points. @returns null without people in common
 */
export function mostDifferentPeople(one: PeopleTable, other: PeopleTable): PersonDifference[] | null {
  let inCommon = 0;
  const differences: PersonDifference[] = [];
  for (const [id, i] of one.rowOf) {
    const k = other.rowOf.get(id);
    if (k === undefined) continue;
    inCommon++;
    const pair = (of: (table: PeopleTable, row: number) => number) => [of(one, i), of(other, k)] as const;
    const radius = pair((table, row) => table.radius[row]!);
    const kilometres = pair((table, row) => table.metres[row]! / 1000);
    const trips = pair((table, row) => table.trips[row]!);
    const places = pair((table, row) => table.places[row]!);
    const apart = [radius, kilometres, trips, places]
      .map(([x, y]) => (Number.isNaN(x) || Number.isNaN(y) ? 0 : Math.abs(x - y) / (Math.abs(x) + Math.abs(y) || 1)))
      .reduce((sum, value) => sum + value, 0);
    const points = [pointsOf(one, i), pointsOf(other, k)] as const;
    if (apart === 0 && inPoints(points) === 0) continue;
    differences.push({
      id,
      apart,
      points,
      trips,
      places,
      kilometres,
      radius: Number.isNaN(radius[0]) || Number.isNaN(radius[1]) ? null : radius,
    });
  }
  if (inCommon === 0) return null;
  return differences
    .sort((x, y) => y.apart - x.apart || inPoints(y.points) - inPoints(x.points) || x.id - y.id)
    .slice(0, MOST_PEOPLE);
}

/** How far apart two losses of points are: 0 while one of them is unknown, such as before it has been computed. */
function inPoints([x, y]: PersonDifference['points']): number {
  return x === null || y === null ? 0 : Math.abs(x - y);
}

function pointsOf({ cost }: PeopleTable, row: number): number | null {
  const points = cost[row]!;
  return Number.isNaN(points) ? null : points;
}
