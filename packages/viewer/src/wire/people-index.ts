import { pack, unpack } from './packed.js';
import { offsetIn, startOf } from './paging.js';
import { PEOPLE_PER_PAGE, type PeoplePage, type PersonRow } from './people.js';

/** The people of a run in columns. */
export interface PeopleColumns {
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
  /** The intentions of the run, and for each person a bit per intention. */
  readonly intentions: readonly string[];
  readonly intended: Uint32Array;
  /** AOIs where each person was at a step, person by person, and where those of a person start. */
  readonly visits: Uint32Array;
  readonly visitStart: Uint32Array;
}

/** What is known about the people of a run besides its tables. */
export interface PeopleFacts {
  /** The age of a person in the first line, empty if it is unknown; then the words of the profile. */
  readonly profileText: (id: number) => string;
  /** The name and kind of an AOI. */
  readonly placeText: (aoi: number) => string;
}

/** Packs everything that the list of people shows and searches, for sites without a server. */
export function packPeople({ intentions, ...table }: PeopleColumns, { profileText, placeText }: PeopleFacts) {
  const { id, trips, seconds, metres, places, problems, radius, cost, intended, visits, visitStart } = table;
  const aois = [...new Set(visits)];
  return pack({
    head: { intentions, profiles: Array.from(id, profileText), aois, placeTexts: aois.map(placeText) },
    arrays: { id, trips, seconds, metres, places, problems, radius, cost, intended, visits, visitStart },
  });
}

/** Unpacks the people of a site, for `peoplePage`. */
export function readPeopleIndex(buffer: ArrayBuffer): readonly [PeopleColumns, PeopleFacts] {
  const { head, arrays } = unpack(buffer);
  const { profiles, aois, placeTexts, ...rest } = head as {
    readonly intentions: readonly string[];
    readonly profiles: readonly string[];
    readonly aois: readonly number[];
    readonly placeTexts: readonly string[];
  };
  const columns = { ...rest, ...(arrays as object) } as PeopleColumns;
  const profileOf = new Map(profiles.map((text, row) => [columns.id[row]!, text]));
  const textOf = new Map(aois.map((aoi, i) => [aoi, placeTexts[i]!]));
  const facts = {
    profileText: (id: number) => profileOf.get(id) ?? '',
    placeText: (aoi: number) => textOf.get(aoi) ?? '',
  };
  return [columns, facts];
}

/**
 * The people who fit a search: by the start of the number, by age or AOI, or with every word in the profile, in an intention
 * or in the name or kind of a place.
 */
function search(table: PeopleColumns, wanted: string, { profileText, placeText }: PeopleFacts): number[] {
  const rows = Array.from({ length: table.id.length }, (_, row) => row);
  const visitsOf = (row: number) => table.visits.subarray(table.visitStart[row], table.visitStart[row + 1]);
  const profileOf = (row: number) => profileText(table.id[row]!).split('\n');
  if (/^\d+$/.test(wanted))
    return rows.filter(
      (row) =>
        String(table.id[row]).startsWith(wanted) ||
        profileOf(row)[0] === wanted ||
        visitsOf(row).includes(Number(wanted)),
    );
  const words = wanted.toLowerCase().split(/\s+/);
  // The words in the name or kind of each place, as bits.
  const inPlace = new Map<number, number>();
  for (const aoi of new Set(table.visits)) inPlace.set(aoi, wordsIn(placeText(aoi), words));
  return rows.filter((row) => {
    const intentions = table.intentions.filter((_, number) => table.intended[row]! & (1 << number));
    let found = wordsIn([...profileOf(row).slice(1), ...intentions].join('\n'), words);
    for (const aoi of visitsOf(row)) found |= inPlace.get(aoi)!;
    return found === wordsIn(wanted, words);
  });
}

/** The words that a text contains, as bits; words beyond the first 31 are not searched for. */
function wordsIn(text: string, words: readonly string[]): number {
  const low = text.toLowerCase();
  return words.slice(0, 31).reduce((bits, word, i) => (low.includes(word) ? bits | (1 << i) : bits), 0);
}

const ORDERS = {
  id: (table: PeopleColumns) => table.id,
  trips: (table: PeopleColumns) => table.trips,
  minutes: (table: PeopleColumns) => table.seconds,
  kilometres: (table: PeopleColumns) => table.metres,
  places: (table: PeopleColumns) => table.places,
  radius: (table: PeopleColumns) => table.radius,
  problems: (table: PeopleColumns) => table.problems,
  cost: (table: PeopleColumns) => table.cost,
};
const isOrder = (name: string): name is keyof typeof ORDERS => Object.hasOwn(ORDERS, name);

/** A page of the people, sorted; unknown values come last. */
export function peoplePage(
  table: PeopleColumns,
  query: URLSearchParams,
  facts: PeopleFacts = { profileText: () => '', placeText: () => '' },
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
  const offset = startOf(offsetIn(query), rows.length, PEOPLE_PER_PAGE);
  return {
    total: rows.length,
    offset,
    rows: rows.slice(offset, offset + PEOPLE_PER_PAGE).map((row) => personRow(table, row)),
  };
}

export function personRow(table: PeopleColumns, row: number): PersonRow {
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
