import { expect, test } from 'vitest';
import { saysOf } from './simulation-says.js';

const value = { a: 10, b: 12, difference: 2, low: 1, high: 3, changed: 20, users: 20 };
const loser = { minutesA: 10, minutesB: 30, verdict: 'loses' };
const driven = {
  from: 'as car passengers',
  to: 'by public transport',
  trips: 30,
  people: 16,
  minutesA: 4.4,
  minutesB: 17.9,
  longer: 405,
};

/** What a comparison says of 20 people who lose 20 minutes each. */
function says(modeChanges: readonly object[]): string[] {
  const compared = {
    totals: { 'travel time, min': value },
    verdicts: { loses: 20, wins: 0, similar: 0, same: 80 },
    people: 100,
    persons: Array.from({ length: 20 }, () => loser),
    cutOff: { people: 0, ids: [] },
    modeChanges,
    effectOf: 'Adding line 1',
  };
  return saysOf(compared as unknown as Parameters<typeof saysOf>[0]);
}

test('a loss of time names the change of mode that makes most of it, with the durations', () => {
  expect(says([driven])[0]).toBe(
    'Adding line 1 costs 20 of 100 people time (on average 20.0 min per day), mostly because of trips by another mode: 30 by public transport instead of as car passengers (17.9 min instead of 4.4); nobody gains any.',
  );
  expect(says([driven])).toContain(
    'The same trips by another mode: 30 by public transport instead of as car passengers (17.9 min instead of 4.4).',
  );
  const lesser = { ...driven, longer: 100, minutesA: null, minutesB: null };
  expect(says([lesser])[0]).toBe(
    'Adding line 1 costs 20 of 100 people time (on average 20.0 min per day); nobody gains any.',
  );
  expect(says([lesser])).toContain(
    'The same trips by another mode: 30 by public transport instead of as car passengers.',
  );
});
