import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { distance, plainDtw, plainGeobleu } from '../../perf/plain-geobleu.js';
import { meta as dtwMeta } from '../dtw/dtw.js';
import { meta as geobleuMeta } from '../geobleu/geobleu.js';
import { Proximity } from '../geobleu/proximity.js';
import {
  calcDtwBulk,
  calcDtwOrig,
  calcDtwSingle,
  calcGeobleu,
  calcGeobleuBulk,
  calcGeobleuOrig,
  calcGeobleuSingle,
} from '../index.js';

const rules = fc.constantFrom('humob2023' as const, 'humob2024' as const, 'giscup2025' as const);
const cell = fc.integer({ min: 1, max: 12 });
const points = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 });

/** Days and slots in order, each once, with a place in both trajectories; about 5 days. */
const user = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 60, max: 64 }), fc.integer({ min: 0, max: 47 }), cell, cell, cell, cell), {
    minLength: 1,
    maxLength: 40,
    selector: ([d, t]) => d * 48 + t,
  })
  .map((rows) => ({
    generated: rows.map(([d, t, x, y]) => [d, t, x, y]),
    reference: rows.map(([d, t, , , x, y]) => [d, t, x, y]),
  }));

/** Shuffles items in a given order; lists of equal length are shuffled in the same way. */
const shuffled = <T>(items: readonly T[], order: readonly number[]) =>
  items.map((item, i) => [order[i % order.length], i, item] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

test('a trajectory compared with itself has GEO-BLEU 1 and DTW 0', () => {
  fc.assert(
    fc.property(user, points, rules, ({ generated }, own, year) => {
      expect(calcGeobleuSingle(generated, generated, { rules: year })).toBe(1);
      expect(calcDtwSingle(generated, generated, { rules: year })).toBe(0);
      expect(calcGeobleuOrig(own, own, { rules: year, maxN: 6 })).toBe(1);
      expect(calcDtwOrig(own, own, { rules: year })).toBe(0);
    }),
  );
});

test('scores stay in range, and only equal bags of n-grams reach the best GEO-BLEU', () => {
  fc.assert(
    fc.property(points, points, rules, (generated, reference, year) => {
      const value = calcGeobleuOrig(generated, reference, { rules: year });
      expect(value).toBeGreaterThan(geobleuMeta.range[0]);
      expect(value).toBeLessThanOrEqual(geobleuMeta.range[1]);
      expect(calcDtwOrig(generated, reference, { rules: year })).toBeGreaterThanOrEqual(dtwMeta.range[0]);
    }),
  );
  expect(
    calcGeobleuOrig(
      [
        [1, 1],
        [2, 2],
        [1, 1],
      ],
      [
        [1, 1],
        [2, 2],
        [1, 2],
      ],
    ),
  ).toBeLessThan(1);
});

test('moving both along the grid or swapping x and y does not change the score', () => {
  const shift = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(points, points, shift, shift, rules, (generated, reference, dx, dy, year) => {
      const moved = (list: [number, number][]) => list.map(([x, y]) => [y + dy, x + dx]);
      const options = { rules: year };
      expect(calcGeobleuOrig(moved(generated), moved(reference), options)).toBe(
        calcGeobleuOrig(generated, reference, options),
      );
      expect(calcDtwOrig(moved(generated), moved(reference), options)).toBe(calcDtwOrig(generated, reference, options));
    }),
  );
});

test('DTW is symmetric in 2025, and at most that before', () => {
  fc.assert(
    fc.property(points, points, (a, b) => {
      const corner = calcDtwOrig(a, b, { rules: 'giscup2025' });
      // Additions along the mirrored path come in the same order, so the bits are equal too.
      expect(calcDtwOrig(b, a, { rules: 'giscup2025' })).toBe(corner);
      expect(calcDtwOrig(a, b, { rules: 'humob2023' })).toBeLessThanOrEqual(corner);
    }),
  );
});

