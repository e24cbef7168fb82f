import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeBenchmark } from '../benchmark.fixture.js';
import { openBenchmark } from './open-benchmark.js';

const example = join(import.meta.dirname, '../../../../examples/own-benchmark/away-mobility.ts');
const folder = mkdtempSync(join(tmpdir(), 'open benchmark '));
afterAll(() => rmSync(folder, { recursive: true }));

describeBenchmark(await openBenchmark(example));

test('loading a file again returns the same benchmark, with its path', async () => {
  const [one, other] = [await openBenchmark(example), await openBenchmark(example)];
  expect(other).toBe(one);
  expect([one.name, one.file]).toEqual(['AwayMobility', example]);
});

test.each([
  ['none.ts', 'export const x = 1;', 'none.ts does not export a benchmark.'],
  [
    'half.js',
    "export const b = { name: 'B', description: '', version: '1', clock: {} };",
    'half.js: its benchmark lacks weather,',
  ],
  [
    'elsewhere.js',
    `import { benchmarks } from 'itinera';\nexport const b = { ...benchmarks[0], name: '../elsewhere' };`,
    "elsewhere.js: the benchmark's name must consist of letters",
  ],
  ['throws.mjs', "throw new RangeError('no');", 'throws.mjs cannot be loaded: RangeError: no'],
])('%s is rejected with the fault', async (name, code, message) => {
  const file = join(folder, name);
  writeFileSync(file, code);
  await expect(openBenchmark(file)).rejects.toThrow(message);
});

test('anything that is not a file is treated as a name', async () => {
  expect((await openBenchmark('hurricanemobility')).name).toBe('HurricaneMobility');
  await expect(openBenchmark('mine.ts')).rejects.toThrow('Unknown task mine.ts.');
});
