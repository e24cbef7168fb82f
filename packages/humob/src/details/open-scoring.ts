import type { Rules } from '@itinera/metrics';
import { indexDays } from '../align.js';
import { compareHumobScores, type DayScores, type HumobScore } from '../score.js';
import { shownWarnings, withoutFolder } from '../shown-warnings.js';
import type { StepTrajectories } from '../trajectories.js';
import { alignmentOf, matchedNgrams } from './align-day.js';
import type { HumobDay, HumobDetail, HumobSide, HumobUser, HumobUserDetail } from './scoring-detail.js';
import { scoringSays } from './scoring-says.js';

const SLOTS = 48;
const CELLS_PER_KM = 2;
const MOST_USERS = 100;
const BINS = 40;
const LONGEST = { humob2023: 3, humob2024: 3, giscup2025: 5 } as const;

/** One submission; its rows have the same person, day and slot as those of the reference. */
interface ScoredSide {
  readonly name: string;
  readonly generated: StepTrajectories;
  readonly score: HumobScore;
}

/** Submissions with their scores, and the reference. */
interface ScoredSteps {
  readonly name: string;
  readonly rules: Rules;
  readonly synthetic: boolean;
  readonly reference: StepTrajectories;
  /** One, or two to compare. */
  readonly sides: readonly ScoredSide[];
  /** Warnings for the page; by default those of the scores. */
  readonly warnings?: readonly string[] | undefined;
  /** The groups of steps that were asked for, of the first submission. */
  readonly by?: HumobDetail['by'];
}

/** A scoring with its files in memory: where each submission is wrong, by user, day and half hour. */
export class OpenScoring {
  readonly #scored: ScoredSteps;
  /** The rows of day k (of all days) start at `dayOffsets[k]`, the days of person i at `firstDay[i]`. */
  readonly #index: ReturnType<typeof indexDays>;

  constructor(scored: ScoredSteps) {
    this.#scored = scored;
    this.#index = indexDays(scored.reference);
  }

  get reference(): StepTrajectories {
    return this.#scored.reference;
  }

  /** The steps of each submission. */
  get submissions(): readonly StepTrajectories[] {
    return this.#scored.sides.map(({ generated }) => generated);
  }

  detail(): HumobDetail {
    const { name, rules, synthetic, sides, by = null } = this.#scored;
    const [first, second] = sides as [ScoredSide, ScoredSide?];
    const { users, days, steps } = first.score;
    const detail = {
      ...{ name, rules, synthetic, users, days, steps },
      first: this.#sideOf(first),
      second: second ? this.#sideOf(second) : null,
      difference: second ? differenceOf(first.score, second.score) : null,
      by,
    };
    return { ...detail, says: scoringSays(detail), warnings: this.warnings };
  }

  /** Doubts about the files, which are named without their folders. */
  get warnings(): readonly string[] {
    const { reference, sides, warnings } = this.#scored;
    if (warnings !== undefined) return warnings;
    const names = new Map([[reference.path, withoutFolder(reference.path)]]);
    for (const { name, generated } of sides) names.set(generated.path, name);
    return shownWarnings(
      sides.flatMap(({ score }) => score.warnings),
      names,
    );
  }

  /** The days of a user, step by step; null for an unknown one. */
  user(uid: number): HumobUserDetail | null {
    const person = this.reference.people.indexOf(uid);
    if (person < 0) return null;
    const [first, second] = this.#scored.sides as [ScoredSide, ScoredSide?];
    return {
      user: this.#userOf(first, person),
      days: this.#daysOf(first, person),
      second: second ? this.#daysOf(second, person) : null,
    };
  }

  #sideOf(side: ScoredSide): HumobSide {
    const { name, score } = side;
    const users = Array.from(this.reference.people, (_, person) => this.#userOf(side, person));
    users.sort((a, b) => a.geobleu - b.geobleu || b.dtw - a.dtw || a.uid - b.uid);
    return {
      name,
      geobleu: score.geobleu,
      dtw: score.dtw,
      parts: score.parts,
      worst: users.slice(0, MOST_USERS),
      best: users.slice(-MOST_USERS).reverse(),
      spread: spreadOf(users),
      byDay: meansByDay(score.byDay),
      bySlot: this.#bySlot(side),
    };
  }

  #userOf({ score }: ScoredSide, person: number): HumobUser {
    const { people, firstRow } = this.reference;
    const { firstDay } = this.#index;
    return {
      uid: people[person]!,
      days: firstDay[person + 1]! - firstDay[person]!,
      steps: firstRow[person + 1]! - firstRow[person]!,
      geobleu: score.people.geobleu[person]!,
      dtw: score.people.dtw[person]!,
    };
  }

  #bySlot({ generated }: ScoredSide): (number | null)[] {
    const sum = new Float64Array(SLOTS);
    const count = new Float64Array(SLOTS);
    const { t, x, y, length } = this.reference;
    for (let row = 0; row < length; row++) {
      sum[t[row]!]! += Math.hypot(generated.x[row]! - x[row]!, generated.y[row]! - y[row]!) / CELLS_PER_KM;
      count[t[row]!]!++;
    }
    return Array.from(sum, (value, slot) => (count[slot]! > 0 ? value / count[slot]! : null));
  }

  #daysOf({ generated, score: { byDay } }: ScoredSide, person: number): HumobDay[] {
    const { rules, reference } = this.#scored;
    const { dayOffsets, firstDay } = this.#index;
    const days: HumobDay[] = [];
    for (let k = firstDay[person]!; k < firstDay[person + 1]!; k++) {
      const [from, to] = [dayOffsets[k]!, dayOffsets[k + 1]!];
      const cells = ({ x, y }: StepTrajectories) =>
        Array.from({ length: to - from }, (_, i) => [x[from + i]!, y[from + i]!] as const);
      const [own, real] = [cells(generated), cells(reference)];
      days.push({
        day: byDay.d[k]!,
        geobleu: byDay.geobleu[k]!,
        dtw: byDay.dtw[k]!,
        t: [...reference.t.subarray(from, to)],
        generated: own,
        reference: real,
        alignment: alignmentOf(own, real, rules !== 'giscup2025'),
        ngrams: matchedNgrams(own, real, LONGEST[rules]),
      });
    }
    return days;
  }
}

function differenceOf(first: HumobScore, second: HumobScore): HumobDetail['difference'] {
  const { geobleu, dtw } = compareHumobScores(first, second);
  return { geobleu, dtw };
}

/** Means over the users of each day. */
function meansByDay({ d, geobleu, dtw }: DayScores): HumobSide['byDay'] {
  const sums = new Map<number, { geobleu: number; dtw: number; users: number }>();
  d.forEach((day, k) => {
    const sum = sums.get(day) ?? { geobleu: 0, dtw: 0, users: 0 };
    sum.geobleu += geobleu[k]!;
    sum.dtw += dtw[k]!;
    sum.users++;
    sums.set(day, sum);
  });
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([day, { users, ...sum }]) => ({ day, users, geobleu: sum.geobleu / users, dtw: sum.dtw / users }));
}

function spreadOf(users: readonly HumobUser[]): number[] {
  const counts = new Array<number>(BINS).fill(0);
  for (const { geobleu } of users) counts[Math.min(BINS - 1, Math.floor(geobleu * BINS))]! += 1 / users.length;
  return counts;
}
