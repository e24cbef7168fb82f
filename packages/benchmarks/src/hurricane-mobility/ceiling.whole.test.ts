import { expect, test } from 'vitest';
import { commuting, outsideCeiling } from './ceiling.fixture.js';

// More trials, and independent trips: npm run trials -- ceilings.
test('a truth and a run of people who stay at home in the storm score within the interval of the ceiling', () => {
  const { above, below } = outsideCeiling(commuting, true, 40);
  expect(above).toBeLessThanOrEqual(0.05);
  expect(below).toBeLessThanOrEqual(0.05);
});
