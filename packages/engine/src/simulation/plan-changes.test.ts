import { TripMode } from '@itinera/city';
import { expect, test } from 'vitest';
import { ChangedPlans } from './plan-changes.js';

const HOUR = 3_600_000;

test('hours of a shift that pass midnight belong to the day on which they begin', () => {
  const shift = {
    from: 22 * 3600,
    to: 2 * 3600,
    days: [true, false, false],
    seconds: 60,
    share: 1,
    purpose: 'any',
  } as const;
  const plans = new ChangedPlans({ shift: [shift], evacuation: null }, 1);
  const trips = [1, 23, 25, 47].map((hour) => ({ aoiId: 5, departure: hour * HOUR, mode: TripMode.WALK_ONLY }));
  const shifted = plans.trips({ id: 1, work: null }, 0, 5, trips)!;
  expect(shifted.map(({ departure }, i) => departure! - trips[i]!.departure)).toEqual([0, 60_000, 60_000, 0]);
});
