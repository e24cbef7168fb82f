import { TripMode } from '@itinera/city';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../../../base/src/slow.fixture.js';
import { RandomStream } from '../random-stream.js';
import { chooseDatedMode } from './choose-mode.js';
import { datedDay } from './dated-day.js';
import { type DayGroup, groupOf, weekdayWork, withoutEscorts } from './dated-days.js';
import { figuresOf, kept } from './day-pattern-figures.js';
import { drawPerson, hourAtShare, reluctanceOfDay, type SurveyPart } from './survey-day.js';

const PEOPLE = 800;

/** A weekday (or weekend day) of many people of a group. */
function daysOf(
  group: DayGroup,
  duty: 'work' | 'school' | null,
  more: { householdSize?: number; isWeekend?: boolean; age?: number } = {},
) {
  const { householdSize = 1, isWeekend = false, age = 35 } = more;
  return Array.from({ length: PEOPLE }, (_, id): SurveyPart[] => {
    const random = new RandomStream(1, id);
    const dated = { group, age, householdSize, hasWorkFigures: true };
    const person = { ...drawPerson(random, withoutEscorts(figuresOf.US), duty), ...dated };
    const reluctance = reluctanceOfDay(random, person.habits, isWeekend, { person: random, day: 0 });
    return datedDay(random, person, { isWeekend, reluctance, kept: kept.none, stillAtWork: 0, wayHours: 0.4 }).parts;
  });
}

/** Share of first departures within hours. */
function firstBetween(days: readonly SurveyPart[][], from: number, to: number): number {
  const firsts = days.flatMap((parts) => parts.find(({ at }) => at !== 'home')?.begins ?? []);
  return firsts.filter((hour) => hour >= from && hour < to).length / firsts.length;
}

/** Share of days with a place. */
function shareWith(days: readonly SurveyPart[][], place: SurveyPart['at']): number {
  return days.filter((parts) => parts.some(({ at }) => at === place)).length / days.length;
}

slowTest('each group sets out when it does in the survey, and nobody waits until noon', () => {
  expect(firstBetween(daysOf('student', 'school', { age: 15 }), 6.5, 9)).toBeCloseTo(0.76, 1);
  expect(firstBetween(daysOf('retired', null, { age: 70 }), 9, 12)).toBeCloseTo(0.53, 1);
  expect(firstBetween(daysOf('at home', null), 6, 9)).toBeCloseTo(0.15, 1);
  expect(firstBetween(daysOf('child', null, { age: 4 }), 6, 9)).toBeCloseTo(0.11, 1);
  expect(firstBetween(daysOf('full', 'work', { isWeekend: true }), 5, 9)).toBeLessThan(0.4);
});

test('a third of people without a job stay at home unless others take them along, more on weekends, and few of the employed', () => {
  const shareAtHome = (...days: Parameters<typeof daysOf>) =>
    daysOf(...days).filter((parts) => parts.every(({ at }) => at === 'home')).length / PEOPLE;
  expect(shareAtHome('at home', null)).toBeCloseTo(0.32, 1);
  expect(shareAtHome('at home', null, { isWeekend: true })).toBeCloseTo(0.34, 1);
  expect(shareAtHome('full', 'work')).toBeLessThan(0.08);
});

test('part-time workers work less often, later and shorter than others', () => {
  const shareAtWork = (days: readonly SurveyPart[][]) =>
    days.filter((parts) => parts.some(({ activity }) => activity === 'work')).length / PEOPLE;
  expect(shareAtWork(daysOf('full', 'work'))).toBeCloseTo(0.884, 1);
  expect(shareAtWork(daysOf('part', 'work'))).toBeCloseTo(0.627, 1);
  const early = (group: DayGroup) => firstBetween(daysOf(group, 'work'), 3, 8);
  expect(early('part')).toBeLessThan(early('full'));
});

test('parents in households of three and more take children somewhere and fetch them, some on the way to work or home', () => {
  const parents = daysOf('at home', null, { householdSize: 4 });
  // 0.47 for their family, 0.103 for others.
  expect(shareWith(parents, 'escort')).toBeCloseTo(0.52, 1);
  expect(shareWith(daysOf('at home', null), 'escort')).toBeCloseTo(0.1, 1);
  expect(shareWith(daysOf('child', null, { age: 9 }), 'escort')).toBe(0);
  const workers = daysOf('full', 'work', { householdSize: 4 });
  const escorts = workers.flatMap((parts) => parts.flatMap(({ at }, i) => (at === 'escort' ? [i] : [])));
  // Few of the 1.21 × 0.66 do not fit into a day of work.
  expect(escorts.length / PEOPLE).toBeGreaterThan(0.6);
  expect(escorts.length / PEOPLE).toBeLessThan(1.21 * 0.66);
  const next = workers.flatMap((parts) => parts.flatMap(({ at }, i) => (at === 'escort' ? [parts[i + 1]!.at] : [])));
  expect(new Set(next)).toEqual(new Set(['work', 'home']));
  for (const parts of [...parents, ...workers]) {
    const hours = parts.map(({ begins }) => begins);
    expect(hours).toEqual([...hours].sort((a, b) => a - b));
  }
});

test('some workers meet elsewhere by day and return to work or go home', () => {
  const days = daysOf('full', 'work');
  expect(shareWith(days, 'meeting') / shareWith(days, 'work')).toBeCloseTo(0.12, 1);
  const next = days.flatMap((parts) => parts.flatMap(({ at }, i) => (at === 'meeting' ? [parts[i + 1]?.at] : [])));
  expect(next.filter((at) => at === 'work').length).toBeGreaterThan(next.length / 2);
});

