import type { Random } from '@itinera/metrics';
import type { Draws, PairDraws, Score } from '../port/draws.js';
import { DIARY_PARTS, FEATURES } from './features.js';
import { compareDays, type DayComparison, divergences, METRICS, metricScale, scoreDiaryDay, scoreOf } from './score.js';
import { BLOCKS, type Moments, productsByPart } from './sums.js';
import type { DiaryTruth } from './truth.js';

/**
 * A divergence as a function of how far chance moves the blocks of households: `distance + 2 Σ ξ slope + Σ Σ ξ ξ gram`, by
 * metric. With ξ of mean 0 and variance 1 its expectation is `distance` plus the trace of `gram`.
 */
interface Quadratic {
  readonly distance: Float64Array;
  /** metric × BLOCKS */
  readonly slope: Float64Array;
  /** (metric × BLOCKS + block) × BLOCKS */
  readonly gram: Float64Array;
  readonly trace: Float64Array;
}

/** Returns the noise of a score: households of the run are drawn again, by normal multipliers of their influence. */
export function diaryDayNoise(results: unknown, truth: DiaryTruth): Draws {
  const comparison = compareDays(results, truth);
  if (typeof comparison === 'string') return constant(scoreDiaryDay(results, truth));
  const { moments, people, weights, chance } = comparison;
  const around = quadraticOf(weights, moments.influences, moments.means, truth.moments.means);
  return {
    method: `bootstrap over households of ${people} people, by multipliers of ${BLOCKS} blocks`,
    work: METRICS.length * BLOCKS ** 2,
    draw: (random) => {
      const moved = quadraticAt(around, normals(random));
      return scoreOf(
        comparison,
        moved.map((value, metric) => value - around.trace[metric]! - chance[metric]!),
      );
    },
  };
}

/**
 * Returns the score of a perfect agent: the mean is 100 at any number of people, since divergences are unbiased; its spread
 * is that of the truth's own households, for as many people as the run has.
 */
export function diaryDayCeiling(truth: DiaryTruth, results?: unknown): Draws {
  const comparison = compareDays(results, truth);
  const { moments } = truth;
  const real = truth.people.size;
  const people = typeof comparison === 'string' ? real : comparison.people;
  const { weights, zero } = typeof comparison === 'string' ? metricScale(truth, moments) : comparison;
  const around = quadraticOf(weights, moments.influences, moments.means, moments.means);
  const ratio = 1 + real / people;
  return {
    method: `perfect agent of ${people} people: 100, with the spread of the truth's households (${real} people)`,
    work: METRICS.length * BLOCKS ** 2,
    draw: (random) => {
      const moved = quadraticAt(around, normals(random));
      return scoreOf(
        { zero },
        moved.map((value, metric) => ratio * (value - around.trace[metric]!)),
      );
    },
  };
}

/**
 * Tests whether two results differ by more than chance. If the people are the same, households are exchanged between the
 * results by coin toss; otherwise both are drawn again around their common mean.
 */
export function compareDiaryDay(first: unknown, second: unknown, truth: DiaryTruth): PairDraws {
  const [a, b] = [compareDays(first, truth), compareDays(second, truth)];
  if (typeof a === 'string' || typeof b === 'string') {
    const pair = [scoreDiaryDay(first, truth), scoreDiaryDay(second, truth)] as const;
    return { method: 'no days to compare', work: 1, byChance: () => pair };
  }
  const middle = a.moments.means.map((mean, i) => (mean + b.moments.means[i]!) / 2);
  const { weights } = a;
  const scored = (value: Float64Array, { chance }: DayComparison) =>
    scoreOf(
      a,
      value.map((divergence, metric) => divergence - chance[metric]!),
    );
  const work = 2 * METRICS.length * BLOCKS ** 2;
  if (samePeople(first, second)) {
    const apart = a.moments.influences.map((influence, i) => {
      const group = Math.floor(i / (BLOCKS * FEATURES));
      const mean =
        (a.moments.means[group * FEATURES + (i % FEATURES)]! - b.moments.means[group * FEATURES + (i % FEATURES)]!) / 2;
      // The block's share of the difference of the means, half of which is on each side.
      return (influence - b.moments.influences[i]!) / 2 + mean * shareOfBlock(a.moments, i);
    });
    const around = quadraticOf(weights, apart, middle, truth.moments.means);
    return {
      method: `households of ${a.people} people in pairs, exchanged by coin toss: interval and p value`,
      work,
      byChance: (random) => {
        const coins = Float64Array.from({ length: BLOCKS }, () => (random.uniform() < 0.5 ? -1 : 1));
        const [one, other] = [
          quadraticAt(around, coins),
          quadraticAt(
            around,
            coins.map((coin) => -coin),
          ),
        ];
        return [scored(one, a), scored(other, a)];
      },
    };
  }
  const [one, other] = [a, b].map(({ moments }) =>
    quadraticOf(weights, moments.influences, middle, truth.moments.means),
  );
  const draw = (around: Quadratic, random: Random) =>
    quadraticAt(around, normals(random)).map((value, metric) => value - around.trace[metric]!);
  return {
    method: 'other people, whose households are drawn again: interval and p value',
    work,
    byChance: (random) => [scored(draw(one!, random), a), scored(draw(other!, random), b)],
  };
}

