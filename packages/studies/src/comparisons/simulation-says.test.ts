import { expect, test } from 'vitest';
import { groupNoteOf, saysOf } from './simulation-says.js';

const value = { a: 10, b: 12, difference: 2, low: 1, high: 3, changed: 20, users: 20 };
const loser = { minutesA: 10, minutesB: 30, failedA: 0, failedB: 0, verdict: 'loses' };
const winner = { minutesA: 30, minutesB: 27, failedA: 0, failedB: 0, verdict: 'wins' };
const failing = { minutesA: 10, minutesB: 5, failedA: 0, failedB: 1, verdict: 'loses' };
const driven = {
  from: 'as car passengers',
  to: 'by public transport',
  trips: 30,
  people: 16,
  minutesA: 4.4,
  minutesB: 17.9,
};

const ridden = (trips: number) => ({ trips, walk: 600 * trips, wait: 240 * trips, ride: 360 * trips });

/** What a comparison says of 20 people who lose 20 minutes each. */
function says(modeChanges: readonly object[], more: object = {}): string[] {
  const compared = {
    totals: { 'travel time, min': value },
    verdicts: { loses: 20, wins: 0, similar: 0, same: 80 },
    people: 100,
    days: 1,
    sameTrips: { n: 300, unfinished: 0, gone: 0, added: 0, delay: null },
    causes: { loses: null, wins: null },
    transit: [ridden(0), ridden(0)],
    worksAtHome: false,
    represents: [1, 1],
    persons: Array.from({ length: 20 }, () => loser),
    cutOff: { people: 0, ids: [], failed: 0, gone: 0 },
    modeChanges,
    effectOf: 'Adding line 1',
    concerned: [],
    isBuiltIn: true,
    ...more,
  };
  return saysOf(compared as unknown as Parameters<typeof saysOf>[0]);
}

test('the first sentence names who can no longer travel, then who loses time and why, then who gains', () => {
  const first = (persons: readonly object[], more: object = {}) => says([], { persons, ...more })[0];
  const cutOff = { people: 2, ids: [2, 3], failed: 2, gone: 5 };
  const cut = 'Adding line 1 keeps 2 of 100 people from making all their trips (5 trips are gone); ';
  expect(first([failing, failing], { cutOff })).toBe(`${cut}nobody else loses or gains a minute of travel per day.`);
  expect(first([failing, failing, loser], { cutOff })).toBe(
    `${cut}1 other loses time (20.0 min per day); nobody gains time.`,
  );
  const causes = { loses: '44 trips are on foot instead of by car (7.8 min instead of 1.3)', wins: null };
  expect(first([failing, failing, loser, loser, winner], { cutOff, causes })).toBe(
    `${cut}2 others lose time (on average 20.0 min per day), mostly because ${causes.loses}; 1 gains time (3.0 min per day).`,
  );
  expect(first([failing, failing, winner], { cutOff: { ...cutOff, gone: 0 }, effectOf: null })).toBe(
    'In the second run, 2 of 100 people can no longer make all their trips (2 trips fail); nobody else loses time; 1 gains time (3.0 min per day).',
  );
  expect(first([loser, winner, winner], { effectOf: null })).toBe(
    'In the second run, 1 of 100 people loses time (20.0 min per day); 2 gain time (on average 3.0 min per day).',
  );
  expect(
    first([winner, winner], {
      causes: { loses: null, wins: '3 trips by car take less time (2.0 min instead of 4.0)' },
    }),
  ).toBe(
    'Adding line 1 saves 2 of 100 people time (on average 3.0 min per day), mostly because 3 trips by car take less time (2.0 min instead of 4.0); nobody loses time.',
  );
  const regained = { ...failing, failedA: 1, failedB: 0, verdict: 'wins' };
  expect(first([regained, winner])).toBe(
    'Adding line 1 saves 1 of 100 people time (3.0 min per day); 1 can make trips that failed before; nobody loses time.',
  );
  expect(first([regained, loser])).toBe(
    'Adding line 1 costs 1 of 100 people time (20.0 min per day); 1 can make trips that failed before.',
  );
  expect(first([])).toBe('Adding line 1 costs or saves none of 100 people a minute of travel per day.');
  expect(first([], { effectOf: null })).toBe('None of 100 people gains or loses a minute of travel per day.');
  const sameTrips = { n: 663, unfinished: 4, gone: 40, added: 1, delay: null };
  expect(first([loser], { sameTrips })).toContain('; nobody gains time. 40 trips are gone and 1 is new.');
  expect(says([], { sameTrips })[1]).toBe(
    '663 trips arrive in both. Of the others, 4 are still under way or broken off in a run, 40 are gone and 1 is new, which count as time saved and spent.',
  );
});

