import { DAY, HOUR, secondOfDay } from '../clock.js';
import type { MeasureMeta, SampleMeasure } from '../measure.js';
import { perPerson } from '../per-person.js';
import { medianStep } from '../place/stay-durations.js';
import type { Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'trackingQuality',
  title: 'tracking quality',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'whether the positions are right; limits all other measures',
  source: 'H. Martin et al. (2023), Trackintel: an open-source Python library for human mobility analysis',
};

/** The definition of recorded time. */
export interface TrackingOptions {
  /**
   * Seconds up to which a person counts as recorded between two points; for points only. By default twice the median
   * waiting time of all people.
   */
  readonly gap?: number;
}

/**
 * Tracking quality: the recorded share of a person's time span. Where rows are stays, the seconds inside any of them;
 * where they are points, the seconds between points without a gap.
 *
 * @returns 0 to 1 per person; NaN where the span is 0
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * trackingQuality(day); // [1]
 * ```
 */
export function trackingQuality(trajectories: Trajectories, options: TrackingOptions = {}): Float64Array {
  const spans = recordedSpans(trajectories, options);
  return perPerson(trajectories, (from, to, person) => {
    if (from === to) return Number.NaN;
    let end = -Infinity;
    let recorded = 0;
    for (let i = spans.starts[person]; i < spans.starts[person + 1]; i++) {
      if (spans.ends[i] > end) end = spans.ends[i];
      recorded += spans.ends[i] - spans.begins[i];
    }
    const last = trajectories.ends ? end : trajectories.times[to - 1];
    return recorded / (last - trajectories.times[from]);
  });
}

/**
 * Tracking quality by hour of day, day or week: the recorded share of all people's time, each from their first record to
 * their last.
 *
 * @returns start of each unit in seconds (for hours: the hour, 0 to 23), and shares; NaN where nobody could be recorded
 */
export function trackingQualityBy(
  trajectories: Trajectories,
  { by, ...options }: TrackingOptions & { by: 'hour' | 'day' | 'week' },
): { keys: Float64Array; shares: Float64Array } {
  const spans = recordedSpans(trajectories, options);
  const unit = by === 'hour' ? HOUR : by === 'day' ? DAY : 7 * DAY;
  // Weeks begin on Mondays; 1970-01-05 was one.
  const offset = by === 'week' ? 4 * DAY : 0;
  const keyOf = (time: number) =>
    by === 'hour' ? Math.floor(secondOfDay(time) / HOUR) : Math.floor((time - offset) / unit) * unit + offset;
  const recorded = new Map<number, number>();
  const possible = new Map<number, number>();
  const spread = (sums: Map<number, number>, begin: number, end: number) => {
    for (let time = begin; time < end; ) {
      const next = Math.min(end, (Math.floor((time - offset) / unit) + 1) * unit + offset);
      sums.set(keyOf(time), (sums.get(keyOf(time)) ?? 0) + next - time);
      time = next;
    }
  };
  const { starts, times, shifts } = trajectories;
  for (let person = 0; person + 1 < starts.length; person++) {
    const to = starts[person + 1];
    let end = times[to - 1];
    for (let i = spans.starts[person]; i < spans.starts[person + 1]; i++) {
      const shift = shifts?.[spans.rows[i]] ?? 0;
      spread(recorded, spans.begins[i] + shift, spans.ends[i] + shift);
      end = Math.max(end, spans.ends[i]);
    }
    // From each row to the next, on the local clock of the first; without changes of the clock, all at once.
    for (let row = starts[person]; row < to; ) {
      let next = row + 1;
      while (next < to && shifts?.[next] === shifts?.[row]) next++;
      const shift = shifts?.[row] ?? 0;
      spread(possible, times[row] + shift, (next < to ? times[next] : end) + shift);
      row = next;
    }
  }
  const keys = Float64Array.from(possible.keys()).sort();
  return { keys, shares: keys.map((key) => (recorded.get(key) ?? 0) / (possible.get(key) as number)) };
}

/** Stretches of time in which people are recorded, and the row of each; those of one person do not overlap. */
function recordedSpans(trajectories: Trajectories, { gap }: TrackingOptions) {
  const { starts: rows, times, ends } = trajectories;
  const longest = gap ?? 2 * medianStep(trajectories);
  const begins = new Float64Array(times.length);
  const spanEnds = new Float64Array(times.length);
  const starts = new Uint32Array(rows.length);
  const ofRow = new Uint32Array(times.length);
  let used = 0;
  for (let person = 0; person + 1 < rows.length; person++) {
    starts[person] = used;
    let until = -Infinity;
    for (let row = rows[person]; row < rows[person + 1]; row++) {
      const next = row + 1 < rows[person + 1] ? times[row + 1] : times[row];
      const end = ends ? ends[row] : next - times[row] <= longest ? next : times[row];
      const begin = Math.max(times[row], until);
      if (end <= begin) continue;
      ofRow[used] = row;
      begins[used] = begin;
      spanEnds[used++] = end;
      until = end;
    }
  }
  starts[rows.length - 1] = used;
  return { starts, rows: ofRow, begins: begins.slice(0, used), ends: spanEnds.slice(0, used) };
}

trackingQuality.measure = {
  meta,
  compare: 'sample',
  of: (trajectories) => trackingQuality(trajectories),
} satisfies SampleMeasure;
