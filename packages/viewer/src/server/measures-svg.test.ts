import { expect, test } from 'vitest';
import type { MeasureRow } from '../wire/measures.js';
import { drawMeasures, measuresSvg } from './measures-svg.js';

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
  expect(svg.match(/<path[^>]*fill="var\(--accent\)"/g)).toHaveLength(2);
  expect(svg.match(/stroke="var\(--bad\)"/g)).toHaveLength(2);
});

test('the picture has the colours of the pages', () => {
  const svg = measuresSvg([]);
  for (const name of ['card', 'ink', 'soft', 'line', 'accent', 'real-soft', 'bad'])
    expect(svg.match(new RegExp(`--${name}: ?#`, 'g'))).toHaveLength(2);
});

test('in print the picture has the width of a column, and colours without a style sheet', () => {
  const { width, height, marks } = drawMeasures([row('jump lengths', {}), row('motifs', {})], 'Measures', 85);
  expect(width).toBeCloseTo(240.9, 1);
  expect(height).toBeLessThan(90);
  for (const mark of marks) {
    expect(mark.kind === 'line' ? mark.stroke : mark.fill).toMatch(/^#[0-9a-f]{6}$/i);
    const xs = mark.kind === 'line' ? mark.points.map(([x]) => x) : 'x' in mark ? [mark.x] : [];
    for (const x of xs) expect(x).toBeLessThanOrEqual(width);
  }
});
