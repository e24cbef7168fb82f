import { counted, type RealismRow, YOUR_SURVEY } from '@itinera/base';
import { textTable } from './text-table.js';

/** Describes the card of realism of a simulation. */
export function realismLines(rows: readonly RealismRow[]): string[] {
  if (rows.length === 0) return [];
  const judged = rows.filter(({ verdict }) => verdict !== 'no data');
  const holding = judged.filter(({ verdict }) => verdict === 'holds').length;
  return [
    `Realism: ${holding} of ${judged.length} measures within the observed range (95 % intervals over people; sources: run.json)`,
    textTable([['', 'here', 'interval', 'observed', ''], ...rows.map(cells)]),
    ...surveyLine(rows),
  ];
}

function cells({ measure, digits, value, low, high, observed, verdict }: RealismRow): string[] {
  const show = (number: number | null) => (number === null ? '–' : number.toFixed(digits));
  const range = (from: number | null, to: number | null) => (from === to ? show(from) : `${show(from)} to ${show(to)}`);
  return [
    measure,
    show(value),
    range(low, high),
    observed === null ? 'no figure' : range(observed.low, observed.high),
    verdict,
  ];
}

function surveyLine(rows: readonly RealismRow[]): string[] {
  const own = rows.flatMap(({ observed }) => (observed?.data === YOUR_SURVEY ? [observed.source] : []));
  return own.length === 0 ? [] : [`Observed in ${counted(own.length, 'measure')}: ${YOUR_SURVEY}, ${own[0]}`];
}
