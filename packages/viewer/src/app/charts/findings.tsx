import type { FindingFigure, HistogramFigure, HoursFigure } from '../../wire/findings.js';
import { hourTicks, ticks } from '../../wire/scale.js';
import { asPercent, clock, count, fixed, metres, sentence } from '../format.js';
import { BinChart } from './bin-chart.js';
import { Categories } from './categories.js';
import { SIDES } from './figure.js';
import { PeopleLines } from './people-lines.js';
import { Rates } from './rates.js';
import { SharesByTime } from './shares-by-time.js';

const LABEL_PIXELS = 90;

/** Draws a figure of any kind. */
export function AnyFigure({ title, figure }: { readonly title: string; readonly figure: FindingFigure }) {
  switch (figure.kind) {
    case 'histogram':
      return <Histogram title={title} figure={figure} />;
    case 'categories':
      return <Categories title={title} figure={figure} />;
    case 'shares-by-time':
      return <SharesByTime title={title} figure={figure} />;
    case 'people-lines':
      return <PeopleLines title={title} figure={figure} />;
    case 'hours':
      return <Hours figure={figure} />;
    case 'rates':
      return <Rates title={title} figure={figure} />;
  }
}

export const sidesOf = (real: readonly number[], generated: readonly number[]) =>
  SIDES.map((side, i) => ({ ...side, values: i === 0 ? real : generated }));

/** Shares on an axis, with a decimal where all are small. */
export const sharesUpTo = (top: number) => (share: number) => asPercent(share, top < 0.05 ? 1 : 0);

/** Two distributions on one axis, and below them the bins that lose points. */
function Histogram({ title, figure }: { readonly title: string; readonly figure: HistogramFigure }) {
  const { edges, real, generated, lost, unit, whole } = figure;
  const say = sayer(unit);
  const nameOf = (bin: number) =>
    whole ? String(Math.round((edges[bin]! + edges[bin + 1]!) / 2)) : `${say(edges[bin]!)} – ${say(edges[bin + 1]!)}`;
  const worst = lost.indexOf(Math.max(...lost));
  const [first, last] = [edges[0]!, edges.at(-1)!];
  const places = unit === 'places' ? (nameOf(worst) === '1' ? ' place' : ' places') : '';
  return (
    <BinChart
      {...{ title, edges, lost, nameOf }}
      series={sidesOf(real, generated)}
      isOutlined
      say={(share) => asPercent(share, 1)}
      sayAxis={sharesUpTo(Math.max(...real, ...generated))}
      axis={{
        values: (width) =>
          unit === 'hour'
            ? hourTicks(width / 50)
            : ticks(whole ? Math.ceil(first) : first, last, width / LABEL_PIXELS).filter(
                (value) => !whole || Number.isInteger(value),
              ),
        say,
      }}
      note={`${SHARES[unit] ?? `Share of people by ${unit}`}. Largest loss: ${fixed(lost[worst]!, 1)} points at ${nameOf(worst)}${places}.`}
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

/** Departures by hour, one figure per day. */
function Hours({ figure: { days } }: { readonly figure: HoursFigure }) {
  const top = Math.max(...days.flatMap((day) => [...day.realShare, ...day.generatedShare]), 0.01);
  return (
    <div class="trio">
      {days.map(({ title, points, real, generated, realShare, generatedShare, lost }) => (
        <BinChart
          key={title}
          title={`${sentence(title)}: ${points.got === null ? 'no value' : `−${fixed(points.of - points.got, 1)} of ${fixed(points.of, 1)} points`}`}
          series={sidesOf(realShare, generatedShare)}
          {...{ lost, top }}
          nameOf={(hour) => `${clock(hour * 3600)} – ${clock(hour * 3600 + 3599)}`}
          say={(share) => asPercent(share, 1)}
          sayAxis={(share) => asPercent(share)}
          axis={{ values: () => [0, 6, 12, 18, 24], say: (hour) => String(hour).padStart(2, '0') }}
          table={() => ({
            head: ['hour', 'real departures', 'generated', 'points lost'],
            rows: real.map((number, hour) => [
              clock(hour * 3600),
              count(number),
              count(generated[hour]),
              fixed(lost[hour], 3),
            ]),
          })}
        />
      ))}
    </div>
  );
}
