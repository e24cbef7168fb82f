import { type Drawing, drawingAsSvg, type Mark } from '@itinera/base';
import { linear } from '../../packages/viewer/src/wire/scale.js';

/** Scores with a number of calls: mean and standard deviation for each number of typical days. */
interface CallsRow {
  /** Share of the people. */
  readonly calls: number;
  readonly scores: readonly (readonly [mean: number, deviation: number])[];
}

const SIZE = { width: 480, height: 300 };
const PLOT = { left: 40, right: 392, top: 28, bottom: 252 };
const [INK, GREY, GRID] = ['#222222', '#767676', '#e3e3e3'];
const COLOURS = ['#e08e0b', '#1f6f8b', '#d1495b'];
const SHARES = [0.0001, 0.001, 0.01, 0.1];
const POINTS = [100, 99, 96, 90, 80, 70, 60];

/**
 * Draws the picture of docs/diary-day.md: points against calls, from the table of weekdays in lab/tables/diary.md.
 * The height is the distance from the truth, the root of the missing points.
 */
export function drawDiaryCalls(page: string): string {
  const [weekdays] = page.split('**Weekdays**')[1]!.split('**Weekends**');
  const [, each] = /training person of equal sex, age, status, cars \| (\d+\.\d+)/.exec(weekdays!)!;
  const [, head, body] = /\n(\| calls .*)\n.*\n((?:\|.*\n?)+)/.exec(weekdays!)!;
  const rows = body!.trim().split('\n').map(rowOf);
  return drawingAsSvg(drawing(cellsOf(head!).slice(2), rows, Number(each)));
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function rowOf(line: string): CallsRow {
  const [, share, ...scores] = cellsOf(line);
  return {
    calls: Number.parseFloat(share!) / 100,
    scores: scores.map((cell) => cell.split(' ± ').map(Number) as [number, number]),
  };
}

function drawing(days: readonly string[], rows: readonly CallsRow[], each: number): Drawing {
  const { left, right, top, bottom } = PLOT;
  const log = linear([Math.log(SHARES[0]!), Math.log(SHARES.at(-1)!)], [left, right]);
  const x = (share: number) => log(Math.log(share));
  const distance = (score: number) => Math.sqrt(Math.max(0, 100 - score));
  const height = linear([0, distance(POINTS.at(-1)!)], [top, bottom]);
  const y = (score: number) => Math.min(bottom, height(distance(score)));
  const series = days.flatMap((name, i): Mark[] => {
    const stroke = COLOURS[i]!;
    const shift = 4 * (i - (days.length - 1) / 2);
    const points = rows.map(({ calls, scores }) => [x(calls) + shift, ...scores[i]!] as const);
    return [
      line(
        points.map(([at, mean]) => [at, y(mean)]),
        stroke,
        1.5,
      ),
      ...points.flatMap(([at, mean, deviation]): Mark[] => [
        line(
          [
            [at, y(mean - deviation)],
            [at, y(mean + deviation)],
          ],
          stroke,
          1,
        ),
        { kind: 'rect', x: at - 2.5, y: y(mean) - 2.5, width: 5, height: 5, fill: stroke },
      ]),
      { kind: 'rect', x: right + 8, y: 150 + 14 * i, width: 8, height: 5, fill: stroke },
      text(right + 20, 156 + 14 * i, name, 'start'),
    ];
  });
  return {
    title: 'Points of groups that share typical days, by calls',
    ...SIZE,
    marks: [
      { kind: 'rect', x: 0, y: 0, ...SIZE, fill: '#ffffff' },
      text(left, 14, 'points (mean and standard deviation)', 'start'),
      ...POINTS.flatMap((score) => [
        across(left, right, y(score), GRID),
        text(left - 6, y(score) + 3, String(score), 'end'),
      ]),
      ...SHARES.flatMap((share) => [
        line(
          [
            [x(share), bottom],
            [x(share), bottom + 4],
          ],
          INK,
          1,
        ),
        text(x(share), bottom + 15, `${100 * share} %`, 'middle'),
      ]),
      across(left, right, bottom, INK),
      text((left + right) / 2, bottom + 32, 'calls as a share of the people, logarithmic', 'middle'),
      line(
        [
          [x(0.01), top],
          [x(0.01), bottom],
        ],
        GREY,
        1,
      ),
      text(x(0.01) + 5, bottom - 8, '1 % of the people', 'start'),
      across(left, right, y(each), GREY),
      text(right + 8, y(each) + 3, `each person: ${each}`, 'start'),
      ...series,
    ],
  };
}

const line = (points: readonly (readonly [number, number])[], stroke: string, width: number): Mark => ({
  kind: 'line',
  points,
  stroke,
  width,
});

const across = (from: number, to: number, at: number, stroke: string): Mark =>
  line(
    [
      [from, at],
      [to, at],
    ],
    stroke,
    1,
  );

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): Mark => ({
  kind: 'text',
  x,
  y,
  text: words,
  anchor,
  size: 9,
});
