import { type Drawing, type Mark, markAsSvg, widthInHelvetica } from '@itinera/base';
import type { MeasureRow } from '../wire/measures.js';
import { pageColours } from './palette.js';

/** Sizes of a picture, in its unit. */
interface Layout {
  readonly width: number;
  /** Left of the scale: the titles; right of it: the numbers. */
  readonly left: number;
  readonly right: number;
  readonly line: number;
  readonly text: number;
}

const PICTURE: Layout = { width: 880, left: 330, right: 70, line: 22, text: 12 };
/** Points per millimetre, and size of text in print. */
const POINTS = 72 / 25.4;
const PRINT = 7;
const LEGEND = [
  'dot: Jensen–Shannon divergence (0: equal), with its interval',
  'bar: that of two samples of one law',
  'tick: best built-in model; ×: people who never move',
];
/** Corners of a dot. */
const CORNERS = 16;

/**
 * All measures in one picture, as a file: the JSD of each with its interval, the ceiling (two samples of one law),
 * the floor (the best built-in model) and people who never move.
 * @param notes lines below the legend
 */
export function measuresSvg(rows: readonly MeasureRow[], notes: readonly string[] = []): string {
  const { marks, height } = marksOf(rows, notes, PICTURE);
  const { light, dark } = pageColours();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE.width} ${height}" role="img" aria-label="Jensen–Shannon divergence by measure" font-family="system-ui, sans-serif" font-size="12">
<style>svg {${light} } @media (prefers-color-scheme: dark) { svg {${dark} } }</style>
<rect width="100%" height="100%" fill="var(--card)"/>
${marks.map(markAsSvg).join('\n')}
</svg>
`;
}

/** The same for print. @param millimetres width of a column */
export function drawMeasures(
  rows: readonly MeasureRow[],
  title: string,
  millimetres: number,
  notes: readonly string[] = [],
): Drawing {
  const width = millimetres * POINTS;
  const widest = Math.max(...scoredOf(rows).map((row) => widthInHelvetica(row.title, PRINT)), 0);
  const left = Math.min(widest + PRINT, 0.6 * width);
  const { marks, height } = marksOf(rows, notes, { width, left, right: 4 * PRINT, line: 1.6 * PRINT, text: PRINT });
  const colours = new Map(
    [...pageColours().light.matchAll(/--([\w-]+): ?(#\w+)/g)].map(([, name, hex]) => [name!, hex!]),
  );
  const printed = (colour: string) => colours.get(colour.slice('var(--'.length, -1))!;
  return {
    ...{ title, width, height },
    marks: marks.map((mark) =>
      mark.kind === 'line' ? { ...mark, stroke: printed(mark.stroke) } : { ...mark, fill: printed(mark.fill!) },
    ),
  };
}

const scoredOf = (rows: readonly MeasureRow[]) => rows.filter(({ jsd }) => jsd !== null);

function marksOf(rows: readonly MeasureRow[], notes: readonly string[], { width, left, right, line, text }: Layout) {
  const scored = scoredOf(rows);
  const x = (jsd: number) => left + jsd * (width - left - right);
  const top = 2.8 * text;
  const words = (
    at: number,
    y: number,
    said: string,
    anchor: 'start' | 'middle' | 'end',
    fill: string,
    room = width,
  ): Mark => ({
    ...{ kind: 'text', x: at, y, text: said, anchor, fill },
    size: Math.round(10 * Math.min(text, (text * room) / widthInHelvetica(said, text))) / 10,
  });
  const stroke = (points: (readonly [number, number])[], colour: string, thickness: number): Mark => ({
    ...{ kind: 'line', points, stroke: colour, width: (thickness * text) / 12 },
  });
  const axis = [0, 0.25, 0.5, 0.75, 1].map((value) =>
    words(x(value), top - 1.2 * text, String(value), 'middle', 'var(--soft)'),
  );
  const lines = scored.flatMap(({ title, jsd, low, high, ceiling, floor, nobodyMoves }, i): Mark[] => {
    const y = top + i * line + line / 2;
    const [tick, cross, dot] = [0.6 * text, 0.33 * text, 0.42 * text];
    const marks = [
      words(left - 0.8 * text, y + text / 3, title, 'end', 'var(--ink)', left - text),
      stroke(
        [
          [x(0), y],
          [x(1), y],
        ],
        'var(--line)',
        1,
      ),
    ];
    if (ceiling !== null)
      marks.push({
        ...{ kind: 'rect', x: x(0), y: y - 0.4 * text, width: x(ceiling) - x(0), height: 0.8 * text },
        fill: 'var(--real-soft)',
      });
    if (low !== null && high !== null)
      marks.push(
        stroke(
          [
            [x(low), y],
            [x(high), y],
          ],
          'var(--accent)',
          2,
        ),
      );
    if (floor !== null)
      marks.push(
        stroke(
          [
            [x(floor), y - tick],
            [x(floor), y + tick],
          ],
          'var(--soft)',
          3,
        ),
      );
    if (nobodyMoves !== null)
      for (const side of [1, -1]) {
        const at = x(nobodyMoves);
        marks.push(
          stroke(
            [
              [at - cross, y - side * cross],
              [at + cross, y + side * cross],
            ],
            'var(--bad)',
            1.5,
          ),
        );
      }
    const corners = Array.from({ length: CORNERS }, (_, corner) => (2 * Math.PI * corner) / CORNERS);
    const round = corners.map((angle) => [x(jsd!) + dot * Math.cos(angle), y + dot * Math.sin(angle)] as const);
    marks.push({ kind: 'area', parts: [round], fill: 'var(--accent)' });
    marks.push(words(width - right + text, y + text / 3, jsd!.toFixed(3), 'start', 'var(--soft)'));
    return marks;
  });
  const bottom = top + scored.length * line + 1.5 * text;
  const below = [...LEGEND, ...notes];
  const legend = below.map((said, i) => words(0.2 * text, bottom + 1.4 * i * text, said, 'start', 'var(--soft)'));
  return { marks: [...axis, ...lines, ...legend], height: bottom + 1.4 * below.length * text };
}
