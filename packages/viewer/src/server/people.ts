import { existsSync } from 'node:fs';
import { field } from '@itinera/benchmarks';
import type { Profile } from '@itinera/engine';
import { decodeStatuses, decodeTrips, parseJson, type RunFolder, type RunManifest, readWithin } from '@itinera/run';
import { PEOPLE_PER_PAGE, type PeoplePage, type PersonRow, type TripSummary } from '../wire/people.js';
import { doneGroups, tableOf } from './run-list.js';
import { TripCharts } from './trip-charts.js';

/** The people of a run in columns. */
export interface PeopleTable {
  readonly id: Float64Array;
  readonly trips: Uint32Array;
  readonly seconds: Float64Array;
  readonly metres: Float64Array;
  readonly places: Uint16Array;
  readonly problems: Uint32Array;
  /** NaN if unknown. */
  readonly radius: Float64Array;
  /** Points lost; NaN until known, and for people who lose none. */
  readonly cost: Float64Array;
  /** Group that a person's rows are in. */
  readonly group: Uint16Array;
  readonly rowOf: ReadonlyMap<number, number>;
  /** The intentions of the run, and for each person a bit per intention. */
  readonly intentions: readonly string[];
  readonly intended: Uint32Array;
  /** AOIs where each person was at a step, person by person, and where those of a person start. */
  readonly visits: Uint32Array;
  readonly visitStart: Uint32Array;
  readonly summary: TripSummary;
}

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

/** What is known about the people of a run besides its tables. */
export interface PeopleFacts {
  readonly profiles: ReadonlyMap<number, Profile>;
  /** The name and kind of an AOI. */
  readonly placeText: (aoi: number) => string;
}

/**
 * The people who fit a search: by the start of the number, by age or AOI, or with every word in the profile, in an intention
 * or in the name or kind of a place.
 */
function search(table: PeopleTable, wanted: string, { profiles, placeText }: PeopleFacts): number[] {
  const rows = Array.from({ length: table.id.length }, (_, row) => row);
  const visitsOf = (row: number) => table.visits.subarray(table.visitStart[row], table.visitStart[row + 1]);
  const attributesOf = (row: number): Readonly<Record<string, unknown>> =>
    profiles.get(table.id[row]!)?.attributes ?? {};
  if (/^\d+$/.test(wanted))
    return rows.filter(
      (row) =>
        String(table.id[row]).startsWith(wanted) ||
        String(attributesOf(row).age) === wanted ||
        visitsOf(row).includes(Number(wanted)),
    );
  const words = wanted.toLowerCase().split(/\s+/);
  // The words in the name or kind of each place, as bits.
  const inPlace = new Map<number, number>();
  for (const aoi of new Set(table.visits)) inPlace.set(aoi, wordsIn(placeText(aoi), words));
  return rows.filter((row) => {
    const intentions = table.intentions.filter((_, number) => table.intended[row]! & (1 << number));
    const values = Object.values(attributesOf(row)).filter((value) => typeof value === 'string');
    let found = wordsIn([...values, ...intentions].join('\n'), words);
    for (const aoi of visitsOf(row)) found |= inPlace.get(aoi)!;
    return found === wordsIn(wanted, words);
  });
}

/** The words that a text contains, as bits; words beyond the first 31 are not searched for. */
function wordsIn(text: string, words: readonly string[]): number {
  const low = text.toLowerCase();
  return words.slice(0, 31).reduce((bits, word, i) => (low.includes(word) ? bits | (1 << i) : bits), 0);
}

/** Adds radius and places by the definitions of the score, if the benchmark measures them. */
function addResults(table: { id: Float64Array; radius: Float64Array; places: Uint16Array }, folder: RunFolder): void {
  if (!existsSync(folder.resultsJsonPath)) return;
  let results: unknown;
  try {
    results = field(
      parseJson(readWithin(folder.resultsJsonPath, undefined, 'results.json').toString(), 'results.json'),
      'results',
    );
  } catch {
    return;
  }
  const [radius, places] = [field(results, 'gyration_radius'), field(results, 'daily_location_numbers')];
  if (!Array.isArray(radius) || !Array.isArray(places)) return;
  const left = field(results, 'left_out');
  const out = new Set(Array.isArray(left) ? left.map((one) => field(one, 'id')) : []);
  let at = 0;
  for (let row = 0; row < table.id.length && at < radius.length; row++) {
    if (out.has(table.id[row])) continue;
    table.radius[row] = Number(radius[at]);
    table.places[row] = Number(places[at]);
    at++;
  }
}

const ORDERS = {
  id: (table: PeopleTable) => table.id,
  trips: (table: PeopleTable) => table.trips,
  minutes: (table: PeopleTable) => table.seconds,
  kilometres: (table: PeopleTable) => table.metres,
  places: (table: PeopleTable) => table.places,
  radius: (table: PeopleTable) => table.radius,
  problems: (table: PeopleTable) => table.problems,
  cost: (table: PeopleTable) => table.cost,
};
const isOrder = (name: string): name is keyof typeof ORDERS => Object.hasOwn(ORDERS, name);

/** The first row that an address asks for. */
export function offsetIn(query: URLSearchParams): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(Number(query.get('offset')) || 0)));
}

/** A page of the people, sorted; unknown values come last. */
export function peoplePage(
  table: PeopleTable,
  query: URLSearchParams,
  facts: PeopleFacts = { profiles: new Map(), placeText: () => '' },
): PeoplePage {
  const by = query.get('sort') ?? 'id';
  const values: ArrayLike<number> = ORDERS[isOrder(by) ? by : 'id'](table);
  const sign = query.get('order') === 'down' ? -1 : 1;
  const wanted = (query.get('q') ?? '').trim();
  const rows = wanted === '' ? Array.from({ length: table.id.length }, (_, row) => row) : search(table, wanted, facts);
  rows.sort((a, b) => {
    const [one, other] = [values[a]!, values[b]!];
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b;
    return sign * (one - other) || a - b;
  });
  const offset = offsetIn(query);
  return {
    total: rows.length,
    offset,
    rows: rows.slice(offset, offset + PEOPLE_PER_PAGE).map((row) => personRow(table, row)),
  };
}

export function personRow(table: PeopleTable, row: number): PersonRow {
  const known = (value: number) => (Number.isNaN(value) ? null : value);
  return {
    id: table.id[row]!,
    trips: table.trips[row]!,
    minutes: table.seconds[row]! / 60,
    kilometres: table.metres[row]! / 1000,
    places: table.places[row]!,
    radius: known(table.radius[row]!),
    problems: table.problems[row]!,
    cost: known(table.cost[row]!),
  };
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