test('every interval has its unit', () => {
  const delay = { ...value, people: 100, lose: 0, win: 0 };
  const totals = { 'travel time, min': value, 'CO2 by car, kg': { ...value, a: 1, b: 1.1, low: 0.05, high: 0.15 } };
  const all = says([driven], { totals, sameTrips: { n: 300, unfinished: 0, gone: 0, added: 0, delay } }).join('\n');
  expect(all).toContain(
    'they take 10.00 min before and 12.00 min after (95 % interval of the difference 1.00 to 3.00 min).',
  );
  expect(all).toContain('(95 % interval 1.00 to 3.00 min)');
  expect(all).toContain('CO2 by car: +10 kg per day (+10.0 %); 95 % interval +5 to +15 kg per day.');
  expect(all.match(/interval [^(]*? to [+-]?[\d.]+ (?!min|kg)/)).toBeNull();
});

test('a change that would be printed as zero is said in words', () => {
  const none = { ...value, b: 10.001, difference: 0.001, low: 0.0005, high: 0.002 };
  const delay = { ...none, people: 100, lose: 0, win: 0 };
  const sameTrips = { n: 300, unfinished: 0, gone: 0, added: 0, delay };
  const totals = { 'travel time, min': none, 'CO2 by car, kg': { ...none, a: 1, b: 1.0001, low: 0, high: 0.0002 } };
  const all = says([], { totals, sameTrips });
  expect(all[1]).toBe('300 trips arrive in both and take nearly as long.');
  expect(all[2]).toMatch(/^Travel times hardly change; /);
  expect(all).toContain('CO2 by car hardly changes.');
});

test('new trips by public transport are split into walking, waiting and riding', () => {
  expect(says([driven], { transit: [ridden(0), ridden(44)] })).toContain(
    'Trips by public transport take 20.0 min on average: 10.0 on foot, 4.0 waiting and 6.0 riding.',
  );
  expect(says([driven], { transit: [ridden(2), ridden(44)] }).join()).toContain('(before: 20.0 min on average:');
  for (const transit of [
    [ridden(3), ridden(3)],
    [ridden(3), ridden(0)],
  ])
    expect(says([driven], { transit }).join()).not.toContain('waiting');
});

test('people who stand for others are named as the ones whose figures these are', () => {
  expect(says([driven], {}).join()).not.toContain('stands for');
  const said = 'All figures, CO2 too, are those of the simulated people, each of whom stands for';
  expect(says([driven], { represents: [10, 10] }).at(-1)).toBe(`${said} 10.`);
  expect(says([driven], { represents: [1, 39] }).at(-1)).toBe(`${said} 1 and 39.`);
});

test('other modes of people who work at home have a reason, if a built-in agent chose', () => {
  expect(says([driven], { worksAtHome: true }).join()).toContain('works at home: their mode is drawn again');
  for (const more of [{}, { worksAtHome: true, isBuiltIn: false }])
    expect(says([driven], more).join()).not.toContain('works at home');
});

test('whoever takes a slower bus has a reason, if a built-in agent chose', () => {
  const faster = { ...driven, minutesA: 20 };
  expect(says([driven]).join()).toContain('Nobody chooses by time alone');
  for (const other of [says([faster]), says([driven], { isBuiltIn: false }), says([{ ...driven, to: 'on foot' }])])
    expect(other.join()).not.toContain('by time alone');
});

test('trips that fail, trips that are gone and people who are cut off are one sentence', () => {
  const more = { persons: [failing, failing], cutOff: { people: 2, ids: [1, 2], failed: 2, gone: 5 } };
  expect(says([], more)).toContain(
    '2 people set out for a place and cannot get there: 2 trips fail; with those that would have followed, 5 are gone. Warnings of the scenario count homes, workplaces and schools instead, whether or not anybody travels there at these times.',
  );
  expect(says([], { ...more, effectOf: null, cutOff: { ...more.cutOff, gone: 2 } })).toContain(
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
  expect(groupNoteOf([{ difference: -0.23, lose: 36, win: 4 }])).toContain('trips that are gone count as time saved');
  expect(groupNoteOf([{ difference: 0.23, lose: 36, win: 4 }])).toBeNull();
  expect(groupNoteOf([{ difference: 0, lose: 0, win: 0 }])).toBeNull();
});
