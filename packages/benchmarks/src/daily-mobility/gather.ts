import { counted } from '@itinera/base';
import { meanDistanceRadius } from '@itinera/metrics';
import { INTENTIONS } from '@itinera/run/browser';
import { requireColumn, type StatusRow } from '../port/status-row.js';

const CODES = new Map<string, number>(INTENTIONS.map((intention, i) => [intention, i + 1]));
const OTHER = 3;
/** Half hours per day: the intention of every second row. */
const SLOTS = 48;

/** The results of a run of DailyMobility: one entry per person in each list, in the order of first occurrence. */
export interface DailyMobilityResults {
  /** Distinct AOIs of a person. */
  readonly daily_location_numbers: number[];
  /** Metres: mean distance of these AOIs' centroids from their mean. */
  readonly gyration_radius: number[];
  /** Codes 1 to 7 of the 48 half hours. */
  readonly intention_sequences: number[][];
  /** Share of each code in the 48. */
  readonly intention_proportions: number[][];
  /** Omitted people with the reason; absent if there are none. */
  readonly left_out?: { readonly id: number; readonly reason: string }[];
}

interface Person {
  /** AOIs in the order of first occurrence. */
  readonly aois: Set<number>;
  readonly codes: number[];
  rows: number;
}

/**
 * Gathers the results of DailyMobility from status rows, in the given order. A person whose record is too short for 48 half
 * hours, or who was never in an AOI of the map, is omitted and listed.
 *
 * @param rows at least 95 per person (a run has 100); day and t are not read
 * @param centroids by AOI id, metres
 * @throws UserError when a row lacks id, parent_id or action
 */
export function gatherDailyMobility(
  rows: Iterable<StatusRow>,
  centroids: ReadonlyMap<number, ArrayLike<number>>,
): DailyMobilityResults {
  const people = new Map<number, Person>();
  let index = 0;
  for (const row of rows) {
    for (const column of ['id', 'parent_id', 'action'] as const) requireColumn(row, index, column);
    index++;
    let person = people.get(row.id);
    if (!person) {
      person = { aois: new Set(), codes: [], rows: 0 };
      people.set(row.id, person);
    }
    if (row.parent_id !== null && centroids.has(row.parent_id)) person.aois.add(row.parent_id);
    if (person.rows % 2 === 0 && person.codes.length < SLOTS) person.codes.push(CODES.get(row.action) ?? OTHER);
    person.rows++;
  }

  const results = {
    daily_location_numbers: [] as number[],
    gyration_radius: [] as number[],
    intention_sequences: [] as number[][],
    intention_proportions: [] as number[][],
  };
  const leftOut: { id: number; reason: string }[] = [];
  for (const [id, { aois, codes, rows: count }] of people) {
    if (codes.length < SLOTS) {
      leftOut.push({ id, reason: `${counted(count, 'row')}, where 48 half hours need 95` });
    } else if (aois.size === 0) {
      leftOut.push({ id, reason: 'never in an AOI of the map' });
    } else {
      results.daily_location_numbers.push(aois.size);
      results.gyration_radius.push(meanDistanceRadius(Array.from(aois, (aoi) => centroids.get(aoi)!)));
      results.intention_sequences.push(codes);
      results.intention_proportions.push(proportions(codes));
    }
  }
  return leftOut.length === 0 ? results : { ...results, left_out: leftOut };
}

function proportions(codes: readonly number[]): number[] {
  const counts = new Array<number>(INTENTIONS.length).fill(0);
  for (const code of codes) counts[code - 1]!++;
  return counts.map((count) => count / codes.length);
}
