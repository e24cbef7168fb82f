import { gzipSync } from 'node:zlib';
import { FileBudget, limitOf } from '@itinera/base';
import { afterEach, expect, test, vi } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { bytesSource } from './byte-source.js';
import { readTable } from './read-table.js';

afterEach(() => vi.unstubAllEnvs());

const TOO_MUCH =
  'unpacks to more than 200 times its size, so it is not read. If you trust the file, set ITINERA_LIMITS=10.';

// Each takes a few megabytes as text, and hundreds in memory.
slowTest.each([
  ['equal rows of CSV', 'a,b,c\n'.repeat(800_000)],
  ['blank lines', `a\n${'\n'.repeat(3_000_000)}`],
  ['cells', `${'a,'.repeat(100)}\n`.repeat(25_000)],
  ['empty objects', `[{}${',{}'.repeat(1_200_000)}]`],
  ['lists in lists', '['.repeat(2_500_000)],
  ['lines of JSON', '{"a":1}\n'.repeat(1_000_000)],
])('%s, a thousand times smaller when compressed, are rejected', async (_, text) => {
  const packed = gzipSync(text);
  await expect(readTable(bytesSource('x.gz', packed))).rejects.toThrow(`x.gz ${TOO_MUCH}`);
});

test('a list of empty objects is rejected, compressed or not', async () => {
  const listOf = (count: number) => bytesSource('x.json', new TextEncoder().encode(`[{}${',{}'.repeat(count)}]`));
  expect((await readTable(listOf(1000))).length).toBe(0);
  await expect(readTable(listOf(300_000))).rejects.toThrow('x.json has 300002 lists and objects in 900004 characters');
});

test('objects that all have different keys are rejected, because every row would have every column', async () => {
  const text = `[${Array.from({ length: 12_000 }, (_, i) => `{"k${i}":1}`).join()}]`;
  await expect(readTable(bytesSource('x.json', new TextEncoder().encode(text)))).rejects.toThrow(`x.json ${TOO_MUCH}`);
});

test('a setting raises every limit, and the error message names it', () => {
  const budget = new FileBudget('x');
  budget.earn(1000);
  expect(budget.left).toBe(2 ** 26 + 200_000);
  vi.stubEnv('ITINERA_LIMITS', '10');
  expect(limitOf('wholeBytes')).toBe(4000 * 2 ** 20);
  expect(() => new FileBudget('x').spend(2 ** 30)).toThrow('more than 2000 times its size');
  expect(() => new FileBudget('x').spend(2 ** 30)).toThrow('set ITINERA_LIMITS=100.');
  vi.stubEnv('ITINERA_LIMITS', 'many');
  expect(limitOf('depth')).toBe(500);
});
