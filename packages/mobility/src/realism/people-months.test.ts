import { expect, test } from 'vitest';
import { DAY, HOUR } from '../clock.js';
import { fromRows } from '../trajectories.js';
import { peopleMonths } from './people-months.js';
import { lawsOverWeeks } from './realism-card.js';

// 2024-03-05 was a Tuesday.
const TUESDAY = Date.UTC(2024, 2, 5) / 1000;
const [HOME, WORK, SHOP] = [7, 8, 9];

/** Home, work from 9 to 17, and a shop on the first day; the next day home. */
const stays = [
  [HOME, 0, 8],
  [WORK, 9, 17],
  [SHOP, 18, 19],
  [HOME, 20, 48],
] as const;

test('stays count from the midnight before the first row, and home and workplace follow from their hours', () => {
  const rows = stays.map(([place, from, to]) => ({
    ...{ uid: 'ann', place, lon: place / 100, lat: 0 },
    ...{ time: TUESDAY + from * HOUR, end: TUESDAY + to * HOUR },
  }));
  const { people, days, firstWeekday } = peopleMonths(fromRows(rows));
  expect([days, firstWeekday]).toEqual([2, 1]);
  const [ann] = people;
  expect(ann!.stays.map(({ arrival, departure }) => [arrival, departure])).toEqual(
    stays.map(([, from, to]) => [from * HOUR, to * HOUR]),
  );
  const [home, work, shop] = ann!.stays.map(({ place }) => place);
  expect([ann!.usual.has(home!), ann!.usual.has(work!), ann!.usual.has(shop!), ann!.duty]).toEqual([
    true,
    true,
    false,
    null,
  ]);
});

test('rows without ends last until the next one; without two weeks there are no laws', () => {
  const rows = stays.map(([place, from]) => ({ uid: 1, place, lon: 0, lat: 0, time: TUESDAY + from * HOUR }));
  const months = peopleMonths(fromRows(rows));
  expect(months.people[0]!.stays.map(({ departure }) => departure)).toEqual([9 * HOUR, 18 * HOUR, 20 * HOUR, null]);
  expect(lawsOverWeeks(months)).toEqual([]);
});

test('whoever is at the same places every day finds no new ones', () => {
  const alike = (people: number) =>
    Array.from({ length: people }, (_, uid) =>
      Array.from({ length: 14 }, (_, day) =>
        [HOME, WORK, HOME].map((place, i) => ({
          ...{ uid, place, lon: 0, lat: 0 },
          time: TUESDAY + day * DAY + 8 * i * HOUR,
        })),
      ),
    ).flat(2);
  const fresh = (people: number) => lawsOverWeeks(peopleMonths(fromRows(alike(people))))[0];
  expect(fresh(30)).toMatchObject({ value: 0, low: 0, high: 0, verdict: 'wrong in kind' });
  // That ten people are all alike says little about others.
  expect(lawsOverWeeks(peopleMonths(fromRows(alike(10)))).find(({ value }) => value === 0)).toMatchObject({
    ...{ low: null, high: null, verdict: 'too few people' },
  });
});

test('neither a row after the last midnight nor one person who is recorded for longer makes weeks', () => {
  const row = (uid: number, day: number, hour: number) => ({
    ...{ uid, place: HOME, lon: 0, lat: 0 },
    time: TUESDAY + day * DAY + hour * HOUR,
  });
  const rows = [0, 1, 2].flatMap((uid) => Array.from({ length: 13 }, (_, day) => row(uid, day, 20)));
  expect(peopleMonths(fromRows(rows)).days).toBe(13);
  expect(peopleMonths(fromRows([...rows, row(1, 13, 0.5), row(2, 13, 0.5)])).days).toBe(13);
  expect(peopleMonths(fromRows([...rows, row(2, 69, 12)])).days).toBe(13);
});

test('only people who are recorded in every week count, and days without dates have no weekdays', () => {
  const row = (uid: number, day: number, from = TUESDAY) => ({
    ...{ uid, place: day % 3, lon: 0, lat: 0 },
    time: from + day * DAY + 12 * HOUR,
  });
  const of = (uid: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, day) => row(uid, from + day));
  const rows = [...of(1, 0, 21), ...of(2, 0, 21), ...of(3, 0, 20), ...of(4, 0, 13), ...of(5, 15, 21)];
  const months = peopleMonths(fromRows(rows));
  expect([months.people.length, months.days]).toEqual([3, 21]);
  expect(months.notes).toEqual([
    'laws over weeks: only the 3 of 5 people who are recorded in each of the 3 weeks count',
  ]);
  expect(lawsOverWeeks(months)).toHaveLength(8);
  const undated = peopleMonths(fromRows(Array.from({ length: 21 }, (_, day) => row(1, day, 0))));
  expect([undated.firstWeekday, undated.notes]).toEqual([
    null,
    ['laws over weeks: the days have no dates, so nothing about weekdays is computed'],
  ]);
  expect(lawsOverWeeks(undated).filter(({ measure }) => /weekday/.test(measure))).toEqual([]);
});
