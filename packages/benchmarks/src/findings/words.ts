import type { FindingSpread } from '../port/findings.js';
import { field } from './numbers.js';

/** Formats points of a score. */
export function points(value: number): string {
  const digits = Math.abs(value) < 0.095 && value !== 0 ? 2 : 1;
  return value.toFixed(digits).replace(/^-0\.?0*$/, '0');
}

/** Formats a share as a percentage. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(Math.abs(share) < 0.1 ? 1 : 0)} %`;
}

/** Compares the documented final score with floor and ceiling. @param scores as in `scores.json` */
export function againstScale(scores: unknown): string[] {
  const { spread, floor: random, ceiling } = spreadsOf(scores, 'final_score');
  const [score, floor] = [spread.value, random?.value ?? null];
  const said: string[] = [];
  if (score === null) return said;
  if (floor !== null && score > floor)
    said.push(`${points(score - floor)} points above the floor: the random agent gets ${points(floor)} here.`);
  else if (floor !== null)
    said.push(belowFloor(scores, 'documented') ?? `Not above the floor: the random agent gets ${points(floor)} here.`);
  if (ceiling?.value != null && ceiling.low !== null && ceiling.high !== null) {
    const range = `The ceiling is ${points(ceiling.value)} (${points(ceiling.low)} to ${points(ceiling.high)}), the score of a perfect agent.`;
    const remaining = `${range} ${points(ceiling.value - score)} points remain to be gained.`;
    const equal = `${range} This score is within its interval, so it does not differ from a perfect score by more than chance.`;
    said.push(aboveCeiling(score, ceiling) ?? (score >= ceiling.low ? equal : remaining));
  }
  return said;
}

/**
 * Explains a score above the ceiling; null if it is not above it.
 * @param ceiling the mean score of a perfect agent, and the interval that holds most of its scores
 */
export function aboveCeiling(
  score: number | null | undefined,
  ceiling: { value: number | null; low: number | null; high: number | null } | null | undefined,
): string | null {
  if (score == null || ceiling?.value == null || ceiling.low === null || ceiling.high === null) return null;
  if (score <= ceiling.value) return null;
  const mean = `The score is above the ceiling, the mean score of a perfect agent (${points(ceiling.value)})`;
  const interval = `${points(ceiling.low)} to ${points(ceiling.high)}`;
  return score <= ceiling.high
    ? `${mean}, but within its interval (${interval}): chance explains the difference.`
    : `${mean}, and above its interval (${interval}): independent people rarely score this high, so check whether the results contain the truth.`;
}

/** Explains a score below the interval of the floor, by the metric that is furthest below its floor; null otherwise. */
function belowFloor(scores: unknown, profile: 'documented' | 'reference'): string | null {
  const { spread, floor } = spreadsOf(scores, 'final_score', profile);
  // Without a spread, as of one person, a floor does not tell what is below it.
  if (spread.value === null || floor?.low == null || floor.low === floor.high || spread.value >= floor.low) return null;
  const losses = Object.keys(field(scores, profile) as object).flatMap((key) => {
    const one = spreadsOf(scores, key, profile);
    if (key.startsWith('final_score') || one.spread.value === null || one.floor?.value == null) return [];
    const [own, random] = [one.spread.value, one.floor.value];
    const loss = key.startsWith('jsd_') ? 100 * (own - random) : random - own;
    const digits = key.startsWith('jsd_') ? 3 : 1;
    return {
      loss,
      text: `${inWords(key)} is ${own.toFixed(digits)}, and ${random.toFixed(digits)} for the random agent`,
    };
  });
  const worst = losses.sort((a, b) => b.loss - a.loss)[0];
  const why = worst === undefined || worst.loss <= 0 ? 'people who move at random are closer to the truth' : worst.text;
  return `The score is below the floor, the score of the random agent, and below its interval (${points(floor.low)} to ${points(floor.high!)}): ${why}.`;
}

/** `jsd_gyration_radius` → `JSD of gyration radius`. */
const inWords = (key: string): string => key.replace(/^jsd_/, 'JSD of ').replaceAll('_', ' ');

/** Explains a score above the ceiling or below the interval of the floor. @param scores as in `scores.json` */
export function remarksOn(scores: unknown, profile: 'documented' | 'reference' = 'documented'): string[] {
  const { spread, ceiling } = spreadsOf(scores, 'final_score', profile);
  return [aboveCeiling(spread.value, ceiling), belowFloor(scores, profile)].filter((remark) => remark !== null);
}

const NOTHING: FindingSpread = { value: null, low: null, high: null };

/** Returns a metric of `scores.json` with its interval, and the same for floor and ceiling. */
export function spreadsOf(scores: unknown, key: string, profile: 'documented' | 'reference' = 'documented') {
  const value = field(field(scores, profile), key);
  const of = (report: unknown): FindingSpread | null => {
    const spread = field(field(report, profile), key);
    if (typeof spread !== 'object' || spread === null) return null;
    return {
      value: number(field(spread, 'value')),
      low: number(field(spread, 'low')),
      high: number(field(spread, 'high')),
    };
  };
  const noise = of(field(scores, 'noise'));
  return {
    spread: { ...(noise ?? NOTHING), value: number(value) },
    floor: of(field(scores, 'floor')),
    ceiling: of(field(scores, 'ceiling')),
  };
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
