import { percentileRange } from '@itinera/metrics';
import type { Networks } from '../flow/flows.js';
import type { Counts, Measure, Values } from '../measure.js';
import type { Trajectories } from '../trajectories.js';
import { compareCountTables, compareFlows } from './counts-comparison.js';
import { dealGroups, exchangedGroups, type PeopleGroups, resampledGroups } from './groups.js';
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
): MeasureComparison & { readonly groups: PeopleGroups } {
  const groups = dealGroups(real.people.length, generated.people.length);
  const compared = () => {
    switch (measure.compare) {
      case 'sample':
        return compareSamples(valuesOf(measure.of(real)), valuesOf(measure.of(generated)), groups);
      case 'counts':
        return compareCountTables(measure.of(real) as Counts, measure.of(generated), groups);
      case 'rank':
        return compareCountTables(measure.of(real) as Counts, measure.of(generated), groups, { ranked: true });
      case 'flows':
        return compareFlows(measure.of(real) as Networks, measure.of(generated), groups);
    }
  };
  return { ...compared(), groups };
}

/** Converts one value per person to the form for several values. */
function valuesOf(values: Float64Array | Values): Values {
  if (!(values instanceof Float64Array)) return values;
  return { values, starts: Uint32Array.from({ length: values.length + 1 }, (_, i) => i) };
}

type Compared = ReturnType<typeof compareMeasure>;

/** 1.96 of the standard normal: the middle 95 %. */
const Z95 = 1.959963984540054;

/** A score for each kind. */
type Range = { readonly low: MeasureScores; readonly high: MeasureScores };

/** Variation of scores when people are resampled: the 95 % interval of each. */
export function intervals(comparison: Compared, seed: number): Range {
  const draws = comparison.sampled(resampledGroups(comparison.groups, seed));
  const low = { ...UNDEFINED };
  const high = { ...UNDEFINED };
  for (const name of Object.keys(UNDEFINED) as (keyof MeasureScores)[]) {
    const spread = Z95 * deviation(draws.map((draw) => draw[name]));
    low[name] = Math.max(LEAST[name] ?? 0, comparison.scores[name] - spread);
    high[name] = Math.min(MOST[name] ?? 1, comparison.scores[name] + spread);
  }
  return { low, high };
}

const LEAST: Partial<MeasureScores> = { tau: -1, difference: -Infinity };
const MOST: Partial<MeasureScores> = { wasserstein: Infinity, difference: Infinity };

/** What two samples of one law score. */
export interface Chance extends Range {
  readonly mean: MeasureScores;
  readonly deviation: MeasureScores;
}

/**
 * The scores of two samples of the sets' sizes from one law, which are the best that can be expected: all people are dealt
 * into two samples at random. With the range of the middle 95 %.
 */
export function chanceScores(comparison: Compared, seed: number): Chance {
  const draws = comparison.sampled(exchangedGroups(comparison.groups, seed));
  const chance = {
    mean: { ...UNDEFINED },
    low: { ...UNDEFINED },
    high: { ...UNDEFINED },
    deviation: { ...UNDEFINED },
  };
  for (const name of Object.keys(UNDEFINED) as (keyof MeasureScores)[]) {
    const scores = draws.map((draw) => draw[name]);
    chance.mean[name] = meanOf(scores);
    chance.deviation[name] = deviation(scores);
    const range = percentileRange(scores, 0.95);
    chance.low[name] = range.low;
    chance.high[name] = range.high;
  }
  return chance;
}

/** The JSD of a comparison beyond that of two samples of one law of the same sizes, and the deviation of the latter. */
export function excessJsd(comparison: Compared, seed: number): { value: number; deviation: number } {
  const draws = comparison.sampledJsd(exchangedGroups(comparison.groups, seed));
  return { value: comparison.scores.jsd - meanOf(draws), deviation: deviation(draws) };
}

const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));

function meanOf(values: readonly number[]): number {
  const kept = known(values);
  return kept.length === 0 ? Number.NaN : kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

function deviation(values: readonly number[]): number {
  const kept = known(values);
  if (kept.length < 2) return Number.NaN;
  const mean = meanOf(kept);
  return Math.sqrt(kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1));
}
