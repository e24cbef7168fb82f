import { expect, test } from 'vitest';
import { groupsOf } from './groups.js';

test('everybody is in one group, in order, whatever their number', () => {
  for (const people of [0, 1, 15, 16, 17, 100, 4096, 4097, 100_000]) {
    const groups = groupsOf(people);
    expect(groups.flatMap(({ from, to }) => [from, to])).toEqual(
      groups.flatMap((_, i) => [groups[i - 1]?.to ?? 0, groups[i + 1]?.from ?? people]),
    );
    expect(groups.length).toBeLessThanOrEqual(256);
  }
});

test('coupled people are one group', () => {
  expect(groupsOf(1000, true)).toEqual([{ from: 0, to: 1000 }]);
});
