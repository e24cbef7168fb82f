import { expect, test } from 'vitest';
import { parseDay } from '../diaries/diary.js';
import type { DiaryPerson } from '../diaries/diary-people.js';
import { surveyFigures } from './survey-figures.js';

const person = (id: number, weight: number, status: string, sequence: string): DiaryPerson => ({
  ...{ id, household: '1', weight, tripFactor: 1, attributes: { status }, day: parseDay(sequence, 'a day') },
});
const atWork = 'home 0-450;>bus 450-480 5000;work 480-960;>bus 960-990 5000;home 990-1440';
const shops = 'home 0-600;>walk 600-610 500;shop 610-640;>walk 640-650 500;home 650-1440';
const idle = 'home 0-1440';
const weekdays = [person(1, 3, 'work_full', atWork), person(2, 1, 'retired', idle)];
const weekends = [person(1, 2, 'work_full', idle), person(2, 2, 'retired', shops)];
const figuresOf = (days: Parameters<typeof surveyFigures>[0], hasTimetable = true) => {
  const { source, measures } = surveyFigures(days, 'our survey', { hasTimetable });
  const find = (start: string) => measures.find(({ measure }) => measure.startsWith(start));
  return { source, find, middle: (start: string) => (find(start)!.low + find(start)!.high) / 2 };
};

test('the figures of a survey are weighted by person, and by the days of a week', () => {
  const { source, find, middle } = figuresOf({ weekdays, weekends });
  expect(source).toBe('our survey');
  // 1.5 trips on a weekday, 1 on a day of the weekend.
  expect(middle('trips per person')).toBeCloseTo((5 * 1.5 + 2) / 7);
  expect(middle('days without a trip')).toBeCloseTo((5 * 0.25 + 2 * 0.5) / 7);
  expect(middle('by public transport, share')).toBeCloseTo(7.5 / 9.5);
  expect(middle('on weekdays from 7:00')).toBeCloseTo(0.5);
  expect(find('people with a workplace')).toMatchObject({ low: expect.closeTo(0.9), high: 1 });
  expect(middle('to work')).toBeCloseTo(3.75 / 9.5);
  expect(middle('at work, hours')).toBeCloseTo(8);
  expect(middle('on foot, minutes')).toBeCloseTo(10);
});

test('a figure is met within a tenth; what diaries do not tell has none; one kind of day is enough', () => {
  const { find } = figuresOf({ weekdays, weekends: [] });
  expect(find('trips per person')).toMatchObject({ low: expect.closeTo(1.35), high: expect.closeTo(1.65) });
  for (const unknown of [
    'of up to a mile',
    'with a household member',
    'hours in which',
    'driven by',
    'on foot, minutes',
  ])
    expect(find(unknown), unknown).toBeUndefined();
});

test('without a timetable public transport has no figure, and the other modes are shares without it', () => {
  const { find, middle } = figuresOf({ weekdays, weekends }, false);
  expect(find('by public transport (no timetable)')).toBeUndefined();
  expect(find('on foot, share')).toMatchObject({ low: expect.closeTo(0.9), high: 1 });
  expect(middle('trips per person')).toBeCloseTo((5 * 1.5 + 2) / 7);
});

test('modes that the card does not know are left out of the shares', () => {
  const flies = atWork.replaceAll('bus', 'other');
  const { find } = figuresOf({
    weekdays: [person(1, 1, 'work_full', flies), person(2, 1, 'retired', shops)],
    weekends: [],
  });
  expect(find('on foot, share')).toMatchObject({ low: expect.closeTo(0.9), high: 1 });
});

test('the intervals of many people are those of chance if these are wider than a tenth', () => {
  const many = Array.from({ length: 40 }, (_, i) => person(i, 1, 'retired', i < 4 ? shops : idle));
  const { find } = figuresOf({ weekdays: many, weekends: [] });
  expect(find('trips per person')!.low).toBeLessThan(0.15);
  expect(find('trips per person')!.high).toBeGreaterThan(0.25);
});

test('with whom older people live is known of a survey of whole households only', () => {
  const living = (id: number, household: string, age: string, hh_size: string): DiaryPerson => ({
    ...person(id, 1, 'retired', shops),
    ...{ household, attributes: { age, hh_size } },
  });
  const whole = [living(1, 'a', '65-74', '1'), living(2, 'b', '75+', '2'), living(3, 'b', '6-11', '2')];
  const { middle, find } = figuresOf({ weekdays: whole, weekends: [] });
  expect(middle('people of 65 and older who live alone')).toBeCloseTo(0.5);
  expect(middle('people of 65 and older who live with a child')).toBeCloseTo(0.5);
  expect(find('people of 65 and older')!.measure).toContain('share');
  const partly = figuresOf({ weekdays: whole.slice(0, 2), weekends: [] });
  expect(partly.find('people of 65 and older')).toBeUndefined();
});
