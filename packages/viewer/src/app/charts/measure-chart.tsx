import { binChart, middles } from '../../charts/bin-chart.js';
import { sharesUpTo, sidesOf } from '../../charts/finding-charts.js';
import { asDuration, asPercent, metres, squareMetres } from '../../wire/format.js';
import type { MeasureRow } from '../../wire/measures.js';
import { Figure } from './figure.js';

const LABEL_PIXELS = 90;

/** The distributions of a measure, real and generated, bin by bin. */
export function MeasureChart({ row }: { readonly row: MeasureRow }) {
  const { title, distribution: bins } = row;
  const real = bins.map((bin) => bin.real);
  const generated = bins.map((bin) => bin.generated);
  const every = (width: number) => Math.ceil((bins.length * LABEL_PIXELS) / (width - 60));
  const axis = middles(bins.length, every, (bin) => labelOf(row, bin));
  const chart = binChart({
    ...{ title, axis },
    series: sidesOf(real, generated),
    isOutlined: true,
    nameOf: (bin) => bins[bin]!.where,
    say: (share) => asPercent(share, 1),
    sayAxis: sharesUpTo(Math.max(...real, ...generated)),
  });
  return <Figure {...chart} />;
}

/** The name of a bin, short enough for an axis: of flows a number, as pairs of places are too long. */
function labelOf({ compare, unit, distribution }: MeasureRow, i: number): string {
  const { from, where } = distribution[i]!;
  if (compare === 'flows') return `pair ${i + 1}`;
  if (compare === 'sample' && unit === 'm') return metres(from);
  if (compare === 'sample' && unit === 'm²') return squareMetres(from);
  if (compare === 'sample' && unit === 's') return asDuration(from);
  return compare === 'sample' ? Number(from.toPrecision(3)).toLocaleString('en-GB') : where.replace(/ \(.*/, '');
}
