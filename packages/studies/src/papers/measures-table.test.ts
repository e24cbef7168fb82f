import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { measuresTable } from './measures-table.js';

const folder = mkdtempSync(join(tmpdir(), 'measures '));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'measures.json');
const row = { title: 'move lengths', unit: 'm', real: 4306.123, generated: 3300, effect: -1006.123, effectUnit: 'm' };
const shares = { title: 'hours & days', unit: '', real: 3.1, generated: 3, effect: 0.254, effectUnit: 'share' };
const none = { effectLow: null, effectHigh: null, p: null, differs: null };
writeFileSync(
  path,
  JSON.stringify({
    verdict: { says: 'The sets differ.' },
    compared: { places: 'squares of 500 m', notes: ['1 % is missing.'] },
    measures: [
      { ...row, effectLow: -1862, effectHigh: -230.5, p: 0.0004, differs: true },
      { ...shares, ...none },
    ],
  }),
);

test('a comparison is a table with one row per measure, in words and rounded', () => {
  expect(measuresTable(path, 'csv').split('\n').slice(0, 3)).toEqual([
    'measure,unit,real,generated,difference,95 % interval,p,differs',
    expect.stringMatching(
      /^move lengths,m,"?4306\.12"?,"?3300(\.00)?"?,"?.1006\.12"?,"?.*1862.* to .*230\.5.*,.*0\.0.*,yes$/,
    ),
    'hours & days,,3.10,3.00,0.25 share,–,–,?',
  ]);
  const latex = measuresTable(path, 'latex');
  expect(latex).toContain('\\begin{tabular}{llrrrrrl}');
  expect(latex).toContain('hours \\& days &');
  expect(latex).toContain('& $-$1006.12 & $-$1862.00 to $-$230.50 &');
  expect(latex).toContain('1\\,\\% is missing.');
  expect(measuresTable(path, 'markdown')).toMatch(
    /^\| measure \| unit \|[\s\S]*\n\nThe sets differ\. Places are squares of 500 m\./,
  );
});
