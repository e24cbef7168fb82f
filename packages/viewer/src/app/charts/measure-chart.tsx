import type { MeasureRow } from '../../wire/measures.js';
import { asDuration, asPercent, metres } from '../format.js';
import { BinChart, middles } from './bin-chart.js';
import { sharesUpTo, sidesOf } from './findings.js';
import { fitLabel } from './fit-text.js';

const LABEL_PIXELS = 90;

/** The distributions of a measure, real and generated, bin by bin. */
export function MeasureChart({ row }: { readonly row: MeasureRow }) {
  const { title, compare, distribution: bins } = row;
  const real = bins.map((bin) => bin.real);
  const generated = bins.map((bin) => bin.generated);
  const every = (width: number) => Math.ceil((bins.length * LABEL_PIXELS) / (width - 60));
  const axis = middles(compare === 'flows' ? 0 : bins.length, every, (bin) => labelOf(row, bin));
  return (
    <BinChart
      {...{ title, axis }}
      series={sidesOf(real, generated)}
      isOutlined
      nameOf={(bin) => bins[bin]!.where}
      say={(share) => asPercent(share, 1)}
      sayAxis={sharesUpTo(Math.max(...real, ...generated))}
    />
  );
}

/** The name of a bin, short enough for an axis. */
function labelOf({ compare, unit, distribution }: MeasureRow, i: number): string {
  const { from, where } = distribution[i]!;
  if (compare === 'sample' && unit === 'm') return metres(from);
  if (compare === 'sample' && unit === 's') return asDuration(from);
  const label = compare === 'sample' ? Number(from.toPrecision(3)).toLocaleString('en-GB') : where.replace(/ \(.*/, '');
  return fitLabel(label, LABEL_PIXELS - 8);
}
