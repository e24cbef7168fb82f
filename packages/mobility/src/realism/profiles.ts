import { spansTheDateLine } from '../radius-of-gyration.js';
import type { Trajectories } from '../trajectories.js';

/** A paper whose evaluation code is reproduced, faults included. */
export type PaperProfile = (typeof PROFILES)[number];

/** The papers that can be reproduced. */
export const PROFILES = ['movesim', 'pategail'] as const;

/** What a paper's evaluation code makes of two sets. Not a headline: see what each score says in `faults`. */
export interface ProfileScores {
  readonly profile: PaperProfile;
  /** By the paper's own names; NaN where its code divides 0 by 0. */
  readonly scores: Readonly<Record<string, number>>;
  /** What keeps the scores from being compared with other papers'. */
  readonly faults: string;
}

/** People on a clock of half hours, as these papers have them. */
export interface SlotPeople {
  /** A place number a slot. */
  readonly places: readonly ArrayLike<number>[];
  /** By place number, degrees. */
  readonly lon: (place: number) => number;
  readonly lat: (place: number) => number;
}

const SLOTS = 48;
const HALF_HOUR = 1800;
const DAY = 86_400;
/** The greatest squared distance of the paper's data set "mobile", its default range. */
const MOVESIM_RANGE = 2.088;
const TOP = 100;

/**
 * The numbers of a paper's published evaluation code, for those who have to reproduce them.
 *
 * @param real with places; each person and day seen is one sequence of 48 half hours
 */
export function profileScores(profile: PaperProfile, real: Trajectories, generated: Trajectories): ProfileScores {
  return profileOfSlots(profile, slotPeople(real), slotPeople(generated));
}

/** `profileScores` for sequences of place numbers. */
export function profileOfSlots(profile: PaperProfile, real: SlotPeople, generated: SlotPeople): ProfileScores {
  switch (profile) {
    case 'movesim':
      return {
        profile,
        scores: movesim(real, generated),
        faults:
          'Squared degrees for distances; the last stay is dropped; G-rank compares histograms of shares in bins of 0.01; natural logarithm.',
      };
    case 'pategail':
      return {
        profile,
        scores: pategail(real, generated),
        faults:
          'Squared degrees for distances; 1e-10 is added after dividing, so that scores exceed the greatest divergence possible; natural logarithm.',
      };
  }
}

type Distribution = (people: SlotPeople) => ArrayLike<number>;

/** J. Feng et al. (2020), Learning to simulate human mobility, doi:10.1145/3394486.3412862 */
function movesim(real: SlotPeople, generated: SlotPeople): Record<string, number> {
  const score = (of: Distribution, greatest: number, bins: number) =>
    divergence(shares(bin(of(real), greatest, bins)), shares(bin(of(generated), greatest, bins)));
  return {
    distance: score(squaredSteps, MOVESIM_RANGE, 10_000),
    radius: score(squaredRadii, MOVESIM_RANGE ** 2, 10_000),
    duration: score((people) => durations(people, false), 1, SLOTS),
    daily_locations: score(distinctShares, 1, SLOTS),
    g_rank: score(overallRanks, 1, TOP),
    i_rank: score(meanRanks, 1, TOP),
  };
}

/** H. Wang et al. (2023), PateGail, doi:10.1609/aaai.v37i12.26700 */
function pategail(real: SlotPeople, generated: SlotPeople): Record<string, number> {
  const raised = (counts: Float64Array) => shares(counts).map((share) => share + 1e-10);
  const score = (of: Distribution, greatest: number, bins: number) =>
    divergence(raised(bin(of(real), greatest, bins)), raised(bin(of(generated), greatest, bins)));
  return {
    duration: score((people) => durations(people, true), 1, SLOTS),
    daily_locations: score(distinctShares, 1, SLOTS),
    distance_1000_bins: score(squaredSteps, MOVESIM_RANGE, 1000),
  };
}

function squaredSteps({ places, lon, lat }: SlotPeople): Float64Array {
  return Float64Array.from(
    places.flatMap((own) =>
      Array.from({ length: own.length - 1 }, (_, i) => {
        const [a, b] = [own[i], own[i + 1]];
        return (lon(a) - lon(b)) ** 2 + (lat(a) - lat(b)) ** 2;
      }),
    ),
  );
}

function squaredRadii({ places, lon, lat }: SlotPeople): Float64Array {
  return Float64Array.from(places, (own) => {
    const lons = Array.from(own, lon);
    const lats = Array.from(own, lat);
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const centre = [mean(lons), mean(lats)];
    return mean(lons.map((x, i) => (x - centre[0]) ** 2 + (lats[i] - centre[1]) ** 2));
  });
}

