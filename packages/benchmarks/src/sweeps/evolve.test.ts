import { Random } from '@itinera/metrics';
import { expect, test } from 'vitest';
import { climb, gainOf, type Parameters, type Rung } from './evolve.js';
import type { Sweep, SweepDifference } from './run-sweep.js';

const ranges = [
  { name: 'radius', from: 0, to: 1000, isWhole: true },
  { name: 'share', from: 0, to: 1, isWhole: false },
];
const plan = { ranges, candidates: 24, rungs: 4, people: 50, seed: 1 };
const distance = ({ radius = 0, share = 1 }: Parameters) => Math.hypot((radius - 700) / 1000, share - 0.2);

test.each([1, 2, 3, 4, 5])(
  'the search comes near the best parameters although scores are noisy (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const asked: number[] = [];
    const rungs = await climb({ ...plan, seed }, async (all, people) => {
      asked.push(people);
      return all.map((params) => 80 - 60 * distance(params) + (20 * random.normal(0, 1)) / Math.sqrt(people));
    });
    expect(asked).toEqual([50, 150, 450, 1350]);
    expect(distance(rungs.at(-1)!.candidates[0]!.params)).toBeLessThan(0.2);
    for (const { candidates } of rungs) {
      expect(candidates.filter(({ params }) => Object.keys(params).length === 0)).toHaveLength(1);
      for (const { params } of candidates.filter(({ params }) => 'radius' in params)) {
        expect(params.radius! >= 0 && params.radius! <= 1000 && Number.isInteger(params.radius)).toBe(true);
        expect(params.share! >= 0 && params.share! <= 1).toBe(true);
      }
    }
    expect(rungs.map(({ candidates }) => candidates.length)).toEqual([25, 9, 5, 3]);
  },
);

test('the same seed tries the same candidates; scores that are missing are the worst; a search can stop', async () => {
  const log = async (scores: (params: Parameters) => number | null) => {
    const tried: Parameters[][] = [];
    await climb(plan, async (all) => {
      tried.push([...all]);
      return tried.length > 2 ? null : all.map(scores);
    });
    return tried;
  };
  const first = await log((params) => -distance(params));
  expect(await log((params) => -distance(params))).toEqual(first);
  expect(first).toHaveLength(3);
  const half = await log(({ radius = 0, share = 0 }) => (radius > 500 ? null : share));
  expect(half[1]!.slice(1, 5).every(({ radius }) => radius! <= 500)).toBe(true);
  await expect(climb({ ...plan, ranges: [] }, async () => null)).rejects.toThrow('--range name=from..to');
  const narrow = { name: 'x', from: 0.12345671, to: 0.12345672, isWhole: false };
  const [{ candidates }] = (await climb({ ...plan, ranges: [narrow], rungs: 1 }, async (all) => all.map(() => 1))) as [
    Rung,
  ];
  for (const { params } of candidates.slice(1)) expect(params.x! >= narrow.from && params.x! <= narrow.to).toBe(true);
});

test("the gain is the best candidate's score minus that of the agent's own parameters, whichever is higher", () => {
  const gain = (...toBest: (Partial<SweepDifference> | null)[]) =>
    gainOf({ rows: toBest.map((one) => ({ toBest: one })) } as unknown as Sweep);
  expect(gain({ mean: -2, low: -3, high: -0.5 }, null)).toEqual({ mean: 2, low: 0.5, high: 3 });
  expect(gain(null, { mean: -2, low: -3, high: 1 })).toEqual({ mean: -2, low: -3, high: 1 });
  expect(gain({ mean: -2, low: null, high: null }, null)).toEqual({ mean: 2, low: null, high: null });
  expect(gain(null, null)).toBeNull();
});
