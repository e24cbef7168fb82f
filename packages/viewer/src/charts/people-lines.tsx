import { counted } from '@itinera/base';
import type { PeopleLinesFigure } from '../wire/findings.js';
import { asPercent, clock } from '../wire/format.js';
import { linear } from '../wire/scale.js';
import { BottomAxis } from './axes.js';
import { type Chart, fillOf, Plot, seriesLegend, seriesMark } from './chart.js';

const PANEL = 220;

/** One line per person, coloured by intention; people sorted by when they leave home. */
export function peopleLines(title: string, figure: PeopleLinesFigure): Chart {
  const { labels, slots, slotMinutes, real, generated } = figure;
  const hours = (slots * slotMinutes) / 60;
  const draw = (width: number) => {
    const twoColumns = width > 560;
    const panelWidth = twoColumns ? (width - 24) / 2 : width;
    const side = (codes: string, left: number, top: number, name: string) => {
      const rows = ordered(codes, slots);
      const height = PANEL / rows.length;
      const x = linear([0, slots], [left, left + panelWidth]);
      return (
        <g key={name}>
          <text class="label" x={left} y={top - 6}>
            {`${name}, ${counted(rows.length, 'person', 'people')}`}
          </text>
          <rect
            class="hover"
            x={left}
            width={panelWidth}
            y={top}
            height={PANEL}
            data-say={[
              `${name}, ${counted(rows.length, 'person', 'people')}`,
              ...labels.map((label, code) => `${asPercent(shareOf(codes, code + 1))} ${label}`),
            ].join('\n')}
          />
          {labels.map((label, code) => (
            <path key={label} class="stack" fill={fillOf(seriesMark(code))} d={runs(rows, code + 1, x, top, height)} />
          ))}
          <BottomAxis
            at={(hour) => x((hour / hours) * slots)}
            values={[0, 6, 12, 18, 24]}
            say={(hour) => (hour === 24 ? '24' : clock(hour * 3600).slice(0, 2))}
            y={top + PANEL}
            end={width}
          />
        </g>
      );
    };
    const height = twoColumns ? PANEL + 44 : 2 * PANEL + 92;
    return (
      <Plot {...{ title, width, height }}>
        {side(real, 0, 18, 'real')}
        {twoColumns ? side(generated, panelWidth + 24, 18, 'generated') : side(generated, 0, PANEL + 66, 'generated')}
      </Plot>
    );
  };
  return {
    title,
    legend: seriesLegend(labels),
    draw,
    table: () => ({
      head: ['people', 'real', 'generated'],
      rows: labels.map((label, code) => [
        `never: ${label}`,
        String(never(real, slots, code + 1)),
        String(never(generated, slots, code + 1)),
      ]),
    }),
  };
}

function ordered(codes: string, slots: number): string[] {
  const rows = Array.from({ length: Math.floor(codes.length / slots) }, (_, i) =>
    codes.slice(i * slots, (i + 1) * slots),
  );
  return rows.sort();
}

/** The share of the day of all people. */
const shareOf = (codes: string, code: number) => (codes.split(String(code)).length - 1) / Math.max(1, codes.length);

const never = (codes: string, slots: number, code: number) =>
  ordered(codes, slots).filter((row) => !row.includes(String(code))).length;

/** Rectangles of all stretches with one code, as one path. */
function runs(rows: readonly string[], code: number, x: (slot: number) => number, top: number, height: number): string {
  const sign = String(code);
  let path = '';
  rows.forEach((row, i) => {
    const y = (top + i * height).toFixed(1);
    for (let from = row.indexOf(sign); from !== -1; ) {
      let to = from;
      while (row[to] === sign) to++;
      path += `M${x(from).toFixed(1)} ${y}H${x(to).toFixed(1)}v${(height + 0.15).toFixed(2)}H${x(from).toFixed(1)}z`;
      from = row.indexOf(sign, to);
    }
  });
  return path;
}
