import { expect, test } from 'vitest';
import { Recent } from './recent.js';

test('recent values are not computed again, including null', () => {
  const made: string[] = [];
  const recent = new Recent<string, string | null>(6);
  const ask = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return key === 'n' ? null : key;
    });
  for (const key of ['a', 'n', 'a', 'n']) expect(ask(key)).toBe(key === 'n' ? null : key);
  expect(made).toEqual(['a', 'n']);
});

test('the least recently used values are dropped when the cache is full', () => {
  let made = 0;
  const recent = new Recent<number, number>(10, (size) => size);
  const ask = (size: number) =>
    recent.get(size, () => {
      made++;
      return size;
    });
  // Six units fill the young generation; three more begin the next.
  for (const size of [4, 2, 3]) ask(size);
  expect(made).toBe(3);
  ask(4);
  expect(made).toBe(3);
  // The generation of 4 and 2 went when that of 3 and 4 was full; 4 was asked for again and stays.
  ask(4);
  ask(2);
  expect(made).toBe(4);
});
