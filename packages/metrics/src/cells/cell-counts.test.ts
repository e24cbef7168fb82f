import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beyondChance, CellTally, canDiffer, hexagons, keyOf, squares } from './cell-counts.js';

test.each([
  ['hexagon', hexagons],
  ['square', squares],
])('the %s of a point is the one with the nearest centre', (_, of) => {
  const { at, centre } = of(300);
  const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, (x, y) => {
      const [column, row] = at(x, y);
      const distance = (dx: number, dy: number) => {
        const [cx, cy] = centre([column + dx, row + dy]);
        return Math.hypot(cx - x, cy - y);
      };
      const others = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => distance(dx, dy)));
      expect(distance(0, 0)).toBeLessThanOrEqual(Math.min(...others) + 1e-6);
    }),
  );
});

test('neighbouring hexagons share a side, whose ends are corners of both', () => {
  const { centre, outline } = hexagons(2);
  const corners = (cell: [number, number]) => {
    const [x, y] = centre(cell);
    return outline.map(([dx, dy]) =>
      `${(x + dx).toFixed(6)} ${(y + dy).toFixed(6)}`.replaceAll('-0.000000', '0.000000'),
    );
  };
  const own = new Set(corners([0, 0]));
  for (const cell of [
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
    [1, -1],
  ] as [number, number][])
    expect(corners(cell).filter((corner) => own.has(corner))).toHaveLength(2);
});

test('the same people differ by those who are in a cell in only one of the sets', () => {
  const count = (one: number, other: number) => ({
    cell: [0, 0] as const,
    first: 50,
    second: 50,
    only: [one, other] as const,
  });
  // Exact binomial p: 6 of 6 is 0.031, 5 of 5 is 0.063.
  expect(beyondChance(count(0, 6), [99, 99])).toBeCloseTo(5 / Math.sqrt(6), 12);
  expect(beyondChance(count(0, 6), [99, 99])).toBeGreaterThan(2);
  expect(beyondChance(count(5, 0), [99, 99])).toBeGreaterThan(-2);
  expect(beyondChance(count(3, 3), [99, 99])).toBe(0);
  expect(beyondChance(count(0, 0), [99, 99])).toBe(0);
  expect([canDiffer(count(3, 3), [99, 99]), canDiffer(count(2, 3), [99, 99])]).toEqual([true, false]);
});

test('other people differ by their shares, whatever the sizes of the sets', () => {
  const count = (first: number, second: number) => ({ cell: [0, 0] as const, first, second, only: null });
  // 10 of 100 and 30 of 100: (0.2 − 0.01) / √(0.2 · 0.8 · 0.02).
  expect(beyondChance(count(10, 30), [100, 100])).toBeCloseTo(0.19 / Math.sqrt(0.0032), 12);
  expect(beyondChance(count(30, 10), [100, 100])).toBeCloseTo(-0.19 / Math.sqrt(0.0032), 12);
  expect(beyondChance(count(10, 100), [100, 1000])).toBe(0);
  expect(beyondChance(count(0, 0), [100, 100])).toBe(0);
  expect([canDiffer(count(4, 4), [100, 100]), canDiffer(count(2, 2), [100, 100])]).toEqual([true, false]);
});

test('two samples of one distribution rarely differ beyond chance', () => {
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const tally = new CellTally();
  const anywhere = () => new Set([keyOf([Math.floor(400 * random() ** 2), 0])]);
  for (let person = 0; person < 4000; person++) tally.add(anywhere(), anywhere());
  for (const paired of [true, false]) {
    const { people, cells } = tally.counts(paired);
    const beyond = cells.filter((cell) => Math.abs(beyondChance(cell, people)) > 2);
    expect(cells.length).toBeGreaterThan(350);
    expect(beyond.length / cells.length).toBeLessThan(0.05);
  }
});

test('people are counted by cell, and those who are there in only one set', () => {
  const tally = new CellTally();
  const [here, there] = [keyOf([4, -5]), keyOf([0, 0])];
  tally.add(new Set([here]), new Set());
  tally.add(new Set([here]), new Set([here, there]));
  tally.add(new Set(), new Set([there]));
  expect(tally.counts(true)).toEqual({
    people: [2, 2],
    cells: [
      { cell: [4, -5], first: 2, second: 1, only: [1, 0] },
      { cell: [0, 0], first: 0, second: 2, only: [0, 2] },
    ],
  });
  expect(tally.counts(false).cells[0]!.only).toBeNull();
});
