import { DIARY_KINDS, type DiaryDay, diaryKind } from './diary.js';

/** Two people rarely report the same times for a day of this many trips. */
const TRIPS = 3;
/** Mean difference of the times of two days, in minutes, below which they count as one: half a step of simulations. */
const NEAR = 7.5;

/** How many of a list of days are near to known ones. */
export interface NearDays {
  /** Days with at least three trips; others are not compared. */
  readonly compared: number;
  readonly near: number;
}

/** Days that agents may have learnt from, to recognise copies. */
export class KnownDays {
  /** Times of the days of a chain, sorted by the first one. */
  readonly #byChain = new Map<string, number[][]>();

  constructor(days: Iterable<DiaryDay>) {
    for (const day of days) {
      if (!isCompared(day)) continue;
      const chain = chainKey(day);
      const others = this.#byChain.get(chain);
      if (others) others.push(timesOf(day));
      else this.#byChain.set(chain, [timesOf(day)]);
    }
    for (const list of this.#byChain.values()) list.sort((a, b) => a[0]! - b[0]!);
  }

  /** Counts the days that go to the same kinds of places as a known one at the same times, within 7.5 minutes on average. */
  count(days: Iterable<DiaryDay>): NearDays {
    let [compared, near] = [0, 0];
    for (const day of days) {
      if (!isCompared(day)) continue;
      compared++;
      if (this.#isNear(timesOf(day), this.#byChain.get(chainKey(day)) ?? [])) near++;
    }
    return { compared, near };
  }

  #isNear(times: readonly number[], known: readonly number[][]): boolean {
    const most = NEAR * times.length;
    // Only days whose first departure differs by less than the sum of all differences may.
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (known[middle]![0]! < times[0]! - most) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < known.length && known[i]![0]! <= times[0]! + most; i++) {
      const other = known[i]!;
      let apart = 0;
      for (let k = 0; k < times.length && apart <= most; k++) apart += Math.abs(times[k]! - other[k]!);
      if (apart <= most) return true;
    }
    return false;
  }
}

const isCompared = ({ trips }: DiaryDay) => trips.length >= TRIPS;
const chainKey = ({ trips }: DiaryDay) =>
  trips.map(({ destination }) => DIARY_KINDS.indexOf(diaryKind(destination))).join('');
const timesOf = ({ trips }: DiaryDay) => trips.flatMap(({ from, to }) => [from, to]);
