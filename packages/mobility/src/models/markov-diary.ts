import type { Random } from '@itinera/base';
import { HOUR } from '../clock.js';
import { placeNumbers } from '../place/place-numbers.js';
import { localClock, type Trajectories } from '../trajectories.js';

const STATES = 48;

/**
 * When people are at home or elsewhere, as a Markov chain over (hour of the day, home or not). A stay elsewhere is one
 * step: it leads to the last hour of the stay.
 */
export interface MarkovDiary {
  /** Probabilities, 48 rows of 48: state 2 h + 1 is home in hour h, 2 h elsewhere up to hour h. A row may be all 0. */
  readonly transitions: Float64Array;
}

/** The location of a person, hour by hour. */
export interface HourlyPlaces {
  /** Hour of the day of the first entry, 0 to 23. */
  readonly firstHour: number;
  /** Place numbers; −1 where unknown. */
  readonly places: ArrayLike<number>;
}

/**
 * Fits the diary. Home is a person's most frequent place, ties to the first seen; an hour without records has the place
 * of the hour before. A stay elsewhere that the record cuts off is dropped.
 *
 * @see L. Pappalardo, F. Simini (2018), Data-driven generation of spatio-temporal routines in human mobility,
 *   doi:10.1007/s10618-017-0548-4
 */
export function fitMarkovDiary(people: readonly HourlyPlaces[]): MarkovDiary {
  const transitions = new Float64Array(STATES * STATES);
  for (const person of people) countTransitions(person, transitions);
  for (let state = 0; state < STATES; state++) {
    const row = transitions.subarray(state * STATES, (state + 1) * STATES);
    const total = row.reduce((sum, count) => sum + count, 0);
    if (total > 0) for (let next = 0; next < STATES; next++) row[next] /= total;
  }
  return { transitions };
}

function countTransitions({ firstHour, places }: HourlyPlaces, transitions: Float64Array): void {
  const home = mostFrequent(places);
  let first = 0;
  while (first < places.length && places[first] < 0) first++;
  const filled = Array.from(places).slice(first);
  for (let i = 1; i < filled.length; i++) if (filled[i] < 0) filled[i] = filled[i - 1];
  const stateAt = (i: number) => 2 * ((firstHour + first + i) % 24) + Number(filled[i] === home);
  // A step at home is an hour, one elsewhere the whole stay.
  const lastOfStep = (i: number) => {
    let last = i;
    if (filled[i] !== home) while (filled[last + 1] === filled[i]) last++;
    return last;
  };
  for (let i = lastOfStep(0); i + 1 < filled.length; ) {
    const next = lastOfStep(i + 1);
    const cutOff = filled[next] !== home && next + 1 === filled.length;
    if (!cutOff) transitions[stateAt(i) * STATES + stateAt(next)]++;
    i = next;
  }
}

function mostFrequent(places: ArrayLike<number>): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < places.length; i++) {
    if (places[i] >= 0) counts.set(places[i], (counts.get(places[i]) ?? 0) + 1);
  }
  let best = -1;
  for (const [place, count] of counts) if (best < 0 || count > (counts.get(best) as number)) best = place;
  return best;
}

/** @returns share of diaries at home in each hour, starting from everyone at home at an actual hour of the day */
export function diaryHomeShare(diary: MarkovDiary, hours: number, firstHour = 0): Float64Array {
  // By hour and by the state in which a step ends there.
  const arrivals = Array.from({ length: hours + STATES }, () => new Float64Array(STATES));
  arrivals[0][2 * firstHour + 1] = 1;
  const share = new Float64Array(hours);
  for (let hour = 0; hour < hours; hour++) {
    for (let state = 0; state < STATES; state++) {
      const weight = arrivals[hour][state];
      if (weight === 0) continue;
      if (state & 1) share[hour] += weight;
      const row = stepsFrom(diary, state);
      for (let next = 0; next < STATES; next++) {
        if (row[next] > 0) arrivals[hour + hoursBetween(state, next)][next] += weight * row[next];
      }
    }
  }
  return share;
}

/** Possible ends of a step; from a state that was never left in the data, home in the next hour. */
function stepsFrom({ transitions }: MarkovDiary, state: number): Float64Array {
  const row = transitions.subarray(state * STATES, (state + 1) * STATES);
  if (row.some((probability) => probability > 0)) return row;
  const toHome = new Float64Array(STATES);
  toHome[2 * (((state >> 1) + 1) % 24) + 1] = 1;
  return toHome;
}

function hoursBetween(state: number, next: number): number {
  return ((next >> 1) - (state >> 1) + 24) % 24 || 24;
}

/** Writes one person's diary. */
export class DiaryWriter {
  readonly #rows: readonly Float64Array[];

  constructor(diary: MarkovDiary) {
    this.#rows = Array.from({ length: STATES }, (_, state) => cumulated(stepsFrom(diary, state)));
  }

  /**
   * @param start seconds of the local clock, at which the person is at home
   * @param end seconds
   * @param arrive is called with the second of each arrival at home or at a new place elsewhere
   */
  write(start: number, end: number, random: Random, arrive: (time: number, home: boolean) => void): void {
    let hour = Math.floor(start / HOUR);
    let state = 2 * (((hour % 24) + 24) % 24) + 1;
    while ((hour + 1) * HOUR < end) {
      const row = this.#rows[state];
      const at = random.uniform() * row[STATES - 1];
      let next = 0;
      while (row[next] <= at) next++;
      const home = (next & 1) === 1;
      if (!home || (state & 1) === 0) arrive((hour + 1) * HOUR, home);
      hour += hoursBetween(state, next);
      state = next;
    }
  }
}

function cumulated(row: Float64Array): Float64Array {
  const sums = row.slice();
  for (let i = 1; i < sums.length; i++) sums[i] += sums[i - 1];
  return sums;
}

/**
 * The place of each person in every hour from the first row to the last: the place with the most rows (or seconds,
 * where rows are stays), ties to the first.
 */
export function hourlyPlaces(trajectories: Trajectories): HourlyPlaces[] {
  const { people, starts, times, ends } = localClock(trajectories);
  const { numbers } = placeNumbers(trajectories);
  return people.map((_, person) => {
    const from = Math.floor(times[starts[person]] / HOUR);
    const weights: Map<number, number>[] = [];
    const add = (hour: number, place: number, weight: number) => {
      let there = weights[hour - from];
      if (!there) {
        there = new Map();
        weights[hour - from] = there;
      }
      there.set(place, (there.get(place) ?? 0) + weight);
    };
    for (let row = starts[person]; row < starts[person + 1]; row++) {
      // A clock that is set back may show an hour before the first one.
      const first = Math.max(from, Math.floor(times[row] / HOUR));
      if (!ends || ends[row] === times[row]) add(first, numbers[row], ends ? 0 : 1);
      else {
        for (let hour = first; hour * HOUR < ends[row]; hour++) {
          const seconds = Math.min(ends[row], (hour + 1) * HOUR) - Math.max(times[row], hour * HOUR);
          add(hour, numbers[row], seconds);
        }
      }
    }
    return { firstHour: ((from % 24) + 24) % 24, places: Array.from(weights, heaviest) };
  });
}

function heaviest(weights: Map<number, number> | undefined): number {
  let best = -1;
  for (const [place, weight] of weights ?? []) {
    if (best < 0 || weight > ((weights as Map<number, number>).get(best) as number)) best = place;
  }
  return best;
}
