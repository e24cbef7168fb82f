import { test } from 'vitest';

/** A test that takes seconds: the quick loop over all files leaves it out. */
export const slowTest = test.skipIf(process.env.ITINERA_QUICK === 'true');