test('workers make nearly all planned outings: before work if there is no time after it', () => {
  const shopping = (days: readonly SurveyPart[][]) => days.flat().filter(({ at }) => at === 'shopping').length / PEOPLE;
  expect(shopping(daysOf('full', 'work'))).toBeGreaterThan(0.9 * 0.36 * 1.16);
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

test('short tours are on foot as often as in the survey, unless they lead to work; without a car more often', () => {
  const walked = (metres: number, vehicles: number, isToWork = false) =>
    Array.from({ length: 2000 }, (_, id) =>
      chooseDatedMode(new RandomStream(2, id), metres, vehicles, null, isToWork, true),
    ).filter((mode) => mode === TripMode.WALK_ONLY).length / 2000;
  expect(walked(400, 1)).toBeCloseTo(0.79, 1);
  expect(walked(1200, 1)).toBeCloseTo(0.21, 1);
  expect(walked(400, 1, true)).toBeLessThan(0.35);
  expect(walked(1200, 0)).toBeCloseTo(0.39, 1);
});

test('a fifth of the ways home from work have a short stop near home', () => {
  const home = daysOf('full', 'work').flatMap((parts) => {
    const left = parts.findLastIndex(({ at }) => at === 'work');
    const next = parts[left + 1];
    return left < 0 || next === undefined || (next.at !== 'home' && !next.isNearHome) ? [] : [next.isNearHome === true];
  });
  expect(home.filter(Boolean).length / home.length).toBeCloseTo(0.2, 1);
});

test('only people with a bike cycle', () => {
  const cycled = (hasBike: boolean) =>
    Array.from({ length: 500 }, (_, id) =>
      chooseDatedMode(new RandomStream(2, id), 1500, 1, null, true, hasBike),
    ).filter((mode) => mode === TripMode.BIKE_WALK).length;
  expect(cycled(true)).toBeGreaterThan(5);
  expect(cycled(false)).toBe(0);
});

test('a new line changes only those who take it, with and without a car or a bike', () => {
  const ride = { seconds: 1500, outsideSeconds: 600 };
  for (const [metres, vehicles] of [
    [3000, 1],
    [6000, 0],
    [2500, 0],
  ] as const) {
    const modes = (offered: typeof ride | null) =>
      Array.from({ length: 2000 }, (_, id) =>
        chooseDatedMode(new RandomStream(2, id), metres, vehicles, offered, true, id % 2 === 0),
      );
    const [without, withLine] = [modes(null), modes(ride)];
    const changed = withLine.filter((mode, id) => mode !== without[id]);
    expect(changed.length).toBeGreaterThan(20);
    expect(new Set(changed)).toEqual(new Set([TripMode.BUS_SUBWAY_WALK]));
  }
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
    hourAtShare(
      [
        [6, 0],
        [8, 0.5],
        [10, 1],
      ],
      0.25,
    ),
  ).toBe(7);
});

describe('over four weeks', () => {
  const weekdays = Array.from({ length: 28 }, (_, day) => day).filter((day) => day > 0 && day % 7 < 5);
  const { weekday } = figuresOf.US.work;
  /** Days at work by person: three in four work full-time. */
  const lived = Array.from({ length: PEOPLE }, (_, id) => {
    const person = new RandomStream(1, id);
    const { habits } = drawPerson(person, figuresOf.US, 'work');
    const { share } = weekdayWork[id % 4 === 0 ? 'part' : 'full'];
    return weekdays.map((day) => {
      const reluctance = reluctanceOfDay(person.fork(1000 * day), habits, false, { person, day });
      const works = reluctance.duty < share;
      return { day, works, isAway: works && reluctance['leave for work']! < 1 - weekday.atHome };
    });
  });
  const meanOf = (values: readonly boolean[]) => values.filter(Boolean).length / values.length;

  test('as many work each day, at home or away, as in the survey', () => {
    expect(meanOf(lived.flat().map(({ works }) => works))).toBeCloseTo(0.75 * 0.884 + 0.25 * 0.627, 1);
    expect(meanOf(lived.flat().map(({ isAway }) => isAway))).toBeCloseTo(0.87 * (0.75 * 0.884 + 0.25 * 0.627), 1);
  });

  test('two weekdays in a row are as alike as in two-day diaries of the Puget Sound', () => {
    const pairs = lived.flatMap((days) =>
      days.slice(1).flatMap(({ day, isAway }, i) => (days[i]!.day === day - 1 ? [[days[i]!.isAway, isAway]] : [])),
    );
    const both = meanOf(pairs.map(([first, second]) => first! && second!));
    const [first, second] = [0, 1].map((which) => meanOf(pairs.map((pair) => pair[which]!))) as [number, number];
    const correlation = (both - first * second) / Math.sqrt(first * (1 - first) * second * (1 - second));
    expect(correlation).toBeGreaterThan(0.49);
    expect(correlation).toBeLessThan(0.6);
  });

  test('hardly anybody never goes, and a quarter goes on all days', () => {
    const counts = lived.map((days) => days.filter(({ isAway }) => isAway).length);
    expect(meanOf(counts.map((count) => count === 0))).toBeLessThan(0.1);
    const always = meanOf(counts.map((count) => count === weekdays.length));
    expect(always).toBeGreaterThan(0.2);
    expect(always).toBeLessThan(0.3);
    expect(meanOf(counts.map((count) => count >= 12))).toBeGreaterThan(0.6);
  });
});
