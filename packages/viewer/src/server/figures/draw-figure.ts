import type { FindingFigure, HistogramFigure } from '../../wire/findings.js';
import { hourTicks, linear, ticks } from '../../wire/scale.js';
import { type Drawing, type Mark, widthOf } from './drawing.js';

/** Points per millimetre. */
const POINTS = 72 / 25.4;
const SIZE = 7;
const REAL = '#9a9d9f';
const GENERATED = '#0b6b74';
const GRID = '#dddddd';
const INK = '#000000';
/** Distinguishable in print and for colour-blind readers (Okabe and Ito). */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];

/** Draws a figure of a score for print. @param millimetres width of a column @returns null for a kind without a drawing */
export function drawFigure(figure: FindingFigure, title: string, millimetres: number): Drawing | null {
  const width = millimetres * POINTS;
  const drawn = marksOf(figure, width);
  return drawn === null ? null : { title, width, ...drawn };
}

type Drawn = Pick<Drawing, 'height' | 'marks'>;

function marksOf(figure: FindingFigure, width: number): Drawn | null {
  switch (figure.kind) {
    case 'histogram':
      return histogram(figure, width);
    case 'categories':
      return bars(figure.labels, figure.real, figure.generated, width, percent);
    case 'rates':
      return bars(
        figure.rates.map(({ title }) => title),
        figure.rates.map(({ real }) => real),
        figure.rates.map(({ generated }) => generated ?? 0),
        width,
        (value) => `${value} %`,
      );
    case 'hours': {
      const parts = figure.days.map((day) => {
        const edges = Array.from({ length: day.realShare.length + 1 }, (_, i) => i);
        const { realShare: real, generatedShare: generated } = day;
        const drawn = histogram(
          { kind: 'histogram', unit: 'hour', edges, real, generated, lost: [], whole: false },
          width,
        );
        return { ...drawn, marks: [...drawn.marks, text(width / 2, 7, day.title, 'middle')] };
      });
      return stacked(parts);
    }
    case 'shares-by-time':
      return stacked(
        (
          [
            ['real', figure.real],
            ['generated', figure.generated],
          ] as const
        ).map(([name, shares], i) => areas(figure.labels, shares, figure.slotMinutes, width, name, i === 1)),
      );
    case 'people-lines':
      return null;
  }
}

const percent = (share: number) => `${Math.round(1000 * share) / 10} %`;
const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end' = 'start'): Mark => ({
  kind: 'text',
  x,
  y,
  text: words,
  anchor,
  size: SIZE,
});
const line = (points: readonly (readonly [number, number])[], stroke: string, width = 1): Mark => ({
  kind: 'line',
  points,
  stroke,
  width,
});

/** Drawings below each other. */
function stacked(parts: readonly Drawn[]): Drawn {
  let height = 0;
  const marks = parts.flatMap((part) => {
    const from = height;
    height += part.height + 4;
    return part.marks.map((mark): Mark => {
      if (mark.kind === 'line') return { ...mark, points: mark.points.map(([x, y]) => [x, y + from] as const) };
      return { ...mark, y: mark.y + from };
    });
  });
  return { height, marks };
}

/** The names of both distributions, in their colours. */
function legend(x: number, y: number): Mark[] {
  return [
    { kind: 'rect', x, y: y - 5, width: 8, height: 5, fill: REAL },
    text(x + 11, y, 'real'),
    line(
      [
        [x + 30, y - 2.5],
        [x + 38, y - 2.5],
      ],
      GENERATED,
      1.2,
    ),
    text(x + 41, y, 'generated'),
  ];
}

