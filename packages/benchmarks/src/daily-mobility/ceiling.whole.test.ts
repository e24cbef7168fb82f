import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { distributionOf } from '../scoring/noise.js';
import { asResults, asTruth, outsideCeiling, people } from './ceiling.fixture.js';
import { dailyMobilityCeiling } from './ceiling.js';

// More trials, and other numbers of people: npm run trials -- ceilings.
test('a truth and a run drawn from one distribution score within the interval of the ceiling', () => {
  const { documented, reference, difference } = outsideCeiling(20, 20, 40);
  for (const { above, below } of [documented, reference]) {
    expect(above).toBeLessThanOrEqual(0.05);
    expect(below).toBeLessThanOrEqual(0.05);
  }
  expect(Math.abs(difference)).toBeLessThan(1);
});

test('the ceiling rises with the people of the run', () => {
  const random = new Random(1);
  const truth = asTruth(people(60, random));
  const ceilings = [10, 30, 60, 600].map(
    (count) =>
      distributionOf(dailyMobilityCeiling(truth, asResults(people(count, random))), { resamples: 100 }).documented
        .final_score!.value!,
  );
  expect(ceilings).toEqual(ceilings.toSorted((a, b) => a - b));
  expect(new Set(ceilings).size).toBe(4);
});

test('a quantity that is missing in the truth is also missing in the ceiling', () => {
  const { gyration_radius: _, ...truth } = asTruth(people(40, new Random(1)));
  const { documented } = distributionOf(dailyMobilityCeiling(truth), { resamples: 100 });
  expect(documented.jsd_gyration_radius?.value ?? null).toBeNull();
  expect(documented.final_score?.value ?? null).toBeNull();
  expect(documented.jsd_intention_proportions!.value).toBeGreaterThan(0);
});
