import { TripMode } from '@itinera/city';
import { expect, test } from 'vitest';
import { RandomStream } from '../random-stream.js';
import { chooseDatedMode } from './choose-mode.js';
import { atShare, type DayGroup, groupOf } from './dated-days.js';
import { figuresOf, kept } from './day-pattern-figures.js';
import { drawPerson, reluctanceOfDay, type SurveyPart, surveyDay } from './survey-day.js';

const PEOPLE = 1500;

/** A weekday (or weekend day) of many people of a group. */
function daysOf(
  group: DayGroup,
  duty: 'work' | 'school' | null,
  more: { householdSize?: number; isWeekend?: boolean; age?: number } = {},
) {
  const { householdSize = 1, isWeekend = false, age = 35 } = more;
  return Array.from({ length: PEOPLE }, (_, id): SurveyPart[] => {
    const random = new RandomStream(1, id);
    const dated = { group, age, householdSize, hasPartTime: true };
    const person = { ...drawPerson(random, figuresOf.US, duty), dated };
    const reluctance = reluctanceOfDay(random, person.habits, isWeekend);
    return surveyDay(random, person, { isWeekend, reluctance, kept: kept.none, stillAtWork: 0, wayHours: 0.4 }).parts;
  });
}

/** Share of first departures within hours. */
function firstBetween(days: readonly SurveyPart[][], from: number, to: number): number {
  const firsts = days.flatMap((parts) => parts.find(({ at }) => at !== 'home')?.begins ?? []);
  return firsts.filter((hour) => hour >= from && hour < to).length / firsts.length;
}

test('each group sets out when it does in the survey, and nobody waits until noon', () => {
  expect(firstBetween(daysOf('student', 'school'), 6.5, 9)).toBeCloseTo(0.81, 1);
  expect(firstBetween(daysOf('retired', null), 9, 12)).toBeCloseTo(0.55, 1);
  expect(firstBetween(daysOf('at home', null), 6, 9)).toBeCloseTo(0.2, 1);
  expect(firstBetween(daysOf('child', null), 6, 9)).toBeCloseTo(0.11, 1);
  expect(firstBetween(daysOf('full', 'work', { isWeekend: true }), 5, 9)).toBeLessThan(0.4);
});

test('part-time workers work less often, later and shorter than others', () => {
  const shareAtWork = (days: readonly SurveyPart[][]) =>
    days.filter((parts) => parts.some(({ activity }) => activity === 'work')).length / PEOPLE;
  expect(shareAtWork(daysOf('full', 'work'))).toBeCloseTo(0.884, 1);
  expect(shareAtWork(daysOf('part', 'work'))).toBeCloseTo(0.627, 1);
  const early = (group: DayGroup) => firstBetween(daysOf(group, 'work'), 3, 8);
  expect(early('part')).toBeLessThan(early('full'));
});

test('parents in households of three and more take children to school in the morning, some on the way to work', () => {
  const escorting = (days: readonly SurveyPart[][]) =>
    days.filter((parts) => parts.some(({ at }) => at === 'escort')).length / PEOPLE;
  expect(escorting(daysOf('at home', null, { householdSize: 4 }))).toBeCloseTo(0.381, 1);
  expect(escorting(daysOf('at home', null))).toBe(0);
  const workers = daysOf('full', 'work', { householdSize: 4 }).filter((parts) =>
    parts.some(({ at }) => at === 'escort'),
  );
  const after = workers.map((parts) => parts[parts.findIndex(({ at }) => at === 'escort') + 1]!.at);
  expect(after.filter((at) => at === 'work').length).toBeGreaterThan(after.length / 2);
});

test('people of 15 and older take a walk from home and back, by day and not before they set out', () => {
  const walkers = daysOf('retired', null).filter((parts) => parts.some(({ at }) => at === 'walk'));
  expect(walkers.length / PEOPLE).toBeCloseTo(0.073, 1);
  expect(walkers.length).toBeGreaterThan(0.04 * PEOPLE);
  for (const parts of walkers) {
    const i = parts.findIndex(({ at }) => at === 'walk');
    expect([parts[i - 1]!.at, parts[i + 1]!.at]).toEqual(['home', 'home']);
    expect(parts[i]!.begins).toBeGreaterThanOrEqual(6);
    expect(parts[i]!.begins).toBeLessThan(21);
    expect(parts.map(({ begins }) => begins)).toEqual(parts.map(({ begins }) => begins).sort((a, b) => a - b));
  }
  expect(
    daysOf('child', null, { age: 9 })
      .flat()
      .some(({ at }) => at === 'walk'),
  ).toBe(false);
});

test('short trips are walked as often as in the survey, unless they lead to work; without a car more', () => {
  const walked = (metres: number, vehicles: number, isToWork = false) =>
    Array.from({ length: 2000 }, (_, id) =>
      chooseDatedMode(new RandomStream(2, id), metres, vehicles, null, isToWork),
    ).filter((mode) => mode === TripMode.WALK_ONLY).length / 2000;
  expect(walked(400, 1)).toBeCloseTo(0.65, 1);
  expect(walked(1200, 1)).toBeCloseTo(0.19, 1);
  expect(walked(400, 1, true)).toBeLessThan(0.35);
  expect(walked(1200, 0)).toBeCloseTo(0.37, 1);
});

test('groups and curves', () => {
  expect(groupOf('Worker', 40, true, true)).toBe('part');
  expect(['Student', 'Retired', 'Child', 'Unemployed'].map((name) => groupOf(name, 40, false, false))).toEqual([
    'student',
    'retired',
    'child',
    'at home',
  ]);
  expect(groupOf('unknown', 70, false, false)).toBe('retired');
  expect(
    atShare(
      [
        [6, 0],
        [8, 0.5],
        [10, 1],
      ],
      0.25,
    ),
  ).toBe(7);
});
