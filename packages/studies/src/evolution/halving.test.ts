import { Random } from '@itinera/base';
import { RandomStream } from '@itinera/engine';
import { expect, test } from 'vitest';
import { halving, type Rung, type Scored } from './halving.js';
import { drawnValues, mutatedValues, type Parameters } from './search-parameters.js';

const parameters = [
  { name: 'radius', from: 0, to: 1000, isWhole: true },
  { name: 'share', from: 0, to: 1, isWhole: false },
];
const terms = { candidates: 24, rungs: 4, people: 50 };
const own: Parameters = {};
const distance = ({ radius = 0, share = 1 }: Parameters) =>
  Math.hypot((Number(radius) - 700) / 1000, Number(share) - 0.2);

/** Climbs all rungs. @returns them, and the numbers of people in the order of scores */
async function climb(scoreOf: (params: Parameters, people: number) => number | null, seed = 1, searched = parameters) {
  const random = new RandomStream(seed, 0);
  const rungs: Rung<Scored<Parameters>>[] = [];
  const port = {
    score: async (variant: Parameters, people: number) => ({ variant, score: scoreOf(variant, people) }),
    vary: async ({ variant }: Scored<Parameters>, isFirst: boolean) =>
      (isFirst ? drawnValues : mutatedValues)(searched, random, variant),
  };
  for await (const rung of halving(own, terms, port)) rungs.push(rung);
  return rungs;
}

test.each([1, 2, 3, 4, 5])(
  'the search comes near the best parameters although scores are noisy (seed %i)',
  async (seed) => {
    const noise = new Random(seed);
    const rungs = await climb(
      (params, people) => 80 - 60 * distance(params) + (20 * noise.normal(0, 1)) / Math.sqrt(people),
      seed,
    );
    expect(rungs.map(({ people }) => people)).toEqual([50, 150, 450, 1350]);
    expect(rungs.map(({ candidates }) => candidates.length)).toEqual([25, 9, 5, 3]);
    expect(distance(rungs.at(-1)!.candidates[0]!.variant)).toBeLessThan(0.2);
    for (const { candidates } of rungs) {
      expect(candidates.filter(({ variant }) => variant === own)).toHaveLength(1);
      for (const { variant } of candidates.filter(({ variant }) => variant !== own)) {
        const { radius, share } = variant as Record<string, number>;
        expect(radius! >= 0 && radius! <= 1000 && Number.isInteger(radius)).toBe(true);
        expect(share! >= 0 && share! <= 1).toBe(true);
      }
    }
  },
);

test('the same seed tries the same candidates; failed ones are dropped, and a search in which all others fail ends', async () => {
  const scoreOf = (params: Parameters) => -distance(params);
  expect(await climb(scoreOf)).toEqual(await climb(scoreOf));
  const half = await climb(({ radius = 0, share = 0 }) => (Number(radius) > 500 ? null : Number(share)));
  expect(
    half[1]!.candidates.filter(({ variant }) => Number(variant.radius) > 500).every(({ score }) => score === null),
  ).toBe(true);
  expect(half.at(-1)!.candidates[0]!.score).not.toBeNull();
  const [only, ...more] = await climb((params) => (params === own ? 1 : null));
  expect([only!.candidates.length, more.length]).toEqual([25, 0]);
});

test('draws stay in a narrow range; mutations keep most values of lists, and begin at the known value of the agent', () => {
  const random = new RandomStream(1, 0);
  const narrow = { name: 'x', from: 0.12345671, to: 0.12345672, isWhole: false };
  const list = { name: 'habit', of: ['early', 'late', 'never'] };
  const wide = { name: 'y', from: 0, to: 1000, isWhole: false, own: 500 };
  const text = { name: 'prompt', text: 'Hello' };
  const near: number[] = [];
  let kept = 0;
  for (let i = 0; i < 200; i++) {
    const { x, habit, ...others } = drawnValues([narrow, list, text], random);
    expect(Number(x) >= narrow.from && Number(x) <= narrow.to).toBe(true);
    expect(list.of).toContain(habit);
    expect(others).toEqual({});
    const changed = mutatedValues([list, wide, text], random, { habit: 'late' });
    kept += changed.habit === 'late' ? 1 : 0;
    near.push(Number(changed.y));
  }
  expect(kept).toBeGreaterThan(130);
  expect(kept).toBeLessThan(190);
  expect(near.filter((y) => Math.abs(y - 500) < 300).length).toBeGreaterThan(180);
});
