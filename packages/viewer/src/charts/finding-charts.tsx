import type { FindingFigure, HistogramFigure, HoursFigure } from '../wire/findings.js';
import { asPercent, clock, count, fixed, metres, sentence } from '../wire/format.js';
import { hourTicks, ticks } from '../wire/scale.js';
import { binChart } from './bin-chart.js';
import { categories } from './categories.js';
import { type Chart, SIDES } from './chart.js';
import { peopleLines } from './people-lines.js';
import { rates } from './rates.js';
import { sharesByTime } from './shares-by-time.js';

const LABEL_PIXELS = 90;

/** The charts of a figure of any kind: one, or one for each day. */
export function chartsOf(title: string, figure: FindingFigure): readonly Chart[] {
  switch (figure.kind) {
    case 'histogram':
      return [histogram(title, figure)];
    case 'categories':
      return [categories(title, figure)];
    case 'shares-by-time':
      return [sharesByTime(title, figure)];
    case 'people-lines':
      return [peopleLines(title, figure)];
    case 'hours':
      return hours(figure);
    case 'rates':
      return [rates(title, figure)];
  }
}

export const sidesOf = (real: readonly number[], generated: readonly number[]) =>
  SIDES.map((side, i) => ({ ...side, values: i === 0 ? real : generated }));

/** Shares on an axis, with a decimal where all are small. */
export const sharesUpTo = (top: number) => (share: number) => asPercent(share, top < 0.05 ? 1 : 0);

/** Two distributions on one axis, and below them the bins that lose points. */
function histogram(title: string, figure: HistogramFigure): Chart {
  const { edges, real, generated, lost, unit, whole } = figure;
  const say = sayer(unit);
  const nameOf = (bin: number) =>
    whole ? String(Math.round((edges[bin]! + edges[bin + 1]!) / 2)) : `${say(edges[bin]!)} – ${say(edges[bin + 1]!)}`;
  const worst = lost.indexOf(Math.max(...lost));
  const [first, last] = [edges[0]!, edges.at(-1)!];
  const places = unit === 'places' ? (nameOf(worst) === '1' ? ' place' : ' places') : '';
  return binChart({
    ...{ title, edges, lost, nameOf },
    series: sidesOf(real, generated),
    isOutlined: true,
    say: (share) => asPercent(share, 1),
    sayAxis: sharesUpTo(Math.max(...real, ...generated)),
    axis: {
      values: (width) =>
        unit === 'hour'
          ? hourTicks(width / 50)
          : ticks(whole ? Math.ceil(first) : first, last, width / LABEL_PIXELS).filter(
              (value) => !whole || Number.isInteger(value),
            ),
      say,
    },
    note: `${SHARES[unit] ?? `Share of people by ${unit}`}. Largest loss: ${fixed(lost[worst]!, 1)} points at ${nameOf(worst)}${places}.`,
  });
}

/** Names of the shares that are not of people by the unit. */
const SHARES: Readonly<Record<string, string>> = {
  m: 'Share of people by radius',
  hour: 'Share of departures by time',
  'of the day': 'Share of all pairs of a person and an intention, by the share of the day spent on it',
};

function sayer(unit: string): (value: number) => string {
  if (unit === 'm') return metres;
  if (unit === 'hour') return (hour) => (hour === 24 ? '24:00' : clock(hour * 3600));
  if (unit === 'of the day') return (value) => asPercent(value);
  return (value) => String(Math.round(value));
}

/** Departures by hour, one chart per day. */
function hours({ days }: HoursFigure): Chart[] {
  const top = Math.max(...days.flatMap((day) => [...day.realShare, ...day.generatedShare]), 0.01);
  return days.map(({ title, points, real, generated, realShare, generatedShare, lost }) =>
    binChart({
      title: `${sentence(title)}: ${points.got === null ? 'no value' : `−${fixed(points.of - points.got, 1)} of ${fixed(points.of, 1)} points`}`,
      series: sidesOf(realShare, generatedShare),
      ...{ lost, top },
      nameOf: (hour) => `${clock(hour * 3600)} – ${clock(hour * 3600 + 3599)}`,
      say: (share) => asPercent(share, 1),
      sayAxis: (share) => asPercent(share),
      axis: { values: () => [0, 6, 12, 18, 24], say: (hour) => String(hour).padStart(2, '0') },
      table: () => ({
        head: ['hour', 'real departures', 'generated', 'points lost'],
        rows: real.map((number, hour) => [
          clock(hour * 3600),
          count(number),
          count(generated[hour]),
          fixed(lost[hour], 3),
        ]),
      }),
    }),
  );
}
