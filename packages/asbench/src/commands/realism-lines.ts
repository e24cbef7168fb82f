import { counted, peopleOfCard, type RealismRow, YOUR_SURVEY } from '@itinera/base';
import { textTable } from './text-table.js';

/** Describes the realism card of a simulation: measures with an observed figure as a table, the names of the others in a line. @param people of the run */
export function realismLines(rows: readonly RealismRow[], people: number): string[] {
  if (rows.length === 0) return [];
  const known = rows.filter(({ verdict }) => verdict !== 'no data');
  const judged = known.filter(({ verdict }) => verdict !== 'too few people');
  const others = rows.filter(({ verdict }) => verdict === 'no data');
  const holding = judged.filter(({ verdict }) => verdict === 'holds').length;
  return [
    `Realism: ${holding} of ${judged.length} measures within the observed range (95 % intervals over ${peopleOfCard(people)}; sources: run.json)`,
    ...(known.length === 0 ? [] : [textTable([['', 'here', 'interval', 'observed', ''], ...known.map(cells)])]),
    ...(others.length === 0 ? [] : [`no data for: ${others.map(({ measure }) => measure).join('; ')}`]),
    ...surveyLine(rows),
  ];
}

function cells({ measure, digits, value, low, high, observed, verdict }: RealismRow): string[] {
  return [
    measure,
    shown(value, digits),
    rangeText({ low, high, digits }),
    rangeText({ ...observed!, digits }),
    verdict,
  ];
}

const shown = (number: number | null, digits: number) => (number === null ? '–' : number.toFixed(digits));

/** A range, or the one number of both ends. */
export function rangeText({ low, high, digits }: Pick<RealismRow, 'low' | 'high' | 'digits'>): string {
  return low === high ? shown(low, digits) : `${shown(low, digits)} to ${shown(high, digits)}`;
}

function surveyLine(rows: readonly RealismRow[]): string[] {
  const own = rows.flatMap(({ observed }) => (observed?.data === YOUR_SURVEY ? [observed.source] : []));
  return own.length === 0 ? [] : [`Observed in ${counted(own.length, 'measure')}: ${YOUR_SURVEY}, ${own[0]}`];
}
