import { Random } from '@itinera/base';
import type { Networks } from '../flows.js';
import type { Counts, Measure, Values } from '../measure.js';
import type { Trajectories } from '../trajectories.js';
import { compareCountTables, compareFlows } from './counts-comparison.js';
import { dealGroups, drawWeights, halfWeights, MAX_GROUPS } from './groups.js';
import { compareSamples } from './sample-comparison.js';
import { type MeasureComparison, type MeasureScores, UNDEFINED } from './scores.js';

/** Whether both sets have the data that a measure needs; places are always available. */
export function canCompare({ needs = [] }: Measure, ...sets: readonly Trajectories[]): boolean {
  return needs.every((need) => sets.every((set) => need === 'places' || set[need] !== undefined));
}

/** Compares two sets in one measure. Place numbers must mean the same in both. */
export function compareMeasure(
  measure: Measure,
  real: Trajectories,
  generated: Trajectories,
  seed = 1,
): MeasureComparison {
  const grouped = <Data>(set: Trajectories, values: Data, stream: number) => {
    const { of, count } = dealGroups(set.people.length, seed + stream);
    return { values, groups: of, count };
  };
  const both = <Data>(of: (set: Trajectories) => Data) =>
    [grouped(real, of(real), 0), grouped(generated, of(generated), 1)] as const;
  switch (measure.compare) {
    case 'sample':
      return compareSamples(...both<Values>((set) => valuesOf(measure.of(set))));
    case 'counts':
      return compareCountTables(...both<Counts>(measure.of));
    case 'rank':
      return compareCountTables(...both<Counts>(measure.of), { ranked: true });
    case 'flows':
      return compareFlows(...both<Networks>(measure.of));
  }
}

/** Converts one value per person to the form for several values. */
function valuesOf(values: Float64Array | Values): Values {
  if (!(values instanceof Float64Array)) return values;
  return { values, starts: Uint32Array.from({ length: values.length + 1 }, (_, i) => i) };
}

/** 1.96 of the standard normal: the middle 95 %. */
const Z95 = 1.959963984540054;

/** Variation of scores when people are resampled: the 95 % interval of each. */
export function intervals(
  comparison: MeasureComparison,
  people: readonly [real: number, generated: number],
  { seed, resamples }: { seed: number; resamples: number },
): { low: MeasureScores; high: MeasureScores } {
  const random = new Random(seed, 2);
  const draws = Array.from({ length: resamples }, () =>
    comparison.resampled(drawWeights(groupsOf(people[0]), random), drawWeights(groupsOf(people[1]), random)),
  );
  const low: MeasureScores = { ...UNDEFINED };
  const high: MeasureScores = { ...UNDEFINED };
  for (const name of Object.keys(low) as (keyof MeasureScores)[]) {
    const spread = Z95 * deviation(draws.map((draw) => draw[name]));
    const bounded = name !== 'wasserstein';
    low[name] = Math.max(name === 'tau' ? -1 : 0, comparison.scores[name] - spread);
    high[name] = Math.min(bounded ? 1 : Infinity, comparison.scores[name] + spread);
  }
  return { low, high };
}

/** The scores of one half of the real people against the other: the best that can be expected. */
export function ceilings(
  comparison: MeasureComparison,
  people: number,
  { seed, splits }: { seed: number; splits: number },
): MeasureScores {
  const random = new Random(seed, 3);
  const mean: MeasureScores = { ...UNDEFINED };
  if (people < 2) return mean;
  const scores = Array.from({ length: splits }, () => comparison.halves(...halfWeights(groupsOf(people), random)));
  for (const name of Object.keys(mean) as (keyof MeasureScores)[]) {
    mean[name] = scores.reduce((sum, score) => sum + score[name], 0) / splits;
  }
  return mean;
}

function groupsOf(people: number): number {
  return Math.min(people, MAX_GROUPS);
}

function deviation(values: readonly number[]): number {
  const kept = values.filter((value) => !Number.isNaN(value));
  if (kept.length < 2) return Number.NaN;
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length;
  return Math.sqrt(kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1));
}