function histogram({ edges, real, generated, unit }: HistogramFigure, width: number): Drawn {
  const [left, right, top, bottom, height] = [28, width - 10, 14, 92, 114];
  const most = Math.max(...real, ...generated, 1e-9);
  const x = linear([edges[0]!, edges.at(-1)!], [left, right]);
  const y = linear([0, most], [bottom, top]);
  const outline = generated.flatMap((share, i) => [
    [x(edges[i]!), y(share)] as const,
    [x(edges[i + 1]!), y(share)] as const,
  ]);
  return {
    height,
    marks: [
      ...ticks(0, most, 3).flatMap((value) => [
        line(
          [
            [left, y(value)],
            [right, y(value)],
          ],
          GRID,
          0.5,
        ),
        text(left - 3, y(value) + 2.5, percent(value), 'end'),
      ]),
      ...real.map(
        (share, i): Mark => ({
          kind: 'rect',
          x: x(edges[i]!),
          y: y(share),
          width: x(edges[i + 1]!) - x(edges[i]!),
          height: bottom - y(share),
          fill: REAL,
        }),
      ),
      line(outline, GENERATED),
      line(
        [
          [left, bottom],
          [right, bottom],
        ],
        INK,
        0.5,
      ),
      ...(unit === 'hour' ? hourTicks(width / 25) : ticks(edges[0]!, edges.at(-1)!, width / 50)).map((value) =>
        text(x(value), bottom + 9, String(Math.round(value * 1e6) / 1e6), 'middle'),
      ),
      text((left + right) / 2, bottom + 18, unit, 'middle'),
      ...legend(left, 7),
    ],
  };
}

/** Pairs of horizontal bars. */
function bars(
  labels: readonly string[],
  real: readonly number[],
  generated: readonly number[],
  width: number,
  say: (value: number) => string,
): Drawn {
  const left = Math.min(width / 2, Math.max(...labels.map((label) => widthOf(label, SIZE))) + 6);
  const all = [...real, ...generated];
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all, 1e-9)];
  const [top, step] = [14, 15];
  const x = linear([least, most], [left, width - 12]);
  const bottom = top + labels.length * step;
  const bar = (value: number, y: number, fill: string): Mark => ({
    kind: 'rect',
    x: Math.min(x(0), x(value)),
    y,
    width: Math.abs(x(value) - x(0)),
    height: 5,
    fill,
  });
  return {
    height: bottom + 14,
    marks: [
      ...ticks(least, most, 4).flatMap((value) => [
        line(
          [
            [x(value), top],
            [x(value), bottom],
          ],
          GRID,
          0.5,
        ),
        text(x(value), bottom + 9, say(value), 'middle'),
      ]),
      ...labels.flatMap((label, i) => [
        text(left - 4, top + i * step + 9, label, 'end'),
        bar(real[i]!, top + i * step + 1.5, REAL),
        bar(generated[i]!, top + i * step + 7, GENERATED),
      ]),
      line(
        [
          [x(0), top],
          [x(0), bottom],
        ],
        INK,
        0.5,
      ),
      ...legend(left, 7),
    ],
  };
}

/** Shares of categories over the day, on top of each other. */
function areas(
  labels: readonly string[],
  shares: readonly (readonly number[])[],
  slotMinutes: number,
  width: number,
  name: string,
  hasLegend: boolean,
): Drawn {
  const [left, right, top, bottom] = [28, width - 10, 10, 72];
  const slots = shares[0]?.length ?? 0;
  const x = linear([0, slots], [left, right]);
  const y = linear([0, 1], [bottom, top]);
  const marks: Mark[] = [text((left + right) / 2, 7, name, 'middle')];
  for (let slot = 0; slot < slots; slot++) {
    let from = 0;
    for (const [i, own] of shares.entries()) {
      const share = own[slot] ?? 0;
      marks.push({
        kind: 'rect',
        x: x(slot),
        y: y(from + share),
        // A hair wider, so that no gaps show between the slots.
        width: x(slot + 1) - x(slot) + 0.1,
        height: y(from) - y(from + share),
        fill: COLOURS[i % COLOURS.length]!,
      });
      from += share;
    }
  }
  const hours = (slots * slotMinutes) / 60;
  for (let hour = 0; hour <= hours; hour += 6)
    marks.push(text(x((hour * 60) / slotMinutes), bottom + 9, `${hour}:00`, 'middle'));
  marks.push(
    line(
      [
        [left, bottom],
        [right, bottom],
      ],
      INK,
      0.5,
    ),
    text(left - 3, top + 4, '100 %', 'end'),
  );
  let [at, row] = [left, bottom + 20];
  for (const [i, label] of hasLegend ? labels.entries() : []) {
    const length = widthOf(label, SIZE) + 16;
    if (at + length > right) [at, row] = [left, row + 9];
    marks.push(
      { kind: 'rect', x: at, y: row - 5, width: 6, height: 5, fill: COLOURS[i % COLOURS.length]! },
      text(at + 8, row, label),
    );
    at += length;
  }
  return { height: (hasLegend ? row : bottom + 9) + 4, marks };
}
