import { type Trip, TripMode } from '@itinera/city';
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
  const shifted = plans.trips({ id: 1, work: null }, 0, { at: 5, to: null }, trips)!;
  expect(shifted.map(({ departure }, i) => departure! - trips[i]!.departure)).toEqual([0, 60_000, 60_000, 0]);
});

test('someone who is late on the way into an area that is evacuated turns back, whatever the plan says', () => {
  const evacuation = { at: 9 * 3600, within: 0, refuges: [[5, 6]] } as const;
  const plans = new ChangedPlans({ shift: [], evacuation }, 1);
  const person = { id: 1, work: 5 };
  const trip = (aoiId: number, hour: number): Trip => ({ aoiId, departure: hour * HOUR, mode: TripMode.DRIVE_ONLY });
  // Planned to be on the way back by now.
  plans.trips(person, 7 * HOUR, { at: 1, to: null }, [trip(5, 7.5), trip(1, 8.5)]);
  const left = plans.trips(person, 9 * HOUR, { at: null, to: 5 }, null);
  expect(left).toEqual([{ aoiId: 6, departure: 9 * HOUR, mode: TripMode.DRIVE_ONLY }]);
});
