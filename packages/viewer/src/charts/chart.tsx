import type { ComponentChildren, VNode } from 'preact';

export interface TableOf {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A figure of the pages, which print draws as well. */
export interface Chart {
  readonly title: string;
  readonly note?: string | undefined;
  /** Names of the sides and their marks. */
  readonly legend?: readonly { readonly name: string; readonly mark: string }[];
  /** The same numbers as a table. */
  readonly table: () => TableOf;
  /** @param widthOf the width of a label, pixels */
  readonly draw: (width: number, widthOf: WidthOf) => VNode<PlotProps>;
}

export type WidthOf = (label: string) => number;

export interface PlotProps {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** The drawing of a figure. */
export function Plot({ title, width, height, class: name = '', children }: PlotProps) {
  return (
    <svg class={`plot ${name}`} {...{ width, height }} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {children}
    </svg>
  );
}

export const SIDES = [
  { name: 'real', mark: 'real' },
  { name: 'generated', mark: 'generated' },
] as const;

/** Number of colours for series in the style sheet: `--c1` and so on. */
const COLOURS = 8;
/** The colour of the style sheet that a mark has. */
export const colourOfMark = (mark: string): string =>
  ({ generated: 'accent', cost: 'bad', interval: 'ink' })[mark] ?? mark;
export const fillOf = (mark: string): string => `var(--${mark})`;
export const seriesMark = (index: number): string => `c${(index % COLOURS) + 1}`;
/** The legend of series in the order of their colours. */
export const seriesLegend = (names: readonly string[]) => names.map((name, i) => ({ name, mark: seriesMark(i) }));
