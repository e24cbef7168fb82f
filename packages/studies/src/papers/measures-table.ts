import { csvCell, decimals, latexText, markdownText, pValueText } from '@itinera/base';
import type { MeasureRow } from '@itinera/mobility';
import { reportAt } from './cite-measures.js';
import type { TableFormat } from './paper-table.js';
import { latexFrame, markdownFrame } from './table-frame.js';

const COLUMNS = ['measure', 'unit', 'real', 'generated', 'difference', '95 % interval', 'p', 'differs'];
/** The measure, its unit and the verdict are words. */
const ALIGN = 'llrrrrrl';

/** A comparison of trajectories as a table for a paper, one row per measure. @param path of the report. @throws UserError if it is damaged */
export function measuresTable(path: string, format: TableFormat): string {
  const { measures, verdict, compared } = reportAt(path);
  const rows = measures.map(cellsOf);
  const notes = [
    verdict.says,
    `Places are ${compared.places}.`,
    'real and generated: means, or bits of entropy; difference: of the means, or the share of the weight in other bins, chance deducted; differs: at a false discovery rate of 5 %, ? if the sample is too small to tell.',
    ...compared.notes,
  ];
  if (format === 'csv') return [COLUMNS, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
  const [text, frame] = format === 'latex' ? [inLatex, latexFrame] : [markdownText, markdownFrame];
  return frame({
    align: ALIGN,
    head: COLUMNS,
    rows: rows.map((cells) => cells.map(text)),
    notes: text(notes.join(' ')),
  });
}

function cellsOf(row: MeasureRow): string[] {
  const { title, unit, real, generated, effect, effectUnit, effectLow, effectHigh, p, differs } = row;
  const shown = (value: number | null) => (value === null ? '–' : decimals(value, 2));
  return [
    title,
    unit,
    shown(real),
    shown(generated),
    `${shown(effect)}${effect === null || effectUnit === unit ? '' : ` ${effectUnit}`}`,
    effectLow === null || effectHigh === null ? '–' : `${shown(effectLow)} to ${shown(effectHigh)}`,
    pValueText(p),
    differs === null ? '?' : differs ? 'yes' : 'no',
  ];
}

const inLatex = (text: string): string =>
  latexText(text)
    .replaceAll('–', '--')
    .replace(/(?<=^| )-(?=\d)/g, () => '$-$');
