import type { MeasureRow } from '../../wire/measures.js';
import { linear, ticks } from '../../wire/scale.js';
import { asDuration, asPercent, metres } from '../format.js';
import { BottomAxis, LeftAxis } from './axes.js';
import { Figure, SIDES } from './figure.js';
import { fitLabel } from './fit-text.js';
import { steps } from './histogram.js';

const HEIGHT = 170;
const PLOT = { left: 44, right: 8, top: 10, bottom: 146 };
const LABEL_PIXELS = 90;

/** The distributions of a measure, real and generated, bin by bin. */
export function MeasureChart({ row }: { readonly row: MeasureRow }) {
  const { title, compare, distribution: bins } = row;
  const edges = Array.from({ length: bins.length + 1 }, (_, i) => i);
  const real = bins.map((bin) => bin.real);
  const generated = bins.map((bin) => bin.generated);
  const top = Math.max(...real, ...generated, 1e-9);
  const draw = (width: number) => {
    const right = width - PLOT.right;
    const x = linear([0, bins.length], [PLOT.left, right]);
    const y = linear([0, top], [PLOT.bottom, PLOT.top]);
    const every = Math.ceil((bins.length * LABEL_PIXELS) / (right - PLOT.left));
    return (
      <svg class="plot" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={title}>
        <LeftAxis
          at={y}
          values={ticks(0, top, 3)}
          say={(v) => asPercent(v, top < 0.05 ? 1 : 0)}
          from={PLOT.left}
          to={right}
        />
        <path class="area real" d={steps(edges, real, x, y)} />
        <path class="area generated" d={steps(edges, generated, x, y)} />
        {bins.map(({ where, real, generated }, i) => (
          <rect
            key={where}
            class="hover"
            x={x(i)}
            width={x(1) - x(0)}
            y={PLOT.top}
            height={PLOT.bottom - PLOT.top}
            data-say={`${where}\n${asPercent(real, 1)} real\n${asPercent(generated, 1)} generated`}
          />
        ))}
        <BottomAxis
          at={(i) => x(i + 0.5)}
          values={edges.slice(0, -1).filter((i) => compare !== 'flows' && i % every === Math.floor(every / 2))}
          say={(i) => labelOf(row, i)}
          y={PLOT.bottom}
          end={width}
        />
      </svg>
    );
  };
  return (
    <Figure
      title={title}
      legend={SIDES}
      draw={draw}
      table={() => ({
        head: ['', 'real', 'generated'],
        rows: bins.map(({ where, real, generated }) => [where, asPercent(real, 2), asPercent(generated, 2)]),
      })}
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
