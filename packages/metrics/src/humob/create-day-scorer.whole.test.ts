import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { humobDays } from '../../perf/humob-days.js';
import { plainDtw, plainGeobleu } from '../../perf/plain-geobleu.js';
import { Proximity } from '../geobleu/proximity.js';
import { createDayScorer } from './create-day-scorer.js';
import type { DayScorer } from './day-scorer.js';
import type { Rules } from './rules.js';

const proximity = new Proximity(0.5);
const ALL_RULES = ['humob2023', 'humob2024', 'giscup2025'] as const;

interface Columns {
  readonly generatedX: ArrayLike<number>;
  readonly generatedY: ArrayLike<number>;
  readonly referenceX: ArrayLike<number>;
  readonly referenceY: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
}

function score(scorer: DayScorer, days: Columns) {
  const geobleu = new Float64Array(days.offsets.length - 1).fill(-1);
  const dtw = new Float64Array(days.offsets.length - 1).fill(-1);
  scorer.scoreDays(days.generatedX, days.generatedY, days.referenceX, days.referenceY, days.offsets, geobleu, dtw);
  return { geobleu, dtw };
}

function plain(days: Columns, rules: Rules) {
  const isNew = rules === 'giscup2025';
  const points = (x: ArrayLike<number>, y: ArrayLike<number>, day: number) =>
    Array.from({ length: days.offsets[day + 1] - days.offsets[day] }, (_, i) => [
      x[days.offsets[day] + i],
      y[days.offsets[day] + i],
    ]);
  const scores = Array.from({ length: days.offsets.length - 1 }, (_, day) => {
    const generated = points(days.generatedX, days.generatedY, day);
    const reference = points(days.referenceX, days.referenceY, day);
    if (generated.length === 0) return [Number.NaN, Number.NaN];
    return [
      plainGeobleu(generated, reference, isNew ? 5 : 3, isNew ? 'generated' : 'matched', (a, b) =>
        proximity.at(a[0] - b[0], a[1] - b[1]),
      ),
      plainDtw(generated, reference, !isNew, 2),
    ];
  });
  return {
    geobleu: Float64Array.from(scores, ([value]) => value),
    dtw: Float64Array.from(scores, ([, value]) => value),
  };
}

