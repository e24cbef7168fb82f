import type { HistogramFigure } from '../../wire/findings.js';
import { hourTicks, linear, ticks } from '../../wire/scale.js';
import { asPercent, clock, fixed, metres } from '../format.js';
import { BottomAxis, LeftAxis } from './axes.js';
import { Figure, SIDES } from './figure.js';

const HEIGHT = 200;
const PLOT = { left: 44, right: 8, top: 10, bottom: 160 };
/** The strip below, which shows where points are lost. */
const COST = { top: 184, height: 12 };

/** Two distributions on one axis, and below them the bins that lose points. */
export function HistogramChart({ title, figure }: { readonly title: string; readonly figure: HistogramFigure }) {
  const { edges, real, generated, lost, unit, whole } = figure;
  const say = sayer(unit);
  const binName = (bin: number) =>
    whole ? String(Math.round((edges[bin]! + edges[bin + 1]!) / 2)) : `${say(edges[bin]!)} – ${say(edges[bin + 1]!)}`;
  const worst = lost.indexOf(Math.max(...lost));
  const draw = (width: number) => {
    const right = width - PLOT.right;
    const x = linear([edges[0]!, edges.at(-1)!], [PLOT.left, right]);
    const top = Math.max(...real, ...generated, 1e-9);
    const y = linear([0, top], [PLOT.bottom, PLOT.top]);
    const most = Math.max(...lost, 1e-9);
    return (
      <svg class="plot" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={title}>
        <LeftAxis
          at={y}
          values={ticks(0, top, 4)}
          say={(v) => asPercent(v, top < 0.05 ? 1 : 0)}
          from={PLOT.left}
          to={right}
        />
        <path class="area real" d={steps(edges, real, x, y)} />
        <path class="area generated" d={steps(edges, generated, x, y)} />
        <BottomAxis
          at={x}
          values={
            unit === 'hour'
              ? hourTicks(width / 50)
              : ticks(whole ? Math.ceil(edges[0]!) : edges[0]!, edges.at(-1)!, width / 90).filter(
                  (value) => !whole || Number.isInteger(value),
                )
          }
          say={say}
          y={PLOT.bottom}
          end={width}
        />
        {lost.map((points, bin) => (
          <rect
            key={edges[bin]}
            class="cost"
            x={x(edges[bin]!)}
            width={Math.max(0.5, x(edges[bin + 1]!) - x(edges[bin]!) - 0.5)}
            y={COST.top}
            height={COST.height}
            fill-opacity={Math.sqrt(points / most)}
          />
        ))}
        {lost.map((points, bin) => (
          <rect
            key={edges[bin]}
            class="hover"
            x={x(edges[bin]!)}
            width={x(edges[bin + 1]!) - x(edges[bin]!)}
            y={PLOT.top}
            height={COST.top + COST.height - PLOT.top}
            data-say={`${binName(bin)}\n${asPercent(real[bin]!, 1)} real\n${asPercent(generated[bin]!, 1)} generated\n${fixed(points, 2)} points lost`}
          />
        ))}
      </svg>
    );
  };
  return (
    <Figure
      title={title}
      legend={[...SIDES, { name: 'points lost', mark: 'cost' }]}
      draw={draw}
      table={() => ({
        head: [unit === 'm' ? 'metres' : unit, 'real', 'generated', 'points lost'],
        rows: real.map((share, bin) => [
          binName(bin),
          asPercent(share, 1),
          asPercent(generated[bin]!, 1),
          fixed(lost[bin]!, 3),
        ]),
      })}
      note={`${SHARES[unit] ?? `Share of people by ${unit}`}. Largest loss: ${fixed(lost[worst]!, 1)} points at ${binName(worst)}${unit === 'places' ? (binName(worst) === '1' ? ' place' : ' places') : ''}.`}
    />
  );
}

/** Names of the shares that are not of people by the unit. */
const SHARES: Readonly<Record<string, string>> = {
  m: 'Share of people by radius',
  hour: 'Share of departures by time',
  'of the day': 'Share of all people and intentions by share of the day',
};

function sayer(unit: string): (value: number) => string {
  if (unit === 'm') return metres;
  if (unit === 'hour') return (hour) => (hour === 24 ? '24:00' : clock(hour * 3600));
  if (unit === 'of the day') return (value) => asPercent(value);
  return (value) => String(Math.round(value));
}

/** The outline of bars without gaps. */
export function steps(
  edges: readonly number[],
  shares: readonly number[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  let path = `M${x(edges[0]!).toFixed(1)} ${y(0).toFixed(1)}`;
  shares.forEach((share, bin) => {
    path += `V${y(share).toFixed(1)}H${x(edges[bin + 1]!).toFixed(1)}`;
  });
  return `${path}V${y(0).toFixed(1)}Z`;
}
