import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { type ArchetypeModel, archetypesOf, drawArchetypeDay } from './archetypes.js';
import { formatDay, parseDay } from './diary.js';
import type { DiaryPerson } from './diary-people.js';

const statuses = ['work_full', 'work_full', 'work_full', 'student', 'retired'];
const people = Array.from(
  { length: 400 },
  (_, id): DiaryPerson => ({
    id,
    household: String(id),
    weight: 1,
    tripFactor: 1,
    attributes: {
      status: statuses[id % 5]!,
      age: String(10 + (id % 70)),
      sex: id % 2 ? 'm' : 'f',
      cars: String(id % 3),
    },
    day: parseDay('home 0-1440', 'day'),
  }),
);

test.each([1, 3, 8, 24, 1000])('people are divided into at most %i groups, each person in one', (most) => {
  const groups = archetypesOf(people, most);
  expect(groups.length).toBeLessThanOrEqual(most);
  expect(groups.flatMap(({ people: own }) => own.map(({ id }) => id)).sort((a, b) => a - b)).toEqual(
    people.map(({ id }) => id),
  );
  if (most === 3) expect(groups.map(({ words }) => words.status).sort()).toEqual(['retired', 'student', 'work_full']);
  if (most === 1000) expect(groups.every(({ words }) => Object.keys(words).length === 4)).toBe(true);
});

test('a person lives a day of the most similar group, at other minutes, in order and between midnights', () => {
  const text = 'home 0-480;>transit 480-520 8000;work 520-1430;>transit 1430-1440 8000';
  const model: ArchetypeModel = {
    archetypes: [
      { words: { status: 'retired' }, days: [{ share: 1, day: parseDay('home 0-1440', 'day') }] },
      { words: { status: 'work_full' }, days: [{ share: 1, day: parseDay('home 0-1440', 'day') }] },
      { words: { status: 'work_full', sex: 'm' }, days: [{ share: 1, day: parseDay(text, 'day') }] },
    ],
  };
  const draw = (attributes: object, seed: number) => drawArchetypeDay(model, attributes, new Random(seed));
  const drawn = Array.from({ length: 200 }, (_, seed) => draw({ status: 'work_full', sex: 'm' }, seed));
  const first = drawn.map(({ trips }) => trips[0]!);
  expect(Math.min(...first.map(({ from }) => from))).toBeGreaterThanOrEqual(450);
  expect(Math.max(...first.map(({ from }) => from))).toBeLessThanOrEqual(510);
  expect(new Set(first.map(({ from }) => from)).size).toBeGreaterThan(40);
  expect(first.every(({ from, to, metres }) => to - from === 40 && metres! >= 4000 && metres! <= 16_000)).toBe(true);
  for (const day of drawn) expect(formatDay(parseDay(formatDay(day), 'drawn'))).toBe(formatDay(day));
  expect(formatDay(draw({ status: 'work_full', sex: 'm' }, 7))).toBe(formatDay(drawn[7]!));
  expect(draw({ status: 'work_full', sex: 'f' }, 1).trips).toEqual([]);
  expect(draw({ status: 'retired', sex: 'm' }, 1).trips).toEqual([]);
});
