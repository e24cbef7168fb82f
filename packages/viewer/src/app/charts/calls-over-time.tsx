import { BottomAxis, LeftAxis } from '../../charts/axes.js';
import { Plot } from '../../charts/chart.js';
import { asDuration, count, fixed, timeOf } from '../../wire/format.js';
import type { CallsOverTime } from '../../wire/people.js';
import { linear, ticks } from '../../wire/scale.js';
import { Figure } from './figure.js';

const PLOT = { left: 52, right: 8, middle: 108, gap: 22, bottom: 190 };
const HEIGHT = 214;
const LABEL_PIXELS = 110;
const PERIODS: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' };

/** Calls and failures over time, and below them the median time of an answer. */
export function CallsChart({ data: { from, seconds, calls, failed, latency } }: { readonly data: CallsOverTime }) {
  const timeAt = (span: number) => timeOf(from + 1000 * seconds * span, calls.length * seconds);
  const title = `Calls per ${PERIODS[seconds] ?? asDuration(seconds).replace('.0', '').replace(' 0 min', '')}`;
  const draw = (width: number) => {
    const right = width - PLOT.right;
    const x = linear([0, calls.length], [PLOT.left, right]);
    const most = Math.max(1, ...calls);
    const slowest = Math.max(0.001, ...latency.map((value) => value ?? 0));
    const y = linear([0, most], [PLOT.middle, 8]);
    const time = linear([0, slowest], [PLOT.bottom, PLOT.middle + PLOT.gap]);
    const wide = Math.max(0.5, x(1) - x(0) - 0.8);
    const every = Math.ceil((calls.length * LABEL_PIXELS) / (right - PLOT.left));
    return (
      <Plot {...{ title, width }} height={HEIGHT}>
        <LeftAxis at={y} values={ticks(0, most, 3).filter(Number.isInteger)} say={count} from={PLOT.left} to={right} />
        <LeftAxis at={time} values={ticks(0, slowest, 2)} say={inSeconds} from={PLOT.left} to={right} />
        {calls.map((number, i) => (
          <g
            key={timeAt(i)}
            data-say={`${timeAt(i)}\n${count(number)} calls, ${count(failed[i])} failed\n${inSeconds(latency[i]!)} per answer`}
          >
            <rect class="hover" x={x(i)} width={x(1) - x(0)} y="0" height={PLOT.bottom} />
            <rect class="bar generated" x={x(i)} width={wide} y={y(number)} height={PLOT.middle - y(number)} />
            <rect class="cost" x={x(i)} width={wide} y={y(failed[i]!)} height={PLOT.middle - y(failed[i]!)} />
            {latency[i] !== null && (
              <rect
                class="bar real"
                x={x(i)}
                width={wide}
                y={time(latency[i]!)}
                height={PLOT.bottom - time(latency[i]!)}
              />
            )}
          </g>
        ))}
        <BottomAxis
          at={(i) => x(i + 0.5)}
          values={[...calls.keys()].filter((i) => i % every === Math.floor(every / 2))}
          say={timeAt}
          y={PLOT.bottom}
          end={width}
        />
      </Plot>
    );
  };
  return (
    <Figure
      title={title}
      legend={[
        { name: 'calls', mark: 'generated' },
        { name: 'failed', mark: 'cost' },
        { name: 'seconds per answer, median', mark: 'real' },
      ]}
      draw={draw}
      table={() => ({
        head: ['from', 'calls', 'failed', 'seconds per answer'],
        rows: calls.map((number, i) => [timeAt(i), count(number), count(failed[i]), inSeconds(latency[i]!)]),
      })}
    />
  );
}

const inSeconds = (seconds: number | null) =>
  seconds === null ? '–' : seconds < 1 ? `${fixed(1000 * seconds, seconds < 0.01 ? 1 : 0)} ms` : asDuration(seconds);
