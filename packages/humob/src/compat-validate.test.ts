import { describe, expect, test } from 'vitest';
import { compatValidate } from './compat-validate.js';
import { type GoldenCase, goldenArguments, goldenCases } from './golden-validator.fixture.js';
import { YEARS } from './tasks.js';
import { useTempFolder } from './temp-folder.fixture.js';

const temp = useTempFolder();

describe.each(YEARS)('the organisers’ validator of %s', (year) => {
  test.each(goldenCases())('$id $name', (golden: GoldenCase) => {
    const { stdout, exit, uncaught } = golden.expected[year];
    const result = compatValidate(year, goldenArguments(golden, temp));
    expect(result).toMatchObject({ stdout, exitCode: exit });
    expect(result.uncaught?.split(':')[0]).toBe(uncaught?.split(':')[0]);
  });
});
