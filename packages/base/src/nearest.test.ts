import { expect, test } from 'vitest';
import { didYouMean, nearest } from './nearest.js';

test('a word stands for the name that is two edits away, or one for each three letters; exchanged letters are one edit', () => {
  expect(nearest('rnu', ['run', 'map'])).toBe('run');
  expect(nearest('ocmmutre', ['commuter'])).toBe('commuter');
  expect(nearest('ledaerbaorrd', ['leaderboard'])).toBe('leaderboard');
  expect(nearest('profile', ['people'])).toBeNull();
  expect(nearest('leadboa', ['leaderboard'])).toBeNull();
  expect(nearest('xyz', ['run'])).toBeNull();
});

test('a beginning or a part of one name only is understood, too, whatever its signs', () => {
  expect(didYouMean('daily', ['DailyMobility', 'DiaryDay'])).toBe(' Did you mean "DailyMobility"?');
  expect(didYouMean('mobility', ['DailyMobility', 'DiaryDay'])).toBe(' Did you mean "DailyMobility"?');
  expect(didYouMean('day_pattern', ['day-pattern'])).toBe(' Did you mean "day-pattern"?');
  expect(didYouMean('Mobility', ['DailyMobility', 'HurricaneMobility'])).toBe('');
});
