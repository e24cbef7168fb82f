import { HOUR, secondOfDay } from '../clock.js';
import type { Counts, CountsMeasure, MeasureMeta } from '../measure.js';
import { stayDurations } from '../place/stay-durations.js';
import { localClock, type Trajectories } from '../trajectories.js';

const meta: MeasureMeta = {
  name: 'activityShares',
  title: 'shares of activities',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'when and where, and which activity follows which',
  source: 'Y. Yuan et al. (2022), Activity trajectory generation, doi:10.1145/3534678.3542671',
};

function activitiesOf(caller: string, { activities }: Trajectories): Uint8Array {
  if (!activities) throw new RangeError(`${caller}: rows have no activities.`);
  return activities;
}

/**
 * Shares of activities: seconds by activity where rows are stays, else rows.
 *
 * @throws RangeError when rows have no activities
 */
export function activityShares(trajectories: Trajectories): Counts {
  const keys = Float64Array.from(activitiesOf('activityShares', trajectories));
  const { starts, ends, times } = trajectories;
  return { keys, counts: keys.map((_, row) => (ends ? ends[row] - times[row] : 1)), starts };
}

/**
 * Sequences of activities: `length` consecutive rows as one key, the first being the highest digit to base 256.
 *
 * @param options `length`: 2 counts transitions, the default; up to 6
 * @throws RangeError when rows have no activities or the length is invalid
 */
export function activitySequences(trajectories: Trajectories, { length = 2 }: { length?: number } = {}): Counts {
  if (!Number.isInteger(length) || length < 1 || length > 6) {
    throw new RangeError(`activitySequences: length must be a whole number from 1 to 6, got ${length}.`);
  }
  const activities = activitiesOf('activitySequences', trajectories);
  const { starts: rows } = trajectories;
  const keys: number[] = [];
  const starts = new Uint32Array(rows.length);
  for (let person = 0; person + 1 < rows.length; person++) {
    for (let row = rows[person]; row + length <= rows[person + 1]; row++) {
      let key = 0;
      for (let i = 0; i < length; i++) key = key * 256 + activities[row + i];
      keys.push(key);
    }
    starts[person + 1] = keys.length;
  }
  return { keys: Float64Array.from(keys), counts: new Float64Array(keys.length).fill(1), starts };
}

/**
 * Start hours by activity, in keys of activity × 24 + hour.
 *
 * @throws RangeError when rows have no activities
 */
export function activityStartHours(trajectories: Trajectories): Counts {
  const activities = activitiesOf('activityStartHours', trajectories);
  const { starts, times } = localClock(trajectories);
  const keys = times.map((time, row) => activities[row] * 24 + Math.floor(secondOfDay(time) / HOUR));
  return { keys, counts: new Float64Array(keys.length).fill(1), starts };
}

/**
 * Lengths by activity, in keys of activity × 1024 + length in half hours (1023: all longer); rows must be stays.
 *
 * @throws RangeError when rows have no activities or no ends
 */
export function activityLengths(trajectories: Trajectories): Counts {
  const activities = activitiesOf('activityLengths', trajectories);
  if (!trajectories.ends)
    throw new RangeError('activityLengths: rows have no end times. Convert the points into stays first.');
  const { values, starts } = stayDurations(trajectories);
  const keys = values.map((seconds, row) => activities[row] * 1024 + Math.min(1023, Math.floor(seconds / (HOUR / 2))));
  return { keys, counts: new Float64Array(keys.length).fill(1), starts };
}

const declared = (
  name: string,
  title: string,
  misses: string,
  of: (trajectories: Trajectories) => Counts,
  label: (key: number) => string,
): CountsMeasure => ({ meta: { ...meta, name, title, misses }, compare: 'counts', needs: ['activities'], of, label });

activityShares.measure = declared(meta.name, meta.title, meta.misses, activityShares, (key) => `activity ${key}`);

activitySequences.measure = declared(
  'activitySequences',
  'transitions of activities',
  'when and where',
  (trajectories) => activitySequences(trajectories),
  (key) => `activity ${Math.floor(key / 256)} to ${key % 256}`,
);

activityStartHours.measure = declared(
  'activityStartHours',
  'start hours by activity',
  'how long activities last',
  activityStartHours,
  (key) => `activity ${Math.floor(key / 24)} at ${String(key % 24).padStart(2, '0')}:00`,
);

activityLengths.measure = {
  ...declared('activityLengths', 'lengths by activity', 'when activities begin', activityLengths, (key) => {
    return `activity ${Math.floor(key / 1024)} for ${(key % 1024) / 2} hours`;
  }),
  needs: ['activities', 'ends'],
} satisfies CountsMeasure;
