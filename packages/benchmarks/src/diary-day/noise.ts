import { counted, type Random } from '@itinera/base';
import type { Draws, PairDraws, Score } from '../port/draws.js';
import { DIARY_PARTS, FEATURES } from './features.js';
import { compareDays, type GroupWeights, inMetrics, METRICS, metricScale, scoreDiaryDay, scoreOf } from './score.js';
import {
  BLOCKS,
  influencesOf,
  type Moments,
  overlap,
  type Place,
  productsByPart,
  slopesOf,
  unbiasedSquares,
} from './sums.js';
import type { DiaryTruth } from './truth.js';

/**
 * A divergence as a function of how far chance moves the blocks of households: `distance + 2 Σ ξ slope + Σ Σ ξ ξ gram`, by
 * metric. Pairs of one block do not count, so with independent ξ of mean 0 its expectation is `distance`.
 */
interface Quadratic {
  /** The blocks that have people; slopes and products of all others are 0. */
  readonly blocks: readonly number[];
  readonly distance: Float64Array;
  /** metric × BLOCKS */
  readonly slope: Float64Array;
  /** (metric × BLOCKS + block) × BLOCKS */
  readonly gram: Float64Array;
}

/** Returns the noise of a score: households of the run are drawn again, by normal multipliers of their influence. */
export function diaryDayNoise(results: unknown, truth: DiaryTruth): Draws {
  const comparison = compareDays(results, truth);
  if (typeof comparison === 'string') return constant(scoreDiaryDay(results, truth));
  const { moments, people, weights } = comparison;
  const around = quadraticOf(weights, influencesOf(moments), moments, truth);
  return {
    method: `bootstrap over households of ${counted(people, 'person', 'people')}, by multipliers of ${BLOCKS} blocks`,
    work: METRICS.length * BLOCKS ** 2,
    isOfOne: people === 1,
    draw: (random) => scoreOf(comparison, quadraticAt(around, normals(random))),
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
  const around = quadraticOf(weights, influencesOf(moments), moments, truth);
  const ratio = 1 + real / people;
  return {
    method: `perfect agent of ${counted(people, 'person', 'people')}: 100, with the spread of the truth's households (${counted(real, 'person', 'people')})`,
    work: METRICS.length * BLOCKS ** 2,
    draw: (random) =>
      scoreOf(
        { zero },
        quadraticAt(around, normals(random)).map((value) => ratio * value),
      ),
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
  const middle = (values: (moments: Moments) => Float64Array) => {
    const [one, other] = [values(a.moments), values(b.moments)];
    return one.map((value, i) => (value + other[i]!) / 2);
  };
  const means = middle((moments) => moments.means);
  const { weights } = a;
  const scored = (around: Quadratic, moved: Float64Array) => scoreOf(a, quadraticAt(around, moved));
  const work = 2 * METRICS.length * BLOCKS ** 2;
  if (samePeople(first, second)) {
    const { shares } = a.moments;
    const residuals = middle((moments) => moments.residuals);
    // Half of the difference between the block's sums.
    const apart = residuals.map((residual, i) => {
      const row = Math.floor(i / FEATURES);
      const mean = Math.floor(row / BLOCKS) * FEATURES + (i % FEATURES);
      return a.moments.residuals[i]! - residual + shares[row]! * (a.moments.means[mean]! - means[mean]!);
    });
    const around = quadraticOf(weights, apart, { means, residuals, shares }, truth);
    return {
      method: `households of ${counted(a.people, 'person', 'people')} in pairs, exchanged at random: interval and p value`,
      work,
      byChance: (random) => {
        const coins = Float64Array.from({ length: BLOCKS }, () => (random.uniform() < 0.5 ? -1 : 1));
        const others = coins.map((coin) => -coin);
        return [scored(around, coins), scored(around, others)];
      },
    };
  }
  const [one, other] = [a.moments, b.moments].map((moments) =>
    quadraticOf(weights, influencesOf(moments), { ...moments, means }, truth),
  ) as [Quadratic, Quadratic];
  // The difference is exactly the product of the difference of the means with the distance of their middle from the truth,
  // which is equally far in both: squares of the moves, which the middle contains too, do not count twice.
  const linear = ({ blocks, slope, gram }: Quadratic) => ({
    blocks,
    distance: one.distance,
    slope,
    gram: gram.map(() => 0),
  });
  const sides = [linear(one), linear(other)] as const;
  return {
    method: 'other people, whose households are drawn again: interval and p value',
    work,
    byChance: (random) => [scored(sides[0], normals(random)), scored(sides[1], normals(random))],
  };
}

const normals = (random: Random) => Float64Array.from({ length: BLOCKS }, () => random.normal());

function constant(score: Score): Draws {
  return { method: 'no days', work: 1, draw: () => score };
}

/**
 * The divergence of `own` from the truth when blocks move.
 * @param moves (group × BLOCKS + block) × FEATURES
 */
function quadraticOf(weights: GroupWeights, moves: Float64Array, own: Place, truth: DiaryTruth): Quadratic {
  const slope = new Float64Array(METRICS.length * BLOCKS);
  const gram = new Float64Array(METRICS.length * BLOCKS * BLOCKS);
  const slopes = slopesOf(own, truth.moments);
  const peopled = new Set<number>();
  for (let group = 0; group < truth.groups.names.length; group++) {
    const metrics = weights.flatMap((list, metric) => (list[group]! > 0 ? [metric] : []));
    const spread = (part: number, take: (metric: number, weight: number) => void) => {
      for (const metric of metrics) if (metric % DIARY_PARTS.length === part) take(metric, weights[metric]![group]!);
    };
    if (metrics.length === 0) continue;
    const pairs = 1 - overlap(own.shares, own.shares, group);
    const used = blocksOf(own, group);
    for (const block of used) {
      peopled.add(block);
      const row = group * BLOCKS + block;
      productsByPart(slopes, row, moves, row, (part, product) =>
        spread(part, (metric, weight) => (slope[metric * BLOCKS + block]! += weight * product)),
      );
      for (const other of used) {
        if (other === block) break;
        productsByPart(moves, row, moves, group * BLOCKS + other, (part, product) =>
          spread(part, (metric, weight) => {
            const first = metric * BLOCKS * BLOCKS;
            gram[first + block * BLOCKS + other]! += (weight * product) / pairs;
            gram[first + other * BLOCKS + block]! += (weight * product) / pairs;
          }),
        );
      }
    }
  }
  return {
    blocks: [...peopled].sort((a, b) => a - b),
    distance: inMetrics(weights, unbiasedSquares(own, truth.moments, truth.spread)),
    slope,
    gram,
  };
}

/** The blocks that have people of a group. */
function blocksOf({ shares }: Place, group: number): number[] {
  return Array.from({ length: BLOCKS }, (_, block) => block).filter((block) => shares[group * BLOCKS + block]! > 0);
}

function quadraticAt({ blocks, distance, slope, gram }: Quadratic, moved: Float64Array): Float64Array {
  return distance.map((at, metric) => {
    let value = at;
    for (const block of blocks) {
      const row = (metric * BLOCKS + block) * BLOCKS;
      let sum = 2 * slope[metric * BLOCKS + block]!;
      for (const other of blocks) sum += gram[row + other]! * moved[other]!;
      value += moved[block]! * sum;
    }
    return value;
  });
}

function samePeople(first: unknown, second: unknown): boolean {
  const ids = (results: unknown) =>
    (results as { days: { id: number }[] }).days.map(({ id }) => id).sort((a, b) => a - b);
  return ids(first).join() === ids(second).join();
}
