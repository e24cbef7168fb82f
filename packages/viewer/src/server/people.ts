import { existsSync } from 'node:fs';
import { field } from '@itinera/benchmarks';
import { decodeStatuses, decodeTrips, RunFolder, type RunManifest } from '@itinera/run';
import { TripCharts, type TripSummary } from '@itinera/studies';
import { pack, unpack } from '../wire/packed.js';
import type { PeopleColumns } from '../wire/people-index.js';
import { doneGroups, resultsIn, tableOf } from './run-list.js';

/** The people of a run in columns, with the location of their rows. */
export interface PeopleTable extends PeopleColumns {
  /** Group that a person's rows are in. */
  readonly group: Uint16Array;
  readonly rowOf: ReadonlyMap<number, number>;
  readonly summary: TripSummary;
}

/** Packs a table to keep it, before the points lost are known. */
const packTable = ({ intentions, summary, rowOf: _, ...arrays }: PeopleTable): Uint8Array =>
  pack({ head: { intentions, summary }, arrays });

export function unpackTable(bytes: Uint8Array): PeopleTable {
  const { head, arrays } = unpack<
    Pick<PeopleTable, 'intentions' | 'summary'>,
    Omit<PeopleTable, 'intentions' | 'summary' | 'rowOf'>
  >(new Uint8Array(bytes).buffer);
  return { ...head, ...arrays, rowOf: new Map(Array.from(arrays.id, (id, row) => [id, row])) };
}

export interface PeopleJob {
  /** Path of the folder of a run. */
  readonly path: string;
  readonly manifest: RunManifest;
}

/** Runs in a thread: reading all rows of many people takes seconds. */
export default ({ path, manifest }: PeopleJob): Uint8Array => packTable(readPeople(new RunFolder(path), manifest));

/** Sums the days of a run's people from its tables; for a run in progress, only those of people who have finished. */
export function readPeople(folder: RunFolder, manifest: RunManifest): PeopleTable {
  const groups = doneGroups(folder, manifest);
  const count = groups.reduce((sum, { from, to }) => sum + to - from, 0);
  const table = {
    id: new Float64Array(count),
    trips: new Uint32Array(count),
    seconds: new Float64Array(count),
    metres: new Float64Array(count),
    places: new Uint16Array(count),
    problems: new Uint32Array(count),
    radius: new Float64Array(count).fill(Number.NaN),
    cost: new Float64Array(count).fill(Number.NaN),
    group: new Uint16Array(count),
    rowOf: new Map<number, number>(),
    intentions: [] as string[],
    intended: new Uint32Array(count),
    visitStart: new Uint32Array(count + 1),
  };
  const visits: number[] = [];
  const counts = new TripCharts(manifest.clock.steps * manifest.clock.stepSeconds);
  let row = -1;
  for (const { group } of groups) {
    const statuses = decodeStatuses(...tableOf(folder, 'statuses', group));
    const seen = new Set<number>();
    const bits = statuses.action.texts.map((text) => bitOf(table.intentions, text));
    for (let i = 0; i < statuses.id.length; i++) {
      if (i === 0 || statuses.id[i] !== statuses.id[i - 1]) {
        row++;
        seen.clear();
        table.id[row] = statuses.id[i]!;
        table.group[row] = group;
        table.rowOf.set(statuses.id[i]!, row);
        table.visitStart[row] = visits.length;
      }
      table.intended[row]! |= bits[statuses.action.keys[i]!] ?? 0;
      const parent = statuses.parentId[i]!;
      // Only people in an AOI have status 1 (in it) or 6 (about to leave it).
      if (parent >= 0 && statuses.status[i] === 1 && !seen.has(parent)) {
        seen.add(parent);
        visits.push(parent);
        table.places[row]!++;
      }
    }
    for (const { person } of statuses.facts.problems) {
      const of = person === null ? undefined : table.rowOf.get(person);
      if (of !== undefined) table.problems[of]!++;
    }
    for (const [person, problems] of statuses.facts.problemCounts ?? []) {
      const of = table.rowOf.get(person);
      if (of !== undefined) table.problems[of] = problems;
    }
    const trips = decodeTrips(...tableOf(folder, 'trips', group));
    counts.add(trips);
    for (let i = 0; i < trips.id.length; i++) {
      const of = table.rowOf.get(trips.id[i]!)!;
      table.trips[of]!++;
      table.seconds[of]! += trips.seconds[i]!;
      table.metres[of]! += trips.metres[i]!;
    }
  }
  table.visitStart[count] = visits.length;
  addResults(table, folder);
  return { ...table, visits: Uint32Array.from(visits), summary: counts.summary(count) };
}

/** The bit of an intention; 0 for those beyond the first 32, which cannot be searched for. */
function bitOf(intentions: string[], text: string): number {
  if (!intentions.includes(text) && intentions.length < 32) intentions.push(text);
  const number = intentions.indexOf(text);
  return number < 0 ? 0 : 1 << number;
}

/** Adds radius and places by the definitions of the score, if the benchmark measures them. */
function addResults(table: { id: Float64Array; radius: Float64Array; places: Uint16Array }, folder: RunFolder): void {
  if (!existsSync(folder.resultsJsonPath)) return;
  let found: ReturnType<typeof resultsIn>;
  try {
    found = resultsIn(folder);
  } catch {
    return;
  }
  const { results, out } = found;
  const [radius, places] = [field(results, 'gyration_radius'), field(results, 'daily_location_numbers')];
  if (!Array.isArray(radius) || !Array.isArray(places)) return;
  let at = 0;
  for (let row = 0; row < table.id.length && at < radius.length; row++) {
    if (out.has(table.id[row])) continue;
    table.radius[row] = Number(radius[at]);
    table.places[row] = Number(places[at]);
    at++;
  }
}

/** Whether two runs have the same people: those of one dataset are the same if they have the same numbers. */
export function areSamePeople(
  runs: readonly { readonly manifest: Readonly<object> | null }[],
  tables: readonly PeopleTable[],
): boolean {
  const [first, second] = runs.map(({ manifest }) => field(field(manifest, 'dataset'), 'hash'));
  const [one, other] = tables as [PeopleTable, PeopleTable];
  return first === second && one.id.length === other.id.length && one.id.every((id) => other.rowOf.has(id));
}
