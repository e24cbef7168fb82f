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

test('the picture has the colours of the pages', () => {
  const svg = measuresSvg([]);
  for (const name of ['card', 'ink', 'soft', 'line', 'accent', 'real-soft', 'bad'])
    expect(svg.match(new RegExp(`--${name}: ?#`, 'g'))).toHaveLength(2);
});
