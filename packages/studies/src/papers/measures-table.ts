import { csvCell, decimals, latexText, markdownText, pValueText } from '@itinera/base';
import type { MeasureRow } from '@itinera/mobility';
import { reportAt } from './cite-measures.js';
import type { TableFormat } from './paper-table.js';

const COLUMNS = ['measure', 'unit', 'real', 'generated', 'difference', '95 % interval', 'p', 'differs'];
/** Columns of words; the others are numbers. */
const WORDS = [0, 1, 7];

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
  if (format === 'latex') return latex(rows, notes);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(COLUMNS.map((_, i) => (WORDS.includes(i) ? '---' : '---:')));
  const body = rows.map((cells) => line(cells.map(markdownText)));
  return `${[line(COLUMNS), rule, ...body].join('\n')}\n\n${notes.map(markdownText).join(' ')}\n`;
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

function latex(rows: readonly (readonly string[])[], notes: readonly string[]): string {
  const text = (cell: string) =>
    latexText(cell)
      .replaceAll('–', '--')
      .replace(/(?<=^| )-(?=\d)/g, () => '$-$');
  const line = (cells: readonly string[]) => `  ${cells.map(text).join(' & ')} \\\\`;
  return `% \\usepackage{booktabs}
\\begin{table}
\\centering
\\begin{tabular}{${COLUMNS.map((_, i) => (WORDS.includes(i) ? 'l' : 'r')).join('')}}
  \\toprule
${line(COLUMNS)}
  \\midrule
${rows.map(line).join('\n')}
  \\bottomrule
\\end{tabular}
\\caption{${text(notes.join(' '))}}
\\end{table}
`;
}
