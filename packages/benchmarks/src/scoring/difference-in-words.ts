import { pValueInWords, signed, withMinus } from '@itinera/base';
import type { Benchmark } from '../port/benchmark.js';
import type { Difference, NoiseReport } from './noise.js';

const P_DIGITS = 4;

/**
 * Which of two results is better, by how much, and which parts of the score made it.
 * @param difference first minus second
 */
export function differenceInWords(
  { metrics, parts = {} }: Pick<Benchmark, 'metrics' | 'parts'>,
  { documented, level }: Pick<NoiseReport<Difference>, 'documented' | 'level'>,
  [a, b]: readonly [string, string],
): string[] {
  const score = documented.final_score;
  if (score?.value == null || score.low === null || score.high === null)
    return [`${a} and ${b} cannot be compared: one of them has no score.`];
  const { value, low, high, pValue } = score;
  if ([value, low, high].every((number) => number === 0)) return [`${a} and ${b} have the same score.`];
  const isSecond = value < 0;
  const [least, most] = isSecond ? [-high, -low] : [low, high];
  const detail = `(${100 * level} % interval ${least.toFixed(1)} to ${most.toFixed(1)}), ${pValueInWords(pValue, P_DIGITS)}`;
  const [more, less] = isSecond ? [b, a] : [a, b];
  const points = `${Math.abs(value).toFixed(1)} points`;
  const verdict =
    low > 0 || high < 0
      ? `${more} is better than ${less} by ${points} ${detail}.`
      : `${a} and ${b} cannot be told apart: ${more} has ${points} more ${detail}.`;
  const made = Object.entries(parts)
    .flatMap(([key, { of, words }]) => {
      const change = documented[key]?.value;
      if (change == null) return [];
      const gained = of * (metrics[key]?.better === 'lower' ? -change : change / 100) * (isSecond ? -1 : 1);
      return Math.abs(gained) < 0.05 ? [] : [{ words, gained }];
    })
    .sort((one, other) => other.gained - one.gained);
  if (made.length === 0) return [verdict];
  const list = made.map(({ words, gained }) => `${words} ${withMinus(signed(gained, 1))}`);
  return [verdict, `Its points by part: ${list.join(', ')}.`];
}
