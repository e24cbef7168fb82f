import { DAY, HOUR } from '../clock.js';
import type { Counts, CountsMeasure, MeasureMeta } from '../measure.js';
import { localClock, type Trajectories } from '../trajectories.js';
import { placeNumbers } from './place-numbers.js';

const meta: MeasureMeta = {
  name: 'visitsByPlaceAndTime',
  title: 'visits by place and hour (STVD)',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'who visits; sparse, so few people have a high ceiling',
  source: 'J. Wang et al. (2024), Large language models as urban residents, arXiv:2402.14744',
};

/** Slots times this, plus a place or activity: one number for both. */
const SLOT = 2 ** 32;

/**
 * Joint counts of a slot of the day and a category; each row counts once, at its time.
 *
 * @param category by row
 * @param slotSeconds length of a slot
 */
function bySlot(trajectories: Trajectories, category: (row: number) => number, slotSeconds: number): Counts {
  const { starts, times } = localClock(trajectories);
  const keys = new Float64Array(times.length);
  for (let row = 0; row < keys.length; row++)
    keys[row] = Math.floor((times[row] - Math.floor(times[row] / DAY) * DAY) / slotSeconds) * SLOT + category(row);
  return { keys, counts: new Float64Array(keys.length).fill(1), starts };
}

const clock = (seconds: number) =>
  `${String(Math.floor(seconds / HOUR)).padStart(2, '0')}:${String(Math.floor((seconds % HOUR) / 60)).padStart(2, '0')}`;
const labelled = (slotSeconds: number, word: string) => (key: number) => {
  const slot = Math.floor(key / SLOT);
  return `${word} ${key - slot * SLOT} at ${clock(slot * slotSeconds)}`;
};

/**
 * Visits by place and time of day (STVD): the joint distribution over (slot, place), compared as categories.
 *
 * @param options `slot` in seconds, by default an hour
 * @returns keys of slot × 2^32 + place
 * @see J. Wang et al. (2024), arXiv:2402.14744
 */
export function visitsByPlaceAndTime(trajectories: Trajectories, { slot = HOUR }: { slot?: number } = {}): Counts {
  const { numbers, names } = placeNumbers(trajectories);
  return bySlot(trajectories, (row) => names[numbers[row]], slot);
}

/**
 * Activities by time of day (DARD): the joint distribution over (slot, activity), compared as categories.
 *
 * @param options `slot` in seconds, by default 10 minutes
 * @returns keys of slot × 2^32 + activity
 * @throws RangeError when rows have no activities
 * @see J. Wang et al. (2024), arXiv:2402.14744
 */
export function activitiesByTime(trajectories: Trajectories, { slot = 600 }: { slot?: number } = {}): Counts {
  const { activities } = trajectories;
  if (!activities) throw new RangeError('activitiesByTime: rows have no activities.');
  return bySlot(trajectories, (row) => activities[row], slot);
}

visitsByPlaceAndTime.measure = {
  meta,
  compare: 'counts',
  needs: ['places'],
  of: (trajectories) => visitsByPlaceAndTime(trajectories),
  label: labelled(HOUR, 'place'),
} satisfies CountsMeasure;

activitiesByTime.measure = {
  meta: { ...meta, name: 'activitiesByTime', title: 'activities by time of day (DARD)', misses: 'where and by whom' },
  compare: 'counts',
  needs: ['activities'],
  of: (trajectories) => activitiesByTime(trajectories),
  label: labelled(600, 'activity'),
} satisfies CountsMeasure;
