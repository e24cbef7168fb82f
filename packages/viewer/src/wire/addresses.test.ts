import fc from 'fast-check';
import { expect, test } from 'vitest';
import { API, fill, match, PAGES } from './addresses.js';

const patterns = [...Object.values(API).map(({ pattern }) => pattern), ...Object.values(PAGES)];
const decoded = (path: string) => (path === '' ? [] : path.split('/').map(decodeURIComponent));

test.each(patterns)('any name survives an address: %s', (pattern) => {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const name = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(name, { minLength: names.length, maxLength: names.length }), (values) => {
      const params = Object.fromEntries(names.map((name, i) => [name, values[i]!]));
      expect(match(pattern, decoded(fill(pattern as string, params)))).toEqual(params);
    }),
  );
});

test('a path with more, fewer or other parts does not match', () => {
  expect(match(API.person.pattern, ['runs', 'a', 'people', '3'])).toEqual({ run: 'a', person: '3' });
  for (const path of ['runs', 'runs/a/people', 'runs/a/people/3/more', 'runs/a/calls/3'])
    expect(match(API.person.pattern, path.split('/'))).toBeNull();
});

test('a query is appended unless it is empty', () => {
  expect(API.people.at({ run: 'a b' })).toBe('runs/a%20b/people');
  expect(API.people.at({ run: 'a b' }, new URLSearchParams())).toBe('runs/a%20b/people');
  expect(API.people.at({ run: 'a' }, new URLSearchParams({ sort: 'id' }))).toBe('runs/a/people?sort=id');
});
