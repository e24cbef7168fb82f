import { binShares, divergence } from './divergence.js';
import type { Paper } from './paper.js';
import { runsOf, SLOTS_A_DAY, type SlotPeople } from './slot-people.js';

/** The largest squared distance of the paper's data set "mobile", its default range. */
const MOVESIM_RANGE = 2.088;
const TOP = 100;
/** Constant that the papers' code adds to a sum before dividing by it. */
const NOTHING = 1e-14;

type Distribution = (people: SlotPeople) => ArrayLike<number>;

/** J. Feng et al. (2020), Learning to simulate human mobility, doi:10.1145/3394486.3412862 */
export const movesim: Paper = {
  faults:
    'Squared degrees for distances; the last stay is dropped; G-rank compares histograms of shares in bins of 0.01; natural logarithm.',
  scores(real, generated) {
    const score = (of: Distribution, greatest: number, bins: number) =>
      divergence(
        binShares(bin(of(real), greatest, bins), NOTHING),
        binShares(bin(of(generated), greatest, bins), NOTHING),
      );
    return {
      distance: score(squaredSteps, MOVESIM_RANGE, 10_000),
      radius: score(squaredRadii, MOVESIM_RANGE ** 2, 10_000),
      duration: score((people) => durations(people, false), 1, SLOTS_A_DAY),
      daily_locations: score(distinctShares, 1, SLOTS_A_DAY),
      g_rank: score(overallRanks, 1, TOP),
      i_rank: score(meanRanks, 1, TOP),
    };
  },
};

/** H. Wang et al. (2023), PateGail, doi:10.1609/aaai.v37i12.26700 */
export const pategail: Paper = {
  faults:
    'Squared degrees for distances; 1e-10 is added after dividing, so scores can exceed the maximum divergence; natural logarithm.',
  scores(real, generated) {
    const raised = (counts: Float64Array) => binShares(counts, NOTHING).map((share) => share + 1e-10);
    const score = (of: Distribution, greatest: number, bins: number) =>
      divergence(raised(bin(of(real), greatest, bins)), raised(bin(of(generated), greatest, bins)));
    return {
      duration: score((people) => durations(people, true), 1, SLOTS_A_DAY),
      daily_locations: score(distinctShares, 1, SLOTS_A_DAY),
      distance_1000_bins: score(squaredSteps, MOVESIM_RANGE, 1000),
    };
  },
};

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
  return Float64Array.from(
    places.flatMap((own) => {
      const runs = runsOf(own);
      return (withLast ? runs : runs.slice(0, -1)).map(({ slots }) => slots / SLOTS_A_DAY);
    }),
  );
}

function distinctShares({ places }: SlotPeople): Float64Array {
  return Float64Array.from(places, (own) => new Set(Array.from(own)).size / SLOTS_A_DAY);
}

function falling(places: Iterable<number>): number[] {
  const counts = new Map<number, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
}

/** The 100 largest shares of visits, padded with 0. */
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
        sums[rank] += count / SLOTS_A_DAY;
      });
  }
  const total = sums.reduce((a, b) => a + b, 0);
  return sums.map((sum) => sum / total);
}

/** Counts in the bins of numpy.arange(0, greatest, greatest / bins): one fewer than requested, the last closed. */
function bin(values: ArrayLike<number>, greatest: number, bins: number): Float64Array {
  const step = greatest / bins;
  const edges = Math.ceil(greatest / step);
  const counts = new Float64Array(edges - 1);
  for (let i = 0; i < values.length; i++) {
    let at = Math.floor(values[i] / step);
    // The division may be off by a rounding; the edges decide.
    if (values[i] < at * step) at--;
    else if (values[i] >= (at + 1) * step) at++;
    if (at === edges - 1 && values[i] === at * step) at--;
    if (at >= 0 && at < counts.length) counts[at]++;
  }
  return counts;
}
