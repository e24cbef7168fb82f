import { expect, test } from 'vitest';
import { RandomStream } from '../random-stream.js';
import type { DayPlanner, PlacedPart } from './day-planner.js';
import { joinOutings } from './household-outings.js';

const [HOME, SHOP] = [500_000_004, 500_000_002];
const stays = (...outing: PlacedPart[]): PlacedPart[] => [
  { begins: 0, activity: 'home activity', at: 'home', place: HOME },
  ...outing,
];
const outing: PlacedPart[] = [
  { begins: 10, activity: 'shopping', at: 'shopping', place: SHOP },
  { begins: 12, activity: 'home activity', at: 'home', place: HOME },
];

test('a child below ten stays at home with an adult only, and mostly does if one is left', () => {
  const planners = [38, 36, 6].map(
    (age, id): Partial<DayPlanner> => ({ id, age, ownsCar: age === 38, mayDrive: age > 17 }),
  );
  const outings = Array.from({ length: 500 }, (_, seed) => {
    const drafts = [stays(...outing), stays(), stays()];
    joinOutings(planners as DayPlanner[], drafts, new RandomStream(seed, 1));
    const [, adult, child] = drafts.map((parts) => parts.some(({ place }) => place === SHOP));
    return { adult, child };
  });
  const both = outings.filter(({ adult }) => adult);
  expect(both.length / outings.length).toBeGreaterThan(0.1);
  expect(both.every(({ child }) => child)).toBe(true);
  const one = outings.filter(({ adult }) => !adult);
  expect(Math.abs(one.filter(({ child }) => child).length / one.length - 0.14)).toBeLessThan(0.05);
});
