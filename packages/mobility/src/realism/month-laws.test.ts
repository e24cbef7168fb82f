import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { monthLaws, type PersonMonth } from './month-laws.js';

const DAY = 86_400;
const [HOME, WORK] = [1, 2];

/** A person who visits these places of a day at 9, 10, 11 … o'clock and goes home. */
function person(placesOf: (day: number) => readonly number[], days = 28): PersonMonth {
  const stays = Array.from({ length: days }, (_, day) =>
    [HOME, ...placesOf(day), HOME].map((place, i) => ({ place, arrival: day * DAY + (i === 0 ? 0 : (8 + i) * 3600) })),
  ).flat();
  return {
    stays: stays.map((stay, i) => ({ ...stay, departure: stays[i + 1]?.arrival ?? null })),
    usual: new Set([HOME, WORK]),
    duty: WORK,
  };
}
const people = (placesOf: (day: number, person: number) => readonly number[], days = 28) =>
  Array.from({ length: 30 }, (_, i) => person((day) => placesOf(day, i), days));
const lawsOf = (months: readonly PersonMonth[], weeks = 4) =>
  new Map(monthLaws(months, { weeks, firstWeekday: 0 }).map((law) => [law.name.split(/[,:(]/)[0]!.trim(), law]));
const valueIn = (laws: ReturnType<typeof lawsOf>, name: string) => laws.get(name)!.value;

test('people who go to one new place each day and to work have laws that can be counted by hand', () => {
  const laws = lawsOf(people((day) => (day % 7 < 5 ? [WORK, 100 + day] : [100 + day])));
  // A week has 5 moves to work, 7 to new places, 7 home.
  expect(valueIn(laws, 'moves of the last week to a new place')).toBeCloseTo(7 / 19, 12);
  expect(valueIn(laws, 'moves of the last week outside home')).toBe(1);
  // 3, 4, 5 … places after 1, 2, 3 … days.
  expect(valueIn(laws, 'growth of distinct places')).toBeGreaterThan(0.7);
  expect(laws.get('growth of distinct places')!.verdict).toBe('above');
  expect(valueIn(laws, 'familiar places')).toBe(2);
  expect(valueIn(laws, 'people with work or school who are there on none of 20 weekdays')).toBe(0);
  expect(valueIn(laws, 'people with work or school who are there on all of 20 weekdays')).toBe(1);
  expect(valueIn(laws, 'same daily network on two weekdays')).toBeCloseTo(1, 1);
});

test('two groups with a routine each are more alike to themselves than to each other', () => {
  const laws = lawsOf(people((_, i) => (i % 2 ? [WORK] : [WORK, 5, 6])));
  expect(valueIn(laws, 'same daily network on two weekdays')).toBeCloseTo(2, 6);
  expect(laws.get('moves of the last week to a new place')).toMatchObject({
    value: 0,
    low: 0,
    high: 0,
    verdict: 'below',
  });
});

test('visits by k^−1.2 have the exponent 1.2, and familiar places are compared only over 20 weeks', () => {
  const random = new Random(1, 1);
  const weights = Array.from({ length: 400 }, (_, k) => (k + 1) ** -1.2);
  const draw = () => 10 + random.weighted(weights);
  const laws = lawsOf(
    people(() => [draw(), draw(), draw(), draw()], 140),
    20,
  );
  expect(valueIn(laws, 'visits by rank of the place')).toBeGreaterThan(0.95);
  expect(valueIn(laws, 'visits by rank of the place')).toBeLessThan(1.3);
  expect(laws.get('familiar places')!.published).toMatchObject({ low: 20, high: 30 });
  expect(lawsOf(people(() => [WORK])).get('familiar places')).toMatchObject({ published: null, verdict: null });
});

test('few people have values without an interval and without a verdict', () => {
  const laws = lawsOf([person(() => [WORK])]);
  expect(laws.get('moves of the last week to a new place')).toMatchObject({
    value: 0,
    low: Number.NaN,
    verdict: null,
  });
});
