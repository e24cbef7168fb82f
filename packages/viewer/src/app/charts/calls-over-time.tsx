import { binChart, middles } from '../../charts/bin-chart.js';
import { asDuration, count, fixed, timeOf } from '../../wire/format.js';
import type { CallsOverTime } from '../../wire/people.js';
import { Figure } from './figure.js';

const LABEL_PIXELS = 110;
const PERIODS: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' };

/** Calls and failures over time, and the median time of an answer. */
export function CallsChart({ data: { from, seconds, calls, failed, latency } }: { readonly data: CallsOverTime }) {
  const timeAt = (span: number) => timeOf(from + 1000 * seconds * span, calls.length * seconds);
  const every = (width: number) => Math.ceil((calls.length * LABEL_PIXELS) / width);
  const shared = { nameOf: timeAt, axis: middles(calls.length, every, timeAt) };
  const perSpan = binChart({
    ...shared,
    title: `Calls per ${PERIODS[seconds] ?? asDuration(seconds).replace('.0', '').replace(' 0 min', '')}`,
    series: [
      { name: 'calls', mark: 'generated', values: calls },
      { name: 'failed', mark: 'cost', values: failed },
    ],
    say: count,
  });
  const answers = binChart({
    ...shared,
    title: 'Time of an answer, median',
    series: [{ name: 'per answer', mark: 'real', values: latency.map((value) => value ?? 0) }],
    say: inSeconds,
    height: 80,
  });
  return (
    <>
      <Figure {...perSpan} />
      <Figure {...answers} />
    </>
  );
}

const inSeconds = (seconds: number) =>
  seconds === 0 ? '–' : seconds < 1 ? `${fixed(1000 * seconds, seconds < 0.01 ? 1 : 0)} ms` : asDuration(seconds);
