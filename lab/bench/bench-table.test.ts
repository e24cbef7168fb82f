import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { benchTable, failures, markdown, unmeasured, withoutGrowth } from './bench-table.js';
import { LIMITS } from './limits.js';

test('a line has the cost of the peer, ours, their ratio and the limit', () => {
  const rows = [
    { work: 'a', ours: 3, unit: 's', peer: { name: 'plain', cost: 6000 }, exponent: 1.001 },
    { work: 'b', ours: 30, unit: 's', peer: { name: 'other', cost: 10 } },
    { work: 'c', ours: 1234.5, unit: 'MB', peer: { name: 'other', cost: undefined } },
    { work: 'd', ours: 1, unit: 'ms', exponent: 'no size' },
    { work: 'e', ours: 1, unit: 's', fault: '3 of 9 sums differ' },
    { work: 'f', ours: NaN, unit: 's' },
    { work: 'g', ours: NaN, unit: 's' },
  ] as const;
  const limits = { a: { ours: 2 }, b: { ours: 40, ratio: 2.5 }, c: { ratio: 2 }, f: { ours: 1 } };
  expect(benchTable(rows, limits)).toEqual([
    {
      work: 'a',
      peer: 'plain: 6,000 s',
      ours: '3 s',
      ratio: '1/2,000',
      exponent: '1.00',
      limit: '2 s exceeded',
      fault: '',
    },
    {
      work: 'b',
      peer: 'other: 10 s',
      ours: '30 s',
      ratio: '3 ×',
      exponent: '',
      limit: '40 s, 2.5 × exceeded',
      fault: '',
    },
    {
      work: 'c',
      peer: 'other: absent',
      ours: '1,230 MB',
      ratio: '',
      exponent: '',
      limit: '2 × not measured',
      fault: '',
    },
    { work: 'd', peer: '', ours: '1 ms', ratio: '', exponent: 'no size', limit: '', fault: '' },
    { work: 'e', peer: '', ours: '1 s', ratio: '', exponent: '', limit: '', fault: '3 of 9 sums differ' },
    { work: 'f', peer: '', ours: 'NaN s', ratio: '', exponent: '', limit: '1 s exceeded', fault: '' },
    { work: 'g', peer: '', ours: 'NaN s', ratio: '', exponent: '', limit: '', fault: '' },
  ]);
  expect(failures(rows, limits)).toEqual(['a', 'b', 'e', 'f', 'g']);
});

test('what has a limit is measured, unless the data for it are not there', () => {
  const rows = [{ work: 'a', ours: 3, unit: 's' }] as const;
  const limits = { a: { ours: 4 }, b: { ours: 4 }, c: { ours: 4, needs: 'ITINERA_DATA' } } as const;
  expect(unmeasured(rows, limits, {})).toEqual(['b']);
  expect(unmeasured(rows, limits, { ITINERA_DATA: 'data' })).toEqual(['b', 'c']);
});

test('each bench says how its cost grows, or that its work has no size', () => {
  const row = { work: 'a', ours: 3, unit: 's' } as const;
  const rowsOf = { a: [row, { ...row, exponent: 1 }], b: [row], c: [], d: [{ ...row, exponent: 'no size' }] } as const;
  expect(withoutGrowth(rowsOf)).toEqual(['b']);
});

test('benches with limits exist', () => {
  const packages = join(import.meta.dirname, '../../packages');
  const missing = Object.keys(LIMITS).filter((title) => {
    const [name, bench] = title.split('/') as [string, string];
    return !existsSync(join(packages, name, 'perf', `${bench}.bench.ts`));
  });
  expect(missing).toEqual([]);
});

test('the table as Markdown', () => {
  expect(markdown([{ work: 'a', ours: '3 s' }])).toBe('| work | ours |\n| --- | --- |\n| a | 3 s |');
});