test('DTW is at most the cost of the step-by-step path, and at least that of its ends and every generated point', () => {
  const pairs = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(pairs, (rows) => {
      const generated = rows.map(([x, y]) => [x, y]);
      const reference = rows.map(([, , x, y]) => [x, y]);
      const value = calcDtwOrig(generated, reference, { rules: 'giscup2025' });
      const inStep = generated.reduce((sum, point, i) => sum + distance(point, reference[i]), 0);
      const nearest = generated.reduce((sum, p) => sum + Math.min(...reference.map((r) => distance(p, r))), 0);
      expect(value).toBeLessThanOrEqual(inStep * (1 + 1e-14));
      expect(value).toBeGreaterThanOrEqual(distance(generated[0], reference[0]));
      expect(value).toBeGreaterThanOrEqual(distance(generated.at(-1)!, reference.at(-1)!));
      expect(value).toBeGreaterThanOrEqual(nearest * (1 - 1e-14));
      expect(calcDtwOrig(generated, reference)).toBeGreaterThanOrEqual(nearest * (1 - 1e-14));
    }),
  );
});

test('the scores equal those of the plain port in every bit for any number of points, position, beta and N', () => {
  const coordinate = fc.oneof(
    cell,
    fc.integer({ min: -3, max: 3 }).map((x) => x / 4),
    fc.double({ min: -30, max: 30, noNaN: true }),
  );
  const anywhere = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 70 });
  fc.assert(
    fc.property(
      anywhere,
      anywhere,
      fc.constantFrom(0, 0.05, 0.5, 1, 3, -0.1),
      fc.integer({ min: 1, max: 7 }),
      rules,
      (generated, reference, beta, maxN, year) => {
        const isNew = year === 'giscup2025';
        const proximity = new Proximity(beta);
        const over = isNew ? 'generated' : 'matched';
        expect(calcGeobleuOrig(generated, reference, { beta, maxN, rules: year })).toBe(
          plainGeobleu(generated, reference, maxN, over, (a, b) => proximity.at(a[0] - b[0], a[1] - b[1])),
        );
        expect(calcDtwOrig(generated, reference, { scaleFactor: 3, rules: year })).toBe(
          plainDtw(generated, reference, !isNew, 3),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('the order of steps and users does not matter, and the input stays unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(user, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { minLength: 1 }),
      rules,
      (users, order, year) => {
        const options = { rules: year };
        const withUid = (side: 'generated' | 'reference') =>
          users.flatMap((one, uid) => one[side].map((step) => Object.freeze([900 - uid, ...step])));
        const generated = Object.freeze(withUid('generated'));
        const reference = Object.freeze(withUid('reference'));
        const rows = shuffled(
          generated.map((step, i) => [step, reference[i]] as const),
          order,
        );
        const otherGenerated = rows.map(([, , [step]]) => step);
        const otherReference = rows.map(([, , [, step]]) => step);
        expect(calcGeobleuBulk(otherGenerated, otherReference, options)).toBe(
          calcGeobleuBulk(generated, reference, options),
        );
        expect(calcDtwBulk(otherGenerated, otherReference, options)).toBe(calcDtwBulk(generated, reference, options));
      },
    ),
    { numRuns: 50 },
  );
});

test('weights take effect: those of the orders that count, scaled to a sum of 1', () => {
  const generated = [
    [1, 1],
    [1, 2],
    [5, 5],
    [1, 1],
  ];
  const reference = [
    [1, 1],
    [2, 2],
    [5, 5],
    [1, 2],
  ];
  const byOrder = [1, 2, 3].map((n) => calcGeobleuOrig(generated, reference, { maxN: n }));
  const [one, two, three] = [byOrder[0], byOrder[1] ** 2 / byOrder[0], byOrder[2] ** 3 / byOrder[1] ** 2];
  const score = (weights: number[], maxN = 3) => calcGeobleuOrig(generated, reference, { maxN, weights });
  expect(score([1, 1, 1])).toBeCloseTo(byOrder[2], 14);
  expect(score([0.5, 0.3, 0.2])).toBeCloseTo(one ** 0.5 * two ** 0.3 * three ** 0.2, 14);
  expect(score([5, 3, 2])).toBeCloseTo(score([0.5, 0.3, 0.2]), 14);
  expect(score([0, 0, 4])).toBeCloseTo(three, 14);
  // The shorter side has one point: only the first weight counts.
  expect(calcGeobleuOrig([[1, 1]], [[1, 2]], { weights: [0.2, 0.4, 0.4] })).toBeCloseTo(Math.exp(-0.5), 14);
  // A precision of 0 makes the score 0, unless it has no weight.
  expect(
    calcGeobleuOrig(
      [
        [0, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [9000, 0],
      ],
      { maxN: 2 },
    ),
  ).toBe(0);
  expect(
    calcGeobleuOrig(
      [
        [0, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [9000, 0],
      ],
      { maxN: 2, weights: [1, 0] },
    ),
  ).toBe(0.5);
});

test('options out of range are rejected', () => {
  const point = [[1, 1]];
  for (const [options, message] of [
    [{ maxN: -1 }, 'maxN is -1; it must be a whole number, 0 or more'],
    [{ maxN: 2.5 }, 'maxN is 2.5'],
    [{ beta: Number.NaN }, 'beta is NaN; it must be finite'],
    [{ weights: [1, 1] }, '2 weights for maxN 3; expected one per order'],
    [{ weights: [1, -1, 1] }, 'weights are 1, -1, 1; each must be finite, 0 or more, and one above 0'],
    [{ weights: [0, 0, 0] }, 'weights are 0, 0, 0'],
    [{ rules: 'humob2025' as 'humob2024' }, 'Unknown rules "humob2025"'],
  ] as const) {
    expect(() => calcGeobleuOrig(point, point, options)).toThrow(message);
  }
  expect(() => calcDtwOrig(point, point, { scaleFactor: 0 })).toThrow('scaleFactor is 0; it must be finite and not 0');
});

test('anything other than lists of points or steps is rejected with its name and position', () => {
  const steps = [
    [60, 0, 1, 1],
    [60, 1, 1, 1],
  ];
  const loose = calcGeobleuSingle as (generated: unknown, reference: unknown) => number;
  expect(() => loose('a.csv', steps)).toThrow('calcGeobleuSingle: generated must be an array');
  expect(() => loose(steps, null)).toThrow('calcGeobleuSingle: reference must be an array');
  expect(() => loose([[60, 0, 1, 1], 7], steps)).toThrow('item 1 of generated must be an array of numbers, but is 7');
  expect(() =>
    loose(steps, [
      [60, 0, 1, 1],
      [60, 1, 1, '1'],
    ]),
  ).toThrow('item 1 of reference holds 1');
  expect(() =>
    loose(
      [
        [60, 0, 1, Number.NaN],
        [60, 1, 1, 1],
      ],
      steps,
    ),
  ).toThrow('item 0 of generated holds NaN');
  expect(() => calcGeobleuOrig([[1, 1, 1]], [[1, 1]])).toThrow('point 0 of generated has 3 numbers; expected [x, y]');
  expect(() => calcDtwOrig([[1, 1]], [[1, Number.POSITIVE_INFINITY]])).toThrow('item 0 of reference holds Infinity');
  expect(() => calcGeobleuBulk([[Number.NaN, 60, 0, 1, 1]], [[1, 60, 0, 1, 1]])).toThrow('generated holds the uid NaN');
});

test('too many points for the memory are rejected before any is reserved', () => {
  const many = Array.from({ length: 8200 }, (_, i) => [i, 0]);
  expect(() => calcGeobleuOrig(many, many)).toThrow('8200 by 8200 points are too many to compare at once');
  expect(calcDtwOrig(many.slice(0, 1000), many.slice(0, 1000))).toBe(0);
});

slowTest('a long walk can be compared', () => {
  const walk = Array.from({ length: 600 }, (_, i) => [i, (i * i) % 7]);
  const behind = walk.map(([x, y]) => [x + 0.5 + x / 4000, y]);
  const value = calcGeobleuOrig(walk, behind);
  expect(value).toBeGreaterThan(0.5);
  expect(value).toBeLessThan(0.8);
});

test('typed arrays are accepted as steps, and a day may have more than 48 of them', () => {
  const steps = Array.from({ length: 60 }, (_, t) => Float64Array.of(60, t, 1 + (t % 3), 5));
  expect(calcGeobleu(steps, steps)).toBe(1);
});
