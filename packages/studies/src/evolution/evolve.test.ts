import { expect, test } from 'vitest';
import type { Sweep, SweepDifference } from '../sweeps/run-sweep.js';
import { gainOf } from './evolve.js';

test("the gain is the best candidate's score minus that of the agent's own parameters, whichever is higher", () => {
  const gain = (...toBest: (Partial<SweepDifference> | null)[]) =>
    gainOf({ rows: toBest.map((one) => ({ toBest: one })) } as unknown as Sweep);
  expect(gain({ mean: -2, low: -3, high: -0.5 }, null)).toEqual({ mean: 2, low: 0.5, high: 3 });
  expect(gain(null, { mean: -2, low: -3, high: 1 })).toEqual({ mean: -2, low: -3, high: 1 });
  expect(gain({ mean: -2, low: null, high: null }, null)).toEqual({ mean: 2, low: null, high: null });
  expect(gain(null, null)).toBeNull();
});
