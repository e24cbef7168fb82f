import { expect, test } from 'vitest';
import { pairPeople, type Sweep, type SweepRun, sumUpSweep } from './run-sweep.js';

/** The reach of a pair of runs is the seed in the name of the first. */
const seedIn = (run: string) => Promise.resolve(Number(run.split('-')[1]));

/** Two setups with these seeds, whose runs are listed in this order. */
function sweepIn(seeds: readonly number[]): Sweep {
  const runs = [0, 1].flatMap((cell) =>
    seeds.map((seed) => {
      const final_score = 60 + 5 * cell + (seed % 3);
      const scores = { final_score, noise: { documented: { final_score: { value: final_score } } }, reference: {} };
      const report = { folder: `cell${cell}-${seed}`, scores, problems: 0, calls: null, synthetic: true };
      return { cell, seed, report, error: null } as unknown as SweepRun;
    }),
  );
  const cells = ['a', 'b'].map((agent) => ({ agent, model: null, map: null, params: {} }));
  return sumUpSweep({ task: 'DailyMobility', cells, seeds, terms: {} }, runs, null);
}

test('people are paired over the first seeds in ascending order, however the runs are named and listed', async () => {
  const place = {} as Parameters<typeof pairPeople>[1];
  const paired = async (seeds: readonly number[]) => (await pairPeople(sweepIn(seeds), place, seedIn)).rows[0]!.toBest;
  const inOrder = await paired([1, 2, 3, 4, 5]);
  expect(inOrder).toMatchObject({ isPaired: true, mean: -5 });
  expect(await paired([5, 4, 3, 2, 1])).toEqual(inOrder);
  // Runs are listed by name: of seeds 10, 11, 2 and 3, the first three in order are 2, 3 and 10.
  expect(await paired([10, 11, 2, 3])).toEqual(await paired([2, 3, 10, 11]));
});
