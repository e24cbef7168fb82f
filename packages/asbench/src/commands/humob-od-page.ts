import { basename } from 'node:path';
import { BOX, daysSince1970, type OdFlows, odErrors, scoreOdGroups, sumOdDays } from '@itinera/humob';
import { writeDurably } from '@itinera/run';
import { flowsReport, keepFlows } from '@itinera/viewer';
import type { ScoredFlows, SimpleScores } from './humob-od-summary.js';

/** Known days around the scored ones that the page shows. */
const AROUND = 31;

interface Compared {
  readonly referencePath: string;
  readonly reference: OdFlows;
  readonly known: OdFlows | undefined;
  /** The scored days. */
  readonly days: readonly string[];
  /** The best first. */
  readonly sides: readonly (ScoredFlows & { readonly prediction: OdFlows })[];
  readonly simple: SimpleScores;
}

/** Writes one HTML file that shows the scores of predictions, and keeps them for `asbench ui`. */
export function showOdScores(
  compared: Compared,
  page: string | undefined,
  home: string,
  name: string | undefined,
): void {
  const data = dataOf(compared);
  if (page !== undefined) writeDurably(page, [flowsReport(data)]);
  if (name !== undefined) keepFlows(home, name, data);
}

function dataOf(compared: Compared): Parameters<typeof flowsReport>[0] {
  const { referencePath, reference, known = new Map(), days, sides, simple } = compared;
  const scored = (flows: OdFlows) => sumOdDays(only(flows, (date) => days.includes(date)));
  const numbers = days.map(daysSince1970);
  const [first, last] = [Math.min(...numbers) - AROUND, Math.max(...numbers) + AROUND];
  const isAround = (date: string) =>
    daysSince1970(date) >= first && daysSince1970(date) <= last && !days.includes(date);
  const files = sides.map(({ name }) => basename(name));
  return {
    reference: basename(referencePath),
    truth: scored(reference),
    known: sumOdDays(only(known, isAround)),
    box: BOX,
    baselines: [...simple],
    sides: sides.map(({ name, prediction, score, interval, difference = null }, i) => ({
      name: files.indexOf(files[i]!) === files.lastIndexOf(files[i]!) ? files[i]! : name,
      score,
      interval,
      difference,
      ...scoreOdGroups(score),
      sums: scored(prediction),
      errors: odErrors(prediction, reference, days),
    })),
  };
}

function only(flows: OdFlows, isTaken: (date: string) => boolean): OdFlows {
  return new Map([...flows].filter(([date]) => isTaken(date)));
}
