import { drawingAsPdf, drawingAsSvg, type Mark } from '@itinera/base';
import { expect, test } from 'vitest';
import type { FindingFigure } from '../../wire/findings.js';
import { drawFigure } from './draw-figure.js';

const hours = (morning: number, evening: number) =>
  Array.from({ length: 24 }, (_, hour) => (hour < 12 ? morning : evening));
const day = {
  real: hours(1, 0),
  generated: hours(0, 1),
  realShare: hours(1 / 24, 1 / 24),
  generatedShare: hours(0, 1 / 12),
  lost: hours(1, 1),
  points: { of: 1, got: 1 },
};
const figures: readonly FindingFigure[] = [
  { kind: 'histogram', unit: 'm', edges: [0, 1, 2], real: [0.5, 0.5], generated: [0, 1], lost: [1, 1], whole: false },
  { kind: 'categories', labels: ['a <b>', 'c (d)'], real: [0.2, 0.8], generated: [0.8, 0.2], lost: null },
  { kind: 'rates', rates: [{ title: 'during', real: -80, generated: 10, lost: 1, noise: null }] },
  {
    kind: 'hours',
    days: [
      { title: 'before', ...day },
      { title: 'during', ...day },
    ],
  },
  {
    kind: 'shares-by-time',
    labels: ['x', 'y'],
    slotMinutes: 720,
    real: [
      [0.3, 1],
      [0.7, 0],
    ],
    generated: [
      [1, 1],
      [0, 0],
    ],
  },
];
const ends = (mark: Mark): number[] => {
  if (mark.kind === 'line') return mark.points.map(([x]) => x);
  if (mark.kind === 'area') return mark.parts.flat().map(([x]) => x);
  return mark.kind === 'rect' ? [mark.x, mark.x + mark.width] : [mark.x];
};

test.each(figures)('the figure $kind fits the width of its column, as SVG and as PDF', (figure) => {
  const drawing = drawFigure(figure, 'A title', 85);
  expect(drawing.width).toBeCloseTo((85 * 72) / 25.4);
  for (const x of drawing.marks.flatMap(ends)) expect([x >= 0, x <= drawing.width]).toEqual([true, true]);
  const svg = drawingAsSvg(drawing);
  expect(svg).toMatch(/^<svg [^>]*width="240\.94pt"/);
  expect(svg).not.toContain('<b>');
  const pdf = Buffer.from(drawingAsPdf(drawing)).toString('latin1');
  const table = Number(/startxref\n(\d+)/.exec(pdf)![1]);
  expect(pdf.slice(table, table + 4)).toBe('xref');
  for (const [i, [, place]] of [...pdf.matchAll(/^(\d{10}) 00000 n/gm)].entries())
    expect(pdf.slice(Number(place)).startsWith(`${i + 1} 0 obj`)).toBe(true);
  const [, length] = /\/Length (\d+)/.exec(pdf)!;
  expect(pdf.slice(pdf.indexOf('stream\n') + 7 + Number(length)).startsWith('\nendstream')).toBe(true);
});
