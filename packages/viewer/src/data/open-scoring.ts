import type { HumobComparison, HumobScore, StepTrajectories } from '@itinera/humob';
import { compareHumobScores } from '@itinera/humob/browser';
import { createDayScorer } from '@itinera/metrics';
import { cellsOfDay, packDayCells } from '../wire/day-cells.js';
import type { HumobDay, HumobDetail, HumobDifference, HumobSide, HumobUser, HumobUserDetail } from '../wire/humob.js';
import { alignmentOf, matchedNgrams } from './align-day.js';
import { DayTally } from './day-cells.js';

const SLOTS = 48;
const CELLS_PER_KM = 2;
const CELL_METRES = 1000 / CELLS_PER_KM;
const MOST_USERS = 100;
const BINS = 40;
const LONGEST = { humob2023: 3, humob2024: 3, giscup2025: 5 } as const;

/** One submission; its rows have the same person, day and slot as those of the reference. */
interface ScoredSide {
  readonly name: string;
  readonly generated: StepTrajectories;
  readonly score: HumobScore;
}

interface Side extends ScoredSide {
  /** One per day, in the order of the rows. */
  readonly geobleu: Float64Array;
  readonly dtw: Float64Array;
}

/** Submissions with their scores, and the reference. */
export interface ScoredSteps {
  readonly name: string;
  readonly rules: HumobScore['rules'];
  readonly synthetic: boolean;
  readonly reference: StepTrajectories;
  /** One, or two to compare. */
  readonly sides: readonly ScoredSide[];
}

/** A scoring with its files in memory: the data of its page. */
export class OpenScoring {
  readonly #scored: ScoredSteps;
  readonly #reference: StepTrajectories;
  /** The rows of day k (of all days) start at `dayOffsets[k]`. */
  readonly #dayOffsets: Int32Array;
  readonly #sides: readonly Side[];

