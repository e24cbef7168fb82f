import type { OdFlows, OdScoring } from '@itinera/humob';
import { BOX, daysSince1970, odErrors, scoreOdGroups, sumOdDays } from '@itinera/humob/browser';
import type { FlowsData } from '../wire/flows.js';

/** Known days around the scored ones that the page shows. */
const AROUND = 31;

/** The data of the page of scored predictions. @param referenceName name or path of the reference */
export function flowsData(
  { days, scored, simple }: OdScoring,
  referenceName: string,
  reference: OdFlows,
  known: OdFlows = new Map(),
): FlowsData {
  const sums = (flows: OdFlows) => sumOdDays(only(flows, (date) => days.includes(date)));
  const numbers = days.map(daysSince1970);
  const [first, last] = [Math.min(...numbers) - AROUND, Math.max(...numbers) + AROUND];
  const isAround = (date: string) =>
    daysSince1970(date) >= first && daysSince1970(date) <= last && !days.includes(date);
  const files = scored.map(({ name }) => fileName(name));
  return {
    reference: fileName(referenceName),
    truth: sums(reference),
    known: sumOdDays(only(known, isAround)),
    box: BOX,
    baselines: [...simple],
    sides: scored.map(({ name, prediction, score, interval, difference = null }, i) => ({
      name: files.indexOf(files[i]!) === files.lastIndexOf(files[i]!) ? files[i]! : name,
      score,
      interval,
      difference,
      ...scoreOdGroups(score),
      sums: sums(prediction),
      errors: odErrors(prediction, reference, days),
    })),
  };
}

const fileName = (path: string) => path.split(/[\\/]/).at(-1) || path;

function only(flows: OdFlows, isTaken: (date: string) => boolean): OdFlows {
  return new Map([...flows].filter(([date]) => isTaken(date)));
}
