import { expect, test } from 'vitest';
import { dailyLocations } from './daily-locations.js';
import { distinctLocations } from './distinct-locations.js';

test('distinctLocations counts each place once', () => {
  expect(distinctLocations(['home', 'work', 'home'])).toBe(2);
  expect(distinctLocations([])).toBe(0);
});

test('dailyLocations is the mean over the days with records, in any order', () => {
  expect(dailyLocations([1, 2, 1, 1, 3, 4], [0, 0, 0, 5, 5, 5])).toBe(2.5);
  expect(dailyLocations([4, 3, 1, 1, 2, 1], [5, 5, 5, 0, 0, 0])).toBe(2.5);
  expect(dailyLocations([], [])).toBeNaN();
  expect(() => dailyLocations([1], [])).toThrow('1 locations for 0 days');
});
