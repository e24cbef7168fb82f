import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calcDtwBulk, calcDtwSingle, calcGeobleuBulk, calcGeobleuSingle } from '../index.js';
import { scoreColumns, scoreRows } from './score-rows.js';

const cell = fc.integer({ min: 1, max: 12 });
const rules = fc.constantFrom('humob2023' as const, 'giscup2025' as const);
const rows = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 60, max: 63 }),
    fc.integer({ min: 0, max: 47 }),
    cell,
    cell,
    cell,
    cell,
  ),
  { minLength: 1, maxLength: 60, selector: ([uid, d, t]) => `${uid} ${d} ${t}` },
);
const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('flat rows and columns in any order have the same scores as lists of steps', () => {
  fc.assert(
    fc.property(rows, rules, (rows, rules) => {
      const generated = rows.map(([uid, d, t, x, y]) => [uid, d, t, x, y]);
      const reference = rows.map(([uid, d, t, , , x, y]) => [uid, d, t, x, y]);
      const scores = scoreRows(Float64Array.from(generated.flat()), Float64Array.from(reference.flat()), 5, { rules })!;
      expect([...scores.users]).toEqual([...new Set(rows.map(([uid]) => uid))].sort((a, b) => a - b));
      expect(mean(scores.geobleu)).toBeCloseTo(calcGeobleuBulk(generated, reference, { rules }), 12);
      expect(mean(scores.dtw)).toBeCloseTo(calcDtwBulk(generated, reference, { rules }), 12);
      const column = (steps: number[][], i: number) => Uint8Array.from(steps, (step) => step[i]!);
      const [user, day, time] = [0, 1, 2].map((i) => column(generated, i)) as [Uint8Array, Uint8Array, Uint8Array];
      const cells = [column(generated, 3), column(generated, 4), column(reference, 3), column(reference, 4)] as const;
      expect(scoreColumns({ user, day, time, cells }, { rules })).toEqual(scores);
      const own = (steps: number[][]) => steps.filter(([uid]) => uid === scores.users[0]).map((step) => step.slice(1));
      const [g, r] = [own(generated), own(reference)];
      const one = scoreRows(Float64Array.from(g.flat()), Float64Array.from(r.flat()), 4, { rules })!;
      expect([...one.users, one.geobleu[0], one.dtw[0]]).toEqual([
        0,
        calcGeobleuSingle(g, r, { rules }),
        calcDtwSingle(g, r, { rules }),
      ]);
      expect(scores.days.geobleu.length).toBe(new Set(rows.map(([uid, d]) => `${uid} ${d}`)).size);
    }),
  );
});

test('rows that do not match, empty input and invalid numbers return null', () => {
  const row = [1, 60, 5, 10, 10];
  const same = Float64Array.from(row);
  expect(scoreRows(new Float64Array(), new Float64Array(), 5)).toBe(null);
  expect(scoreRows(same, Float64Array.from([...row, ...row]), 5)).toBe(null);
  expect(scoreRows(same, Float64Array.from([1, 61, 5, 10, 10]), 5)).toBe(null);
  expect(scoreRows(same, Float64Array.from([1, 60, 5, 10, Number.NaN]), 5)).toBe(null);
  const { dtw, geobleu } = scoreRows(same, same, 5, { dtw: false })!;
  expect([...geobleu, ...dtw]).toEqual([1, Number.NaN]);
});
