import { expect, test } from 'vitest';
import { slowTest } from '../../../../base/src/slow.fixture.js';
import { RandomStream } from '../random-stream.js';
import { figuresOf, kept } from './day-pattern-figures.js';
import { columnsOf, OutingPlaces } from './outing-places.js';
import { drawPerson, type SurveyDay, surveyDay } from './survey-day.js';

const ahead = { isWeekend: false, kept: kept.none, stillAtWork: 0, wayHours: 0.4 };
const days = (country: 'CN' | 'US', isWeekend = false): SurveyDay[] =>
  Array.from({ length: 2000 }, (_, id) => {
    const random = new RandomStream(1, id);
    const person = drawPerson(random, figuresOf[country], 'work');
    return surveyDay(random, person, { ...ahead, isWeekend, reluctance: person.habits });
  });

/** Mean hours per day of an activity. */
function hoursOf(of: readonly SurveyDay[], activity: string): number {
  const hours = of.map(({ parts }) =>
    parts.reduce((sum, part, i) => {
      const ends = parts[i + 1]?.begins ?? 24;
      return part.activity === activity ? sum + ends - part.begins : sum;
    }, 0),
  );
  return hours.reduce((sum, value) => sum + value, 0) / of.length;
}

slowTest('the employed sleep and work as long as in the surveys of their country', () => {
  expect(Math.abs(hoursOf(days('US'), 'sleep') - 8.07)).toBeLessThan(0.2);
  // 83 % work 8.0 hours, 13 % of them without the trip of 0.4 hours.
  expect(Math.abs(hoursOf(days('US'), 'work') - 0.83 * 8.35)).toBeLessThan(0.3);
  expect(Math.abs(hoursOf(days('CN'), 'work') - 0.95 * 9.3)).toBeLessThan(0.3);
  expect(hoursOf(days('US', true), 'sleep')).toBeGreaterThan(hoursOf(days('US'), 'sleep') + 0.5);
});

test('a day starts at midnight, is in order of time, and an unfinished shift continues the next morning', () => {
  const all = days('US');
  for (const { parts } of all) {
    expect(parts[0]!.begins).toBe(0);
    for (const [i, part] of parts.entries()) expect(part.begins).toBeGreaterThanOrEqual(parts[i - 1]?.begins ?? 0);
  }
  const nightWork = all.findIndex(({ afterMidnight }) => afterMidnight > 2);
  const random = new RandomStream(1, nightWork);
  const person = drawPerson(random, figuresOf.US, 'work');
  const stillAtWork = all[nightWork]!.afterMidnight;
  const [first, second] = surveyDay(random, person, { ...ahead, stillAtWork, reluctance: person.habits }).parts;
  expect(first).toMatchObject({ begins: 0, activity: 'work', at: 'work' });
  expect(second).toMatchObject({ begins: stillAtWork, at: 'home' });
});

test('places are at the requested mean distance, and a city without places returns none', () => {
  const plain = Array.from({ length: 101 * 101 }, (_, i) => ({
    aoiId: i,
    position: { x: (i % 101) * 400, y: Math.floor(i / 101) * 400 },
  }));
  const [random, places] = [new RandomStream(1, 1), new OutingPlaces(columnsOf(plain), 2000)];
  const centre = { x: 20_000, y: 20_000 };
  let sum = 0;
  for (let draw = 0; draw < 2000; draw++) {
    const { x, y } = plain[places.draw(random, centre)!]!.position;
    sum += Math.hypot(x - centre.x, y - centre.y);
  }
  expect(Math.abs(sum / 2000 / 4000 - 1)).toBeLessThan(0.1);
  const near = new OutingPlaces(columnsOf(plain), 370, true);
  const walked = Array.from({ length: 500 }, () => {
    const { x, y } = plain[near.draw(random, centre)!]!.position;
    return Math.hypot(x - centre.x, y - centre.y);
  });
  expect(Math.max(...walked)).toBeLessThan(3700 + 370);
  expect(Math.abs(walked.reduce((total, metres) => total + metres, 0) / walked.length / 740 - 1)).toBeLessThan(0.1);
  // Where places are sparse, people go farther.
  const far = [{ aoiId: 7, position: { x: 40_000, y: 20_000 } }];
  expect(new OutingPlaces(columnsOf(far), 370, true).draw(random, centre)).toBe(7);
  expect(new OutingPlaces(columnsOf([]), 2000).draw(random, centre)).toBeUndefined();
});
