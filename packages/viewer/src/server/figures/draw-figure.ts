import { blendedOnWhite, type Drawing, type Mark, widthInHelvetica } from '@itinera/base';
import type { ComponentChild, VNode } from 'preact';
import { colourOfMark } from '../../charts/chart.js';
import { chartsOf } from '../../charts/finding-charts.js';
import type { FindingFigure } from '../../wire/findings.js';
import { pageColours } from '../palette.js';

/** Points per millimetre, and per pixel of a page. */
const POINTS = 72 / 25.4;
const SCALE = 7 / 12;
const GAP = 5;

/** How a mark of a page is printed: names of colours, pixels. */
interface Style {
  readonly fill?: string;
  readonly opacity?: number;
  readonly stroke?: string;
  readonly width?: number;
  readonly size?: number;
}

/** By the classes of a mark, as in the style sheet of the pages; marks of other classes are not printed. */
const STYLES: Readonly<Record<string, Style>> = {
  '': { fill: 'soft', size: 12 },
  value: { fill: 'soft', size: 12 },
  label: { fill: 'ink', size: 13 },
  grid: { stroke: 'line' },
  tick: { stroke: 'line' },
  zero: { stroke: 'soft' },
  interval: { stroke: 'ink', width: 2 },
  'bar real': { fill: 'real' },
  'bar generated': { fill: 'accent' },
  'area real': { fill: 'real', opacity: 0.45 },
  'area generated': { fill: 'accent', opacity: 0.16, stroke: 'accent', width: 1.8 },
};

/** Draws a figure of a score for print, as the pages show it. @param millimetres width of a column */
export function drawFigure(figure: FindingFigure, title: string, millimetres: number): Drawing {
  const width = millimetres * POINTS;
  const print = new Print();
  for (const { title: name, legend, draw } of chartsOf(title, figure)) {
    if (figure.kind === 'hours') print.words(name, 0, 12, 'ink');
    // The strip of lost points is not printed.
    print.legend(legend?.filter(({ mark }) => mark !== 'cost') ?? [], width / SCALE);
    const plot = draw(width / SCALE, (label) => widthInHelvetica(label, 13));
    print.add(plot);
    print.top += plot.props.height + GAP;
  }
  return { title, width, height: print.top * SCALE, marks: print.marks };
}

/** The marks of charts below each other. */
class Print {
  readonly marks: Mark[] = [];
  /** Pixels above the current chart. */
  top = 0;
  readonly #colours = new Map(
    [...pageColours().light.matchAll(/--([\w-]+): ?(#\w+)/g)].map(([, name, hex]) => [name!, hex!]),
  );

  /** A line of words. */
  words(text: string, x: number, size: number, colour: string): void {
    this.marks.push(this.#text(text, x, size, { fill: colour, size }, 'start'));
    this.top += size + GAP;
  }

  /** The names of the sides in their colours, in as many lines as they need. */
  legend(entries: readonly { readonly name: string; readonly mark: string }[], width: number): void {
    let x = 0;
    for (const { name, mark } of entries) {
      const wide = widthInHelvetica(name, 12) + 22;
      if (x > 0 && x + wide > width) [x, this.top] = [0, this.top + 16];
      this.#area([box(x, 3, 9, 9)], this.#colour(colourOfMark(mark)));
      this.marks.push(this.#text(name, x + 13, 12, { fill: 'ink', size: 12 }, 'start'));
      x += wide;
    }
    if (entries.length > 0) this.top += 16 + GAP;
  }

  /** A chart or a part of one. */
  add(node: ComponentChild | readonly ComponentChild[]): void {
    if (Array.isArray(node)) for (const part of node) this.add(part);
    if (node === null || typeof node !== 'object' || !('type' in node)) return;
    const { type, props } = node as VNode<Record<string, unknown>>;
    const style =
      props.class === 'stack'
        ? { fill: /--([\w-]+)/.exec(String(props.fill))![1]! }
        : STYLES[String(props.class ?? '')];
    const n = (name: string) => Number(props[name] ?? 0);
    if (typeof type === 'function') this.add((type as (given: object) => ComponentChild)(props));
    else if (type === 'svg' || type === 'g') this.add(props.children as ComponentChild);
    else if (style === undefined) return;
    else if (type === 'text') {
      const words = [props.children].flat(9).join('');
      this.marks.push(this.#text(words, n('x'), n('y'), style, (props['text-anchor'] ?? 'start') as Anchor));
    } else if (type === 'line')
      this.#stroke(
        [
          [n('x1'), n('y1')],
          [n('x2'), n('y2')],
        ],
        style,
      );
    else
      this.#shape(type === 'path' ? partsOf(String(props.d)) : [box(n('x'), n('y'), n('width'), n('height'))], style);
  }

  #shape(parts: readonly Line[], style: Style): void {
    if (style.fill) this.#area(parts, blendedOnWhite(this.#colour(style.fill), style.opacity ?? 1));
    if (style.stroke) for (const part of parts) this.#stroke(part, style);
  }

  #area(parts: readonly Line[], fill: string): void {
    this.marks.push({ kind: 'area', parts: parts.map((part) => this.#scaled(part)), fill });
  }

  #stroke(points: Line, { stroke, width = 1 }: Style): void {
    this.marks.push({
      kind: 'line',
      points: this.#scaled(points),
      stroke: this.#colour(stroke!),
      width: width * SCALE,
    });
  }

  #text(text: string, x: number, y: number, { fill, size = 12 }: Style, anchor: Anchor): Mark {
    const [[left, base]] = this.#scaled([[x, y]]) as [readonly [number, number]];
    return { kind: 'text', x: left, y: base, text, anchor, size: size * SCALE, fill: this.#colour(fill!) };
  }

  #scaled(points: Line): Line {
    return points.map(([x, y]) => [x * SCALE, (y + this.top) * SCALE] as const);
  }

  #colour(name: string): string {
    return this.#colours.get(name)!;
  }
}

type Line = readonly (readonly [x: number, y: number])[];
type Anchor = 'start' | 'middle' | 'end';

const box = (x: number, y: number, width: number, height: number): Line => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** The corners of the parts of a path that has straight lines only. */
function partsOf(path: string): Line[] {
  const parts: (readonly [number, number])[][] = [];
  let [x, y] = [0, 0];
  for (const [, step, rest] of path.matchAll(/([MLHVv])([^A-Za-z]+)/g)) {
    const [a, b] = rest!.trim().split(/[ ,]/).map(Number) as [number, number];
    if (step === 'M') parts.push([]);
    [x, y] = step === 'H' ? [a, y] : step === 'V' ? [x, a] : step === 'v' ? [x, y + a] : [a, b];
    parts.at(-1)!.push([x, y]);
  }
  return parts;
}