const normals = (random: Random) => Float64Array.from({ length: BLOCKS }, () => random.normal());

function constant(score: Score): Draws {
  return { method: 'no days', work: 1, draw: () => score };
}

/** @param influences (group × BLOCKS + block) × FEATURES */
function quadraticOf(
  weights: DayComparison['weights'],
  influences: Float64Array,
  own: Float64Array,
  truth: Float64Array,
): Quadratic {
  const slope = new Float64Array(METRICS.length * BLOCKS);
  const gram = new Float64Array(METRICS.length * BLOCKS * BLOCKS);
  const apart = own.map((mean, i) => mean - truth[i]!);
  for (let group = 0; group < own.length / FEATURES; group++) {
    const metrics = weights.flatMap((list, metric) => (list[group]! > 0 ? [metric] : []));
    const spread = (part: number, take: (metric: number, weight: number) => void) => {
      for (const metric of metrics) if (metric % DIARY_PARTS.length === part) take(metric, weights[metric]![group]!);
    };
    if (metrics.length === 0) continue;
    const used = blocksOf(influences, group);
    for (const block of used) {
      const row = group * BLOCKS + block;
      productsByPart(apart, group, influences, row, (part, product) =>
        spread(part, (metric, weight) => (slope[metric * BLOCKS + block]! += weight * product)),
      );
      for (const other of used) {
        if (other > block) break;
        productsByPart(influences, row, influences, group * BLOCKS + other, (part, product) =>
          spread(part, (metric, weight) => {
            const first = metric * BLOCKS * BLOCKS;
            gram[first + block * BLOCKS + other]! += weight * product;
            if (other < block) gram[first + other * BLOCKS + block]! += weight * product;
          }),
        );
      }
    }
  }
  const trace = Float64Array.from(METRICS, (_, metric) => {
    let sum = 0;
    for (let block = 0; block < BLOCKS; block++) sum += gram[(metric * BLOCKS + block) * BLOCKS + block]!;
    return sum;
  });
  return { distance: divergences(weights, own, truth), slope, gram, trace };
}

/** The blocks that have people of a group. */
function blocksOf(influences: Float64Array, group: number): number[] {
  return Array.from({ length: BLOCKS }, (_, block) => block).filter((block) => {
    const from = (group * BLOCKS + block) * FEATURES;
    return influences.subarray(from, from + FEATURES).some((value) => value !== 0);
  });
}

function quadraticAt({ distance, slope, gram }: Quadratic, moved: Float64Array): Float64Array {
  return distance.map((at, metric) => {
    let value = at;
    for (let block = 0; block < BLOCKS; block++) {
      const row = (metric * BLOCKS + block) * BLOCKS;
      let sum = 2 * slope[metric * BLOCKS + block]!;
      for (let other = 0; other < BLOCKS; other++) sum += gram[row + other]! * moved[other]!;
      value += moved[block]! * sum;
    }
    return value;
  });
}

/** The share of a block in the weight of its group, at a place of the influences. */
function shareOfBlock({ blockWeights, weights }: Moments, place: number): number {
  const row = Math.floor(place / FEATURES);
  const total = weights[Math.floor(row / BLOCKS)]!;
  return total > 0 ? blockWeights[row]! / total : 0;
}

function samePeople(first: unknown, second: unknown): boolean {
  const ids = (results: unknown) =>
    (results as { days: { id: number }[] }).days.map(({ id }) => id).sort((a, b) => a - b);
  return ids(first).join() === ids(second).join();
}
