import { shownWarnings, withoutFolder } from '../shown-warnings.js';
import { type OdDaySum, type OdErrors, odErrors, sumOdDays } from './errors.js';
import { type OdDifference, type OdGroupScore, type OdInterval, scoreOdGroups } from './report.js';
import { BOX, daysSince1970 } from './rules.js';
import type { OdScore } from './score.js';
import type { OdScoring } from './score-predictions.js';
import type { OdFlows } from './tsv.js';

/** A prediction of daily flows, with its score and where it is wrong. */
export interface FlowsSide {
  readonly name: string;
  readonly score: OdScore;
  readonly interval: OdInterval;
  /** Against the best prediction; null for the best. */
  readonly difference: OdDifference | null;
  readonly weekdays: readonly OdGroupScore[];
  readonly phases: readonly OdGroupScore[];
  readonly sums: readonly OdDaySum[];
  readonly errors: OdErrors;
}

/** A report of `asbench humob score` on daily flows. */
export interface FlowsData {
  readonly reference: string;
  /** Whether the flows are those of people who do not exist. */
  readonly synthetic: boolean;
  /** Doubts about the files, such as exchanged axes. */
  readonly warnings: readonly string[];
  readonly truth: readonly OdDaySum[];
  /** Known days near those that are scored. */
  readonly known: readonly OdDaySum[];
  /** First and last coordinates of the box. */
  readonly box: { readonly x: readonly [number, number]; readonly y: readonly [number, number] };
  /** Combined scores of simple predictions on the same days. */
  readonly baselines: readonly (readonly [name: string, combined: number])[];
  /** The best first. */
  readonly sides: readonly FlowsSide[];
}

/** Known days around the scored ones that the page shows. */
const AROUND = 31;

/** The data of the page of scored predictions. @param referenceName name or path of the reference */
export function flowsData(
  { days, scored, simple, synthetic, warnings }: OdScoring,
  referenceName: string,
  reference: OdFlows,
  known: OdFlows = new Map(),
): FlowsData {
  const sums = (flows: OdFlows) => sumOdDays(only(flows, (date) => days.includes(date)));
  const numbers = days.map(daysSince1970);
  const [first, last] = [Math.min(...numbers) - AROUND, Math.max(...numbers) + AROUND];
  const isAround = (date: string) =>
    daysSince1970(date) >= first && daysSince1970(date) <= last && !days.includes(date);
  const files = scored.map(({ name }) => withoutFolder(name));
  const names = scored.map(({ name }, i) =>
    files.indexOf(files[i]!) === files.lastIndexOf(files[i]!) ? files[i]! : name,
  );
  return {
    reference: withoutFolder(referenceName),
    synthetic,
    warnings: shownWarnings(warnings, new Map(scored.map(({ name }, i) => [name, names[i]!]))),
    truth: sums(reference),
    known: sumOdDays(only(known, isAround)),
    box: BOX,
    baselines: [...simple],
    sides: scored.map(({ prediction, score, interval, difference = null }, i) => ({
      name: names[i]!,
      score,
      interval,
      difference,
      ...scoreOdGroups(score),
      sums: sums(prediction),
      errors: odErrors(prediction, reference, days),
    })),
  };
}

function only(flows: OdFlows, isTaken: (date: string) => boolean): OdFlows {
  return new Map([...flows].filter(([date]) => isTaken(date)));
}
