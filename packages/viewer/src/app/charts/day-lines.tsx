import { BottomAxis, LeftAxis } from '../../charts/axes.js';
import { Plot } from '../../charts/chart.js';
import { dayName } from '../../wire/format.js';
import { linear, ticks } from '../../wire/scale.js';
import { brokenLine, dayOfDate, runsOfDays, weekTicks } from './days.js';
import { Figure } from './figure.js';

const HEIGHT = 210;
const PLOT = { left: 52, right: 10, top: 10, bottom: 180 };
const LABEL_PIXELS = 80;

/** One value per day, by date YYYYMMDD. */
export interface DaySeries {
  readonly name: string;
  /** A colour of the style sheet that the legend has too. */
  readonly mark: string;
  readonly values: ReadonlyMap<string, number>;
}

interface Props {
  readonly title: string;
  readonly note?: string;
  readonly series: readonly DaySeries[];
  /** Days with a shaded background. */
  readonly shaded?: readonly string[];
  readonly say: (value: number) => string;
}

/** Daily values as lines, which are interrupted where days are missing. */
export function DayLines({ title, note, series, shaded = [], say }: Props) {
  const dates = [...new Set(series.flatMap(({ values }) => [...values.keys()]))].sort();
  const numbers = dates.map(dayOfDate);
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  const all = series.flatMap(({ values }) => [...values.values()]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = 0.06 * (high - low) || 1;
  const draw = (width: number) => {
    const right = width - PLOT.right;
    const x = linear([first - 0.5, last + 0.5], [PLOT.left, right]);
    const y = linear([low - margin, high + margin], [PLOT.bottom, PLOT.top]);
    return (
      <Plot {...{ title, width }} height={HEIGHT}>
        {runsOfDays(shaded).map(([from, to]) => (
          <rect
            key={from}
            class="shade"
            x={x(from - 0.5)}
            width={x(to + 0.5) - x(from - 0.5)}
            y={PLOT.top}
            height={PLOT.bottom - PLOT.top}
          />
        ))}
        <LeftAxis at={y} values={ticks(low, high, 4)} say={say} from={PLOT.left} to={right} />
        {series.map(({ name, mark, values }) => (
          <path
            key={name}
            class={`line ${mark}`}
            stroke={`var(--${mark === 'generated' ? 'accent' : mark})`}
            d={brokenLine(values, x, y)}
          />
        ))}
        {dates.map((date, i) => (
          <rect
            key={date}
            class="hover"
            x={x(numbers[i]! - 0.5)}
            width={x(1) - x(0)}
            y={PLOT.top}
            height={PLOT.bottom - PLOT.top}
            data-say={[nameOf(numbers[i]!), ...said(date).map(([name, value]) => `${name} ${value}`)].join('\n')}
          />
        ))}
        <BottomAxis
          at={x}
          values={weekTicks(first, last, (right - PLOT.left) / LABEL_PIXELS)}
          say={nameOf}
          y={PLOT.bottom}
          end={width}
        />
      </Plot>
    );
  };
  const said = (date: string) =>
    series.flatMap(({ name, values }) => {
      const value = values.get(date);
      return value === undefined ? [] : [[name, say(value)] as const];
    });
  return (
    <Figure
      title={title}
      note={note}
      legend={series}
      draw={draw}
      table={() => ({
        head: ['day', ...series.map(({ name }) => name)],
        rows: dates.map((date) => [
          date,
          ...series.map(({ values }) => (values.has(date) ? say(values.get(date)!) : '–')),
        ]),
      })}
    />
  );
}

const nameOf = (day: number) => dayName(day, '1970-01-01');
