import { expect, test } from 'vitest';
import { squares, WHOLE_DAY } from '../../wire/cells.js';
import { NO_HOUR, type Presence } from '../../wire/presence.js';
import { countArea, countPresence, haveSameMap } from './presence-counts.js';

const plane = { unit: 1, west: 0, south: 0, width: 1000, height: 1000 };

/** Two people: 1 is at (0, 0) until 8, at (100, 0) until 18 and at home again; 2 never leaves (100, 0). */
const run: Presence = {
  plane,
  projection: 'p',
  id: Float64Array.of(1, 2),
  cost: Float64Array.of(3, Number.NaN),
  start: Uint32Array.of(0, 3, 4),
  from: Uint16Array.of(0, 8, 18, 0),
  to: Uint16Array.of(8, 18, 24, 24),
  x: Uint16Array.of(0, 100, 0, 100),
  y: Uint16Array.of(0, 0, 0, 0),
  tripPerson: Uint32Array.of(0, 0, 0),
  departure: Uint16Array.of(7, 17, 20),
  arrival: Uint16Array.of(8, 18, NO_HOUR),
  fromX: Uint16Array.of(0, 100, 0),
  fromY: Uint16Array.of(0, 0, 0),
  toX: Uint16Array.of(100, 0, 500),
  toY: Uint16Array.of(0, 0, 0),
};
/** The same on a plane whose units are 2 m and whose corner is 100 m further west: person 1 stays at home. */
const other: Presence = {
  ...run,
  plane: { ...plane, unit: 2, west: -100 },
  start: Uint32Array.of(0, 1, 2),
  from: Uint16Array.of(0, 0),
  to: Uint16Array.of(24, 24),
  x: Uint16Array.of(50, 100),
  y: Uint16Array.of(0, 0),
};

test('people are counted by cell in an hour of any day, or on the whole day', () => {
  const cells = squares(100);
  const at = (part: number) =>
    Object.fromEntries(countPresence([run], part, cells, false).cells.map(({ cell, first }) => [cell.join(), first]));
  expect([at(3), at(9), at(WHOLE_DAY)]).toEqual([{ '0,0': 1, '1,0': 1 }, { '1,0': 2 }, { '0,0': 1, '1,0': 2 }]);
  // The second day of a run, in hours 24 to 47.
  const later = { ...run, from: run.from.map((hour) => hour + 24), to: run.to.map((hour) => hour + 24) };
  expect(countPresence([later], 9, cells, false)).toEqual(countPresence([run], 9, cells, false));
});

test('two runs are counted on the plane of the first, with the people who are there in only one of them', () => {
  const { people, cells } = countPresence([run, other], 9, squares(100), true);
  expect(people).toEqual([2, 2]);
  expect(cells).toEqual([
    { cell: [1, 0], first: 2, second: 1, only: [1, 0] },
    { cell: [0, 0], first: 0, second: 1, only: [0, 1] },
  ]);
  expect([haveSameMap([run, other]), haveSameMap([run, { ...other, projection: 'q' }])]).toEqual([true, false]);
});

test('an area has the people, trips and lost points of the hour', () => {
  const counts = (part: number, area: Parameters<typeof countArea>[3], side = run) => {
    const { people, ...trips } = countArea(side, plane, part, area);
    return { people: [...people], ...trips };
  };
  const work = [90, -10, 110, -10, 110, 10, 90, 10];
  expect(counts(8, work)).toEqual({ people: [1, 2], departures: 0, arrivals: 1, points: 1.5 });
  expect(counts(17, work)).toEqual({ people: [1, 2], departures: 1, arrivals: 0, points: 0 });
  // All that person 1 loses, in two arrivals; the trip that did not arrive has no share.
  expect(counts(WHOLE_DAY, null)).toEqual({ people: [1, 2], departures: 3, arrivals: 2, points: 3 });
  expect(counts(WHOLE_DAY, work, other).people).toEqual([2]);
  expect(counts(8, null, { ...run, cost: new Float64Array(2).fill(Number.NaN) }).points).toBeNull();
});
