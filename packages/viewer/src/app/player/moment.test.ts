import { expect, test } from 'vitest';
import type { PersonDetail, Stretch } from '../../wire/people.js';
import { colourOfTime, describeProfile, doing, momentOf, stretchesOfDay } from './moment.js';

const stretch = (kind: Stretch['kind'], from: number, to: number, place: number, label: string): Stretch => ({
  ...{ kind, from, to, place, label, path: [] },
  mode: kind === 'trip' ? 'car' : null,
  metres: kind === 'trip' ? 900 : null,
});
const stretches = [
  stretch('stay', 0, 1000, 1, 'homes, Elm Street'),
  stretch('trip', 1000, 1600, 2, 'Park'),
  stretch('stay', 1600, 90_000, 2, 'Park'),
  stretch('failed', 80_000, 80_000, 3, 'Café: no path'),
];
const person = {
  stretches,
  intentions: [
    { from: 0, to: 900, text: 'sleep', colour: 0 },
    { from: 900, to: 90_000, text: 'leisure', colour: 1 },
  ],
} as unknown as PersonDetail;

test('a person stays or travels, with the trip that led here and the next departure', () => {
  const at = (time: number) => {
    const { now, intention, next, trip } = momentOf(person, time);
    return [now?.kind, intention, next?.kind, trip?.label];
  };
  expect(at(0)).toEqual(['stay', 'sleep', 'trip', 'Park']);
  expect(at(1200)).toEqual(['trip', 'leisure', 'failed', 'Park']);
  expect(at(2000)).toEqual(['stay', 'leisure', 'failed', 'Park']);
  expect(at(85_000)).toEqual(['stay', 'leisure', undefined, 'Café: no path']);
  expect(at(1e9)).toEqual(['stay', null, undefined, 'Café: no path']);
  expect(momentOf({ ...person, stretches: [], intentions: [] }, 5)).toEqual({
    ...{ now: null, intention: null, next: null, trip: null },
  });
});

test('a day has its stays and trips, including those across midnight', () => {
  expect(stretchesOfDay(stretches, 500)).toEqual(stretches);
  expect(stretchesOfDay(stretches, 86_400)).toEqual([stretches[2]]);
});

test('home and work are named by what they are to the person', () => {
  expect(stretches.map((one) => doing(one, 1, 2))).toEqual([
    'at home',
    'driving to work',
    'at work',
    'could not travel to Café: no path',
  ]);
  expect(doing(stretches[1]!, 2, null)).toBe('driving home');
  expect(doing(stretches[2]!, null, null)).toBe('at Park');
});

test('a profile is a line of words, the shortest facts first', () => {
  const profile = Object.entries({
    age: '33',
    gender: 'Female',
    occupation: 'Sales',
    has_car: 'yes',
    bio: 'x'.repeat(99),
  });
  const values = profile.map(([name, value]) => ({ name, value }));
  expect(describeProfile(values, 5)).toBe('Female, 33 · Sales · has a car: yes');
  expect(describeProfile(values, 2)).toBe('Female, 33 · Sales');
  expect(describeProfile([], 5)).toBe('');
});

test('the colour of a time is the same every day and at both midnights of a day differs', () => {
  expect(colourOfTime(12 * 3600)).toBe('rgb(63 160 110)');
  expect(colourOfTime(86_400 + 7 * 3600)).toBe(colourOfTime(7 * 3600));
  expect(colourOfTime(0)).toBe('rgb(52 73 148)');
  expect(colourOfTime(86_399)).toMatch(/^rgb\(120 45 105\)$/);
});
