import type { SharesByTimeFigure } from '../wire/findings.js';
import { asPercent, clock } from '../wire/format.js';
import { linear } from '../wire/scale.js';
import { BottomAxis } from './axes.js';
import { type Chart, fillOf, Plot, seriesLegend, seriesMark } from './chart.js';

const PANEL = 150;
const GAP = 34;

/** Stacked shares by time of day: real above, generated below. */
export function sharesByTime(title: string, figure: SharesByTimeFigure): Chart {
  const { labels, slotMinutes, real, generated } = figure;
  const slots = real[0]!.length;
  const hours = (slots * slotMinutes) / 60;
  const draw = (width: number) => {
    const x = linear([0, slots], [4, width - 4]);
    const side = (rows: readonly (readonly number[])[], top: number, name: string) => (
      <g key={name}>
        <text class="label" x="4" y={top - 6}>
          {name}
        </text>
        {stack(rows, slots).map(({ low, high }, label) => (
          <path
            key={labels[label]}
            class="stack"
            fill={fillOf(seriesMark(label))}
            d={band(low, high, x, linear([0, 1], [top + PANEL, top]))}
          />
        ))}
        {Array.from({ length: slots }, (_, slot) => (
          <rect
            key={slot}
            class="hover"
            x={x(slot)}
            width={x(1) - x(0)}
            y={top}
            height={PANEL}
            data-say={[
              `${clock(slot * slotMinutes * 60)}, ${name}`,
              ...rows.map((row, label) => `${asPercent(row[slot]!)} ${labels[label]}`),
            ].join('\n')}
          />
        ))}
      </g>
    );
    const height = 2 * PANEL + 2 * GAP + 8;
    return (
      <Plot {...{ title, width, height }}>
        {side(real, 18, 'real')}
        {side(generated, 18 + PANEL + GAP, 'generated')}
        <BottomAxis
          at={(hour) => x((hour / hours) * slots)}
          values={[0, 6, 12, 18, 24].filter((hour) => hour <= hours)}
          say={(hour) => (hour === 24 ? '24:00' : clock(hour * 3600))}
          y={18 + 2 * PANEL + GAP}
          end={width}
        />
      </Plot>
    );
  };
  return {
    title,
    legend: seriesLegend(labels),
    draw,
    table: () => ({
      head: ['time', ...labels.flatMap((label) => [`${label}, real`, `${label}, generated`])],
      rows: Array.from({ length: slots }, (_, slot) => [
        clock(slot * slotMinutes * 60),
        ...labels.flatMap((_, label) => [asPercent(real[label]![slot]!), asPercent(generated[label]![slot]!)]),
      ]),
    }),
  };
}

function stack(rows: readonly (readonly number[])[], slots: number): { low: number[]; high: number[] }[] {
  const base = new Array<number>(slots).fill(0);
  return rows.map((row) => {
    const low = [...base];
    row.forEach((share, slot) => {
      base[slot]! += share;
    });
    return { low, high: [...base] };
  });
}

function band(
  low: readonly number[],
  high: readonly number[],
  x: (slot: number) => number,
  y: (share: number) => number,
): string {
  let path = `M${x(0).toFixed(1)} ${y(high[0]!).toFixed(1)}`;
  high.forEach((share, slot) => {
    path += `V${y(share).toFixed(1)}H${x(slot + 1).toFixed(1)}`;
  });
  for (let slot = low.length - 1; slot >= 0; slot--) path += `V${y(low[slot]!).toFixed(1)}H${x(slot).toFixed(1)}`;
  return `${path}Z`;
}
