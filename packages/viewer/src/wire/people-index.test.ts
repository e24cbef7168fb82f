import { expect, test } from 'vitest';
import { offsetIn, startOf } from './paging.js';
import { type PeopleColumns, packPeople, peoplePage, readPeopleIndex } from './people-index.js';

const people: PeopleColumns = {
  id: Float64Array.of(3, 1, 2),
  trips: Uint32Array.of(1, 3, 2),
  seconds: new Float64Array(3),
  metres: new Float64Array(3),
  places: new Uint16Array(3),
  problems: new Uint32Array(3),
  radius: new Float64Array(3).fill(Number.NaN),
  cost: new Float64Array(3).fill(Number.NaN),
  intentions: ['sleep', 'eating out'],
  intended: Uint32Array.of(1, 3, 1),
  visits: Uint32Array.of(500, 600, 500, 700),
  visitStart: Uint32Array.of(0, 1, 3, 4),
};
const idsFor = (query: string) => peoplePage(people, new URLSearchParams(query)).rows.map(({ id }) => id);

test('people are sorted by the known orders, and by number for any other name', () => {
  expect(idsFor('sort=trips&order=down')).toEqual([1, 2, 3]);
  for (const name of ['__proto__', 'constructor', 'toString', 'valueOf', 'sort[]', '', '1e999'])
    expect(idsFor(`sort=${name}`)).toEqual([1, 2, 3]);
  expect(idsFor('sort=trips&sort=__proto__&order[]=down&order=__proto__')).toEqual([3, 2, 1]);
});

test('a page begins at a whole number, whatever an address says', () => {
  const offsets = ['-1', '1.9', '1e308', 'Infinity', 'NaN', '__proto__', '9'.repeat(400), ''];
  const found = offsets.map((offset) => peoplePage(people, new URLSearchParams({ offset })).offset);
  expect(found).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
  expect(offsets.map((offset) => startOf(offsetIn(new URLSearchParams({ offset })), 250, 100))).toEqual([
    0, 1, 150, 150, 0, 0, 150, 0,
  ]);
});

const profiles: Readonly<Record<number, string>> = { 1: '33\nOnline Sales', 2: '3\nDriver' };
const places: Readonly<Record<number, string>> = { 500: 'Central Library\nlibrary', 600: 'homes, Ring Road' };
const facts = { profileText: (id: number) => profiles[id] ?? '', placeText: (aoi: number) => places[aoi] ?? '' };

test.each([
  ['a server', [people, facts] as const],
  ['a site without a server', readPeopleIndex(packPeople(people, facts).buffer)],
])('%s finds people by number, age, AOI, words of their profile, intention and places', (_, [columns, known]) => {
  const found = (q: string) => peoplePage(columns, new URLSearchParams({ q }), known).rows.map(({ id }) => id);
  expect(found('3')).toEqual([2, 3]);
  expect(found('33')).toEqual([1]);
  expect(found(' sales ONLINE ')).toEqual([1]);
  expect(found('sales eating')).toEqual([1]);
  expect([found('500'), found('700'), found('library')]).toEqual([[1, 3], [2], [1, 3]]);
  expect([found('ring eating sales'), found('homes central'), found('driver library')]).toEqual([[1], [1], []]);
  expect(found('sleep')).toEqual([1, 2, 3]);
  expect([found('driver eating'), found('(.*')]).toEqual([[], []]);
});
