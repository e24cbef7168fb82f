import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compare } from './compare.js';
import { runGolden } from './run.js';

const folder = join(import.meta.dirname, '../..', 'packages', 'mobility', 'fixtures', 'golden');

test('the public functions of mobility return the reference values, and none is omitted', async () => {
  const results = runGolden(folder);
  expect(results.map(({ file }) => file)).toEqual(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort(),
  );
  for (const { file, compared, wrong, skipped } of results) {
    expect({ file, wrong, skipped }).toEqual({ file, wrong: [], skipped: [] });
    expect(compared).toBeGreaterThan(0);
  }
});

test('a value that is wrong, missing or of another shape is counted as an error', () => {
  const tally = { compared: 0, wrong: [] as string[] };
  compare(tally, 'equal', Float64Array.of(1, Number.NaN), [1, 'NaN'], 'exact');
  compare(tally, 'near', 1 + 1e-11, 1, 'similarity');
  expect(tally).toEqual({ compared: 3, wrong: [] });
  compare(tally, 'off', 1.1, 1, 'similarity');
  compare(tally, 'missing', undefined, 1, 'exact');
  compare(tally, 'short', [1], [1, 2], 'exact');
  compare(tally, 'none', null, 'NaN', 'exact');
  compare(tally, 'field', { a: 1 }, { a: 1, b: 2 }, 'exact');
  expect(tally.wrong.map((line) => line.split(':')[0])).toEqual(['off', 'missing', 'short', 'none', 'field.b']);
});