  constructor(scored: ScoredSteps) {
    const { rules, reference, sides } = scored;
    this.#scored = scored;
    this.#reference = reference;
    const offsets = dayOffsetsOf(reference);
    this.#dayOffsets = offsets;
    this.#sides = sides.map((side) => {
      const { generated } = side;
      const geobleu = new Float64Array(offsets.length - 1);
      const dtw = new Float64Array(offsets.length - 1);
      createDayScorer({ rules }).scoreDays(generated.x, generated.y, reference.x, reference.y, offsets, geobleu, dtw);
      return { ...side, geobleu, dtw };
    });
  }

  detail(): HumobDetail {
    const [first, second] = this.#sides as [Side, Side?];
    return {
      name: this.#scored.name,
      rules: this.#scored.rules,
      synthetic: this.#scored.synthetic,
      users: first.score.users,
      days: first.score.days,
      steps: first.score.steps,
      first: this.#sideOf(first),
      second: second ? this.#sideOf(second) : null,
      difference: second ? differenceOf(first.score, second.score) : null,
    };
  }

  user(uid: number): HumobUserDetail | null {
    const person = this.#reference.people.indexOf(uid);
    if (person < 0) return null;
    const [first, second] = this.#sides as [Side, Side?];
    return {
      user: this.#userOf(first, person),
      days: this.#daysOf(first, person),
      second: second ? this.#daysOf(second, person) : null,
    };
  }

  /**
   * Where users really are and where a submission predicts them, by cell and hour, packed. @param number of the submission,
   * from 0
   */
  cells(number: number): Uint8Array | null {
    const side = this.#sides[number];
    if (side === undefined) return null;
    const { people, firstRow, t, x, y } = this.#reference;
    const [west, east] = rangeOf(x, side.generated.x);
    const [south, north] = rangeOf(y, side.generated.y);
    const [width, height] = [CELL_METRES * (east - west + 2), CELL_METRES * (north - south + 2)];
    const plane = { unit: 1, west: 0, south: 0, width, height };
    const head = { plane, shape: 'square', size: CELL_METRES } as const;
    const tally = new DayTally(cellsOfDay(head));
    for (let person = 0; person < people.length; person++)
      tally.add((set, visit) => {
        const of = set === 0 ? { x, y } : side.generated;
        for (let row = firstRow[person]!; row < firstRow[person + 1]!; row++)
          visit(Math.floor(t[row]! / 2), CELL_METRES * (of.x[row]! - west + 1), CELL_METRES * (of.y[row]! - south + 1));
      });
    return packDayCells({ ...head, parts: tally.parts(true) });
  }

  #sideOf(side: Side): HumobSide {
    const { score } = side;
    const spread = ({ value, low, high }: HumobScore['geobleu']) => ({ value, low, high });
    const users = Array.from(this.#reference.people, (_, person) => this.#userOf(side, person));
    users.sort((a, b) => a.geobleu - b.geobleu || b.dtw - a.dtw || a.uid - b.uid);
    return {
      name: side.name,
      geobleu: spread(score.geobleu),
      dtw: spread(score.dtw),
      worst: users.slice(0, MOST_USERS),
      best: users.slice(-MOST_USERS).reverse(),
      spread: spreadOf(users),
      byDay: this.#byDay(side),
      bySlot: this.#bySlot(side),
    };
  }

  #userOf({ score }: Side, person: number): HumobUser {
    const { people, firstRow } = this.#reference;
    const [from, to] = [firstRow[person]!, firstRow[person + 1]!];
    let days = 0;
    for (let row = from; row < to; row++)
      if (row === from || this.#reference.d[row] !== this.#reference.d[row - 1]) days++;
    return {
      uid: people[person]!,
      days,
      steps: to - from,
      geobleu: score.people.geobleu[person]!,
      dtw: score.people.dtw[person]!,
    };
  }

  #byDay({ geobleu, dtw }: Side): HumobSide['byDay'] {
    const days = new Map<number, { geobleu: number; dtw: number; users: number }>();
    for (let k = 0; k < geobleu.length; k++) {
      const day = this.#reference.d[this.#dayOffsets[k]!]!;
      const sum = days.get(day) ?? { geobleu: 0, dtw: 0, users: 0 };
      sum.geobleu += geobleu[k]!;
      sum.dtw += dtw[k]!;
      sum.users++;
      days.set(day, sum);
    }
    return [...days]
      .sort(([a], [b]) => a - b)
      .map(([day, sum]) => ({ day, users: sum.users, geobleu: sum.geobleu / sum.users, dtw: sum.dtw / sum.users }));
  }

  #bySlot({ generated }: Side): (number | null)[] {
    const sum = new Float64Array(SLOTS);
    const count = new Float64Array(SLOTS);
    const { t, x, y, length } = this.#reference;
    for (let row = 0; row < length; row++) {
      sum[t[row]!]! += Math.hypot(generated.x[row]! - x[row]!, generated.y[row]! - y[row]!) / CELLS_PER_KM;
      count[t[row]!]!++;
    }
    return Array.from(sum, (value, slot) => (count[slot]! > 0 ? value / count[slot]! : null));
  }

  #daysOf(side: Side, person: number): HumobDay[] {
    const { firstRow, d, t, x, y } = this.#reference;
    const days: HumobDay[] = [];
    for (let k = 0; k < side.geobleu.length; k++) {
      const [from, to] = [this.#dayOffsets[k]!, this.#dayOffsets[k + 1]!];
      if (from < firstRow[person]! || from >= firstRow[person + 1]!) continue;
      const cells = (columns: { x: ArrayLike<number>; y: ArrayLike<number> }) =>
        Array.from({ length: to - from }, (_, i) => [columns.x[from + i]!, columns.y[from + i]!] as const);
      const [generated, reference] = [cells(side.generated), cells({ x, y })];
      days.push({
        day: d[from]!,
        geobleu: side.geobleu[k]!,
        dtw: side.dtw[k]!,
        t: Array.from({ length: to - from }, (_, i) => t[from + i]!),
        generated,
        reference,
        alignment: alignmentOf(generated, reference, this.#scored.rules !== 'giscup2025'),
        ngrams: matchedNgrams(generated, reference, LONGEST[this.#scored.rules]),
      });
    }
    return days;
  }
}

function rangeOf(...columns: readonly ArrayLike<number>[]): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const values of columns)
    for (let i = 0; i < values.length; i++) {
      least = Math.min(least, values[i]!);
      most = Math.max(most, values[i]!);
    }
  return [least, most];
}

function differenceOf(first: HumobScore, second: HumobScore): HumobDifference {
  const { geobleu, dtw } = compareHumobScores(first, second);
  const shown = ({ value, low, high, pValue }: HumobComparison['geobleu']) => ({ value, low, high, pValue });
  return { geobleu: shown(geobleu), dtw: shown(dtw) };
}

function spreadOf(users: readonly HumobUser[]): number[] {
  const counts = new Array<number>(BINS).fill(0);
  for (const { geobleu } of users) counts[Math.min(BINS - 1, Math.floor(geobleu * BINS))]! += 1 / users.length;
  return counts;
}

function dayOffsetsOf({ uid, d, length }: StepTrajectories): Int32Array {
  const offsets: number[] = [];
  for (let row = 0; row < length; row++)
    if (row === 0 || uid[row] !== uid[row - 1] || d[row] !== d[row - 1]) offsets.push(row);
  return Int32Array.from([...offsets, length]);
}