/** Days of up to `longest` points on a square of cells: the smaller the square, the more ties. */
const daysOn = (side: number, longest: number, from = 1) =>
  fc
    .array(
      fc.array(fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: from, max: from + side - 1 }))), {
        minLength: 1,
        maxLength: longest,
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((days): Columns => {
      const rows = days.flat();
      const column = (at: number) => Uint8Array.from(rows, (row) => row[at]);
      const offsets = [0];
      for (const day of days) offsets.push(offsets[offsets.length - 1] + day.length);
      return {
        generatedX: column(0),
        generatedY: column(1),
        referenceX: column(2),
        referenceY: column(3),
        offsets: Int32Array.from(offsets),
      };
    });

afterEach(() => {
  vi.unstubAllGlobals();
});

test('both kernels return the same bits as the plain port on days like those of the challenge', () => {
  const days = humobDays(1010, 7);
  for (const rules of ALL_RULES) {
    const expected = plain(days, rules);
    expect(score(createDayScorer({ rules, kernel: 'javascript' }), days)).toEqual(expected);
    expect(score(createDayScorer({ rules, kernel: 'wasm' }), days)).toEqual(expected);
  }
});

test('both kernels return the same bits as the plain port if nearly every pair ties, and if no points are close', () => {
  for (const [side, from] of [
    [2, 100],
    [3, 1],
    [5, 196],
    [12, 60],
    [200, 1],
  ] as const) {
    fc.assert(
      fc.property(daysOn(side, 48, from), fc.constantFrom(...ALL_RULES), (days, rules) => {
        const expected = plain(days, rules);
        expect(score(createDayScorer({ rules, kernel: 'javascript' }), days)).toEqual(expected);
        expect(score(createDayScorer({ rules, kernel: 'wasm' }), days)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  }
});

test('days that the WebAssembly kernel does not support are scored together with the others', () => {
  const grid = humobDays(40, 3);
  const columns = {
    ...grid,
    generatedX: Float64Array.from(grid.generatedX),
    referenceY: Int16Array.from(grid.referenceY),
  };
  columns.generatedX[grid.offsets[3]] += 0.25;
  columns.generatedX[grid.offsets[5]] = 201;
  columns.referenceY[grid.offsets[7] + 2] = -3;
  columns.referenceY[grid.offsets[8]] = 0;
  // Three days become one of about 70 points, and one is without any.
  const offsets = [...grid.offsets.filter((_, i) => i !== 11 && i !== 12), grid.offsets[40]];
  const days = { ...columns, offsets };
  for (const rules of ALL_RULES) {
    const expected = plain(days, rules);
    expect(score(createDayScorer({ rules, kernel: 'wasm' }), days)).toEqual(expected);
    expect(score(createDayScorer({ rules, kernel: 'javascript' }), days)).toEqual(expected);
  }
});

test('a metric that is not requested is not computed', () => {
  const days = humobDays(3, 1);
  for (const kernel of ['javascript', 'wasm'] as const) {
    const scorer = createDayScorer({ kernel });
    const both = score(scorer, days);
    const only = new Float64Array(3);
    const { generatedX, generatedY, referenceX, referenceY, offsets } = days;
    scorer.scoreDays(generatedX, generatedY, referenceX, referenceY, offsets, only, null);
    expect(only).toEqual(both.geobleu);
    scorer.scoreDays(generatedX, generatedY, referenceX, referenceY, offsets, null, only);
    expect(only).toEqual(both.dtw);
  }
});

test('without WebAssembly, auto uses the JavaScript kernel and wasm throws', async () => {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', undefined);
  const fresh = await import('./create-day-scorer.js');
  expect(fresh.createDayScorer().kernel).toBe('javascript');
  expect(() => fresh.createDayScorer({ kernel: 'wasm' })).toThrow('cannot run WebAssembly with SIMD');
});

test('auto uses WebAssembly where it is available', () => {
  expect(createDayScorer().kernel).toBe('wasm');
});

test('invalid rules, kernels, coordinates and lengths are rejected', () => {
  expect(() => createDayScorer({ rules: 'humob2022' as Rules })).toThrow(
    'Unknown rules "humob2022". Choose humob2023, humob2024 or giscup2025.',
  );
  expect(() => createDayScorer({ rules: 'toString' as Rules })).toThrow('Unknown rules');
  expect(() => createDayScorer({ kernel: 'gpu' as 'auto' })).toThrow('Unknown kernel "gpu".');
  for (const kernel of ['javascript', 'wasm'] as const) {
    const scorer = createDayScorer({ kernel });
    const out = new Float64Array(1);
    expect(() => scorer.scoreDays([1, Number.NaN], [1, 1], [1, 1], [1, 1], [0, 2], out, out)).toThrow('point 1 is NaN');
    expect(() => scorer.scoreDays([1], [1, 1], [1, 1], [1, 1], [0, 2], out, out)).toThrow('1 coordinates for 2 points');
    expect(() => scorer.scoreDays([1, 1], [1, 1], [1, 1], [1, 1], [0, 1, 2], out, out)).toThrow(
      'space for 1 scores, but there are 2 days',
    );
  }
});

test('both kernels return the same precisions, whose geometric mean is GEO-BLEU', () => {
  fc.assert(
    fc.property(daysOn(6, 12), fc.constantFrom(...ALL_RULES), (days, rules) => {
      const [expected, found] = (['javascript', 'wasm'] as const).map((kernel) => {
        const scorer = createDayScorer({ rules, kernel });
        const precisions = new Float64Array((days.offsets.length - 1) * scorer.maxN).fill(-1);
        const { generatedX, generatedY, referenceX, referenceY, offsets } = days;
        scorer.scoreDays(generatedX, generatedY, referenceX, referenceY, offsets, null, null, precisions);
        return precisions;
      });
      expect(found).toEqual(expected);
      const { maxN } = createDayScorer({ rules });
      const means = score(createDayScorer({ rules }), days).geobleu.map((_, day) => {
        const known = found!.slice(day * maxN, (day + 1) * maxN).filter((value) => !Number.isNaN(value));
        return Math.exp(known.reduce((sum, value) => sum + Math.log(value), 0) / known.length);
      });
      score(createDayScorer({ rules }), days).geobleu.forEach((geobleu, day) => {
        expect(means[day]).toBeCloseTo(geobleu, 12);
      });
    }),
    { numRuns: 50 },
  );
});

test('precisions of a day without points are missing, and a list too short for them is rejected', () => {
  for (const kernel of ['javascript', 'wasm'] as const) {
    const scorer = createDayScorer({ rules: 'humob2023', kernel });
    const one = Uint8Array.of(5);
    const precisions = new Float64Array(6).fill(-1);
    scorer.scoreDays(one, one, one, one, [0, 0, 1], null, null, precisions);
    expect([...precisions]).toEqual([NaN, NaN, NaN, 1, NaN, NaN]);
    expect(() => scorer.scoreDays(one, one, one, one, [0, 1], null, null, new Float64Array(2))).toThrow(
      'space for 2 precisions, expected 3 for each of 1 days',
    );
  }
});
