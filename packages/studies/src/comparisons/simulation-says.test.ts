import { expect, test } from 'vitest';
import { groupNoteOf, saysOf } from './simulation-says.js';

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
function says(modeChanges: readonly object[], more: object = {}): string[] {
  const compared = {
    totals: { 'travel time, min': value },
    verdicts: { loses: 20, wins: 0, similar: 0, same: 80 },
    people: 100,
    days: 1,
    sameTrips: { gone: 0 },
    persons: Array.from({ length: 20 }, () => loser),
    cutOff: { people: 0, ids: [] },
    modeChanges,
    effectOf: 'Adding line 1',
    concerned: [],
    isBuiltIn: true,
    ...more,
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

test('the mean change names its people if others only miss trips', () => {
  const failing = { minutesA: 10, minutesB: 5, verdict: 'loses', failedA: 0, failedB: 1 };
  const more = {
    persons: [loser, failing, failing],
    cutOff: { people: 2, ids: [2, 3] },
    verdicts: { loses: 3, wins: 0, similar: 0, same: 97 },
  };
  expect(says([], more)[0]).toBe(
    'Adding line 1 costs 3 of 100 people time or trips (1 of them on average 20.0 min per day); nobody gains any, and 2 can no longer make all their trips.',
  );
});

test('whoever takes a slower bus has a reason, if a built-in agent chose', () => {
  const faster = { ...driven, minutesA: 20 };
  expect(says([driven]).join()).toContain('Nobody chooses by time alone');
  for (const other of [says([faster]), says([driven], { isBuiltIn: false }), says([{ ...driven, to: 'on foot' }])])
    expect(other.join()).not.toContain('by time alone');
});

test('trips that fail, trips that are gone and people who are cut off are one sentence', () => {
  const failing = { minutesA: 10, minutesB: 5, verdict: 'loses', failedA: 0, failedB: 1 / 2 };
  const more = { persons: [failing, failing], days: 2, cutOff: { people: 2, ids: [1, 2] }, sameTrips: { gone: 5 } };
  expect(says([], more)).toContain(
    '2 people set out for a place and cannot get there: 2 trips fail; with those that would have followed, 5 are gone. Warnings of the scenario count who lives, works or goes to school there, whether or not they travel there at these times.',
  );
  expect(says([], { ...more, effectOf: null, sameTrips: { gone: 2 } })).toContain(
    '2 people set out for a place and cannot get there: 2 trips fail.',
  );
});

test('the people whom a place of the scenario concerns are counted, and too few are named', () => {
  const concerned = [
    { label: 'Bridge Street closed', by: 'drive there', people: 12 },
    { label: 'New line 1', by: 'ride it', people: 3 },
  ];
  expect(says([], { concerned })).toEqual(
    expect.arrayContaining([
      'Bridge Street closed: 12 of 100 people drive there in either run.',
      'New line 1: 3 of 100 people ride it in either run, too few to show what the change does to them.',
    ]),
  );
});

test('a group whose mean falls although more of it lose has a sentence that explains the sign', () => {
  expect(groupNoteOf([{ difference: -0.23, lose: 36, win: 4 }])).toContain('can no longer be made');
  expect(groupNoteOf([{ difference: 0.23, lose: 36, win: 4 }])).toBeNull();
  expect(groupNoteOf([{ difference: 0, lose: 0, win: 0 }])).toBeNull();
});
