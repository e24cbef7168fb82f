import { pairwiseMean, SLOTS } from '@itinera/metrics';
import type { DayScores, PersonScores } from './score.js';
import type { StepTrajectories } from './trajectories.js';

/** The two sides of a scoring; each row is the same person, day and slot on both. */
export interface ScoredSides {
  readonly generated: StepTrajectories;
  readonly reference: StepTrajectories;
}

/** A person's scores. */
export interface PersonScore {
  readonly uid: number;
  readonly geobleu: number;
  readonly dtw: number;
}

/** The people with the lowest GEO-BLEU, worst first; ties to the greater DTW, then the lower uid. */
export function worstPeople({ uid, geobleu, dtw }: PersonScores, count: number): PersonScore[] {
  return Array.from(uid, (person, i) => ({ uid: person, geobleu: geobleu[i]!, dtw: dtw[i]! }))
    .sort((a, b) => a.geobleu - b.geobleu || b.dtw - a.dtw || a.uid - b.uid)
    .slice(0, count);
}

/** How steps can be grouped. */
export const GROUPINGS = ['hour', 'weekday', 'distance'] as const;
export type StepGrouping = (typeof GROUPINGS)[number];

/** How well a group of steps is predicted. */
export interface GroupScore {
  readonly group: string;
  readonly steps: number;
  /** Share of steps in the right cell, 0 to 1. */
  readonly exact: number;
  /** Share of steps at most 1 km off, 0 to 1. */
  readonly within1Km: number;
  /** Mean distance from the true cell, km. */
  readonly meanKm: number;
  /** Means over the days of the group; null where a group is part of a day. */
  readonly geobleu: number | null;
  readonly dtw: number | null;
}

const CELLS_PER_KM = 2;
const DAYS_OF_A_WEEK = 7;
/** Upper limits of the classes of distance, km. */
const FARTHEST_KM = [0, 1, 2, 5, 10, 20];

/**
 * Where a prediction is right and where it is wrong: by hour of the day, by weekday (day number modulo 7, since the data
 * hide their dates), or by the distance of the true cell from the person's most frequent cell.
 * @param byDay scores of each day, of which weekdays are means
 */
export function scoreGroups({ generated, reference }: ScoredSides, by: StepGrouping, byDay: DayScores): GroupScore[] {
  const { length, d, t, x, y } = reference;
  const home = by === 'distance' ? homes(reference) : null;
  const names = groupNames(by);
  const [steps, exact, near, km] = [0, 1, 2, 3].map(() => new Float64Array(names.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let row = 0; row < length; row++) {
    const group =
      by === 'hour'
        ? Math.floor((t[row]! * 24) / SLOTS)
        : by === 'weekday'
          ? d[row]! % DAYS_OF_A_WEEK
          : distanceClass(kmBetween(x[row]! - home![2 * row]!, y[row]! - home![2 * row + 1]!));
    const off = kmBetween(x[row]! - generated.x[row]!, y[row]! - generated.y[row]!);
    steps[group]!++;
    km[group]! += off;
    if (off === 0) exact[group]!++;
    if (off <= 1) near[group]!++;
  }
  const overDays = (scores: Float64Array, weekday: number): number | null =>
    by === 'weekday' ? pairwiseMean(scores.filter((_, i) => byDay.d[i]! % DAYS_OF_A_WEEK === weekday)) : null;
  return names
    .map((group, i) => ({
      group,
      steps: steps[i]!,
      exact: exact[i]! / steps[i]!,
      within1Km: near[i]! / steps[i]!,
      meanKm: km[i]! / steps[i]!,
      geobleu: overDays(byDay.geobleu, i),
      dtw: overDays(byDay.dtw, i),
    }))
    .filter((score) => score.steps > 0);
}

function groupNames(by: StepGrouping): string[] {
  if (by === 'hour') return Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  if (by === 'weekday') return Array.from({ length: DAYS_OF_A_WEEK }, (_, day) => `d mod 7 = ${day}`);
  const between = FARTHEST_KM.slice(1).map((to, i) => `${FARTHEST_KM[i]} to ${to} km`);
  return ['at the usual place', ...between, `over ${FARTHEST_KM.at(-1)} km`];
}

function distanceClass(km: number): number {
  const found = FARTHEST_KM.findIndex((to) => km <= to);
  return found < 0 ? FARTHEST_KM.length : found;
}

const kmBetween = (dx: number, dy: number): number => Math.sqrt(dx * dx + dy * dy) / CELLS_PER_KM;

/** For each row, x and y of the person's most frequent true cell; ties to the first. */
function homes({ people, firstRow, x, y, length }: StepTrajectories): Float64Array {
  const cells = new Float64Array(2 * length);
  for (let person = 0; person < people.length; person++) {
    const [from, to] = [firstRow[person]!, firstRow[person + 1]!];
    const counts = new Map<number, number>();
    let best = -1;
    for (let row = from; row < to; row++) {
      const cell = x[row]! * 65_536 + y[row]!;
      const count = (counts.get(cell) ?? 0) + 1;
      counts.set(cell, count);
      if (best < 0 || count > counts.get(best)!) best = cell;
    }
    for (let row = from; row < to; row++) {
      cells[2 * row] = Math.floor(best / 65_536);
      cells[2 * row + 1] = best % 65_536;
    }
  }
  return cells;
}
