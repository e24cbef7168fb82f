import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MeasureRow } from '../wire/measures.js';
import { measuresSvg } from './measures-svg.js';

const row = (title: string, values: Partial<MeasureRow>) =>
  ({ title, jsd: 0.2, low: 0.1, high: 0.3, ceiling: 0.05, floor: 0.4, nobodyMoves: 0.9, ...values }) as MeasureRow;

test('each measure with a JSD is a line; missing values have no marks', () => {
  const svg = measuresSvg([
    row('jump <lengths>', {}),
    row('motifs', { low: null, ceiling: null, floor: null, nobodyMoves: null }),
    row('not compared', { jsd: null }),
  ]);
  expect(svg).toContain('jump &#60;lengths&#62;');
  expect(svg).not.toContain('not compared');
  expect(svg.match(/<circle/g)).toHaveLength(2);
  expect(svg.match(/stroke="var\(--bad\)"/g)).toHaveLength(1);
});

test('the colours of the picture are those of the pages', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../app/style/base.css'), 'utf8');
  const colours = [...measuresSvg([]).matchAll(/--[\w-]+: #\w+;/g)].map(([colour]) => colour);
  expect(colours).toHaveLength(18);
  for (const colour of colours) expect(sheet).toContain(colour);
});