/** Lengths of runs as shares of a day. */
function durations({ places }: SlotPeople, withLast: boolean): Float64Array {
  const found: number[] = [];
  for (const own of places) {
    let length = 1;
    for (let i = 1; i < own.length; i++) {
      if (own[i] === own[i - 1]) length++;
      else {
        found.push(length / SLOTS);
        length = 1;
      }
    }
    if (withLast && own.length > 0) found.push(length / SLOTS);
  }
  return Float64Array.from(found);
}

function distinctShares({ places }: SlotPeople): Float64Array {
  return Float64Array.from(places, (own) => new Set(Array.from(own)).size / SLOTS);
}

function falling(places: Iterable<number>): number[] {
  const counts = new Map<number, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
}

/** The 100 greatest shares of visits, filled up with 0. */
function overallRanks({ places }: SlotPeople): Float64Array {
  const counts = falling(places.flatMap((own) => Array.from(own)));
  const total = counts.reduce((a, b) => a + b, 0);
  return Float64Array.from({ length: TOP }, (_, i) => (counts[i] ?? 0) / total);
}

/** Mean over people of the visits by rank, divided by their sum. */
function meanRanks({ places }: SlotPeople): Float64Array {
  const sums = new Float64Array(TOP);
  for (const own of places) {
    falling(Array.from(own))
      .slice(0, TOP)
      .forEach((count, rank) => {
        sums[rank] += count / SLOTS;
      });
  }
  const total = sums.reduce((a, b) => a + b, 0);
  return sums.map((sum) => sum / total);
}

/** Counts in the bins of numpy.arange(0, greatest, greatest / bins): one less than asked for, the last closed. */
function bin(values: ArrayLike<number>, greatest: number, bins: number): Float64Array {
  const step = greatest / bins;
  const edges = Math.ceil(greatest / step);
  const counts = new Float64Array(edges - 1);
  for (let i = 0; i < values.length; i++) {
    let at = Math.floor(values[i] / step);
    // The division may be off by a rounding; the edges have the last word.
    if (values[i] < at * step) at--;
    else if (values[i] >= (at + 1) * step) at++;
    if (at === edges - 1 && values[i] === at * step) at--;
    if (at >= 0 && at < counts.length) counts[at]++;
  }
  return counts;
}

function shares(counts: Float64Array): Float64Array {
  const total = counts.reduce((a, b) => a + b, 0) + 1e-14;
  return counts.map((count) => count / total);
}

/** ½ KL(p‖m) + ½ KL(q‖m) in nats, each argument divided by its own sum first. NaN where one is empty. */
function divergence(p: Float64Array, q: Float64Array): number {
  const middle = p.map((share, i) => (share + q[i]) / 2);
  return (relativeEntropy(p, middle) + relativeEntropy(q, middle)) / 2;
}

function relativeEntropy(p: Float64Array, q: Float64Array): number {
  const pTotal = p.reduce((a, b) => a + b, 0);
  const qTotal = q.reduce((a, b) => a + b, 0);
  if (pTotal === 0 || qTotal === 0) return Number.NaN;
  let sum = 0;
  for (let i = 0; i < p.length; i++) {
    if (p[i] > 0) sum += (p[i] / pTotal) * Math.log(p[i] / pTotal / (q[i] / qTotal));
  }
  return sum;
}

/** Each person and day seen as 48 half hours: the place of the last row that begins before the slot ends. */
function slotPeople({ starts, times, places, lons, lats }: Trajectories): SlotPeople {
  const numbers = places ?? new Uint32Array(times.length);
  const firstRow = new Map<number, number>();
  numbers.forEach((place, row) => {
    if (!firstRow.has(place)) firstRow.set(place, row);
  });
  const turn = spansTheDateLine(lons, 0, lons.length) ? 360 : 0;
  const sequences: Uint32Array[] = [];
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let from = starts[person]; from < starts[person + 1]; ) {
      const midnight = Math.floor(times[from] / DAY) * DAY;
      let to = from;
      while (to < starts[person + 1] && times[to] < midnight + DAY) to++;
      let row = from;
      sequences.push(
        Uint32Array.from({ length: SLOTS }, (_, slot) => {
          while (row + 1 < to && times[row + 1] < midnight + (slot + 1) * HALF_HOUR) row++;
          return numbers[row];
        }),
      );
      from = to;
    }
  }
  const at = (place: number) => firstRow.get(place) ?? 0;
  return {
    places: sequences,
    lon: (place) => lons[at(place)] + (lons[at(place)] < 0 ? turn : 0),
    lat: (place) => lats[at(place)],
  };
}
