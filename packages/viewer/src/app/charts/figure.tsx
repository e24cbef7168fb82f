import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { PlainTable } from '../parts/number-table.js';
import { Readout } from './readout.js';
import { savePng, saveSvg } from './save.js';
import { useWidth } from './use-width.js';

export interface TableOf {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Pixels; before the page is laid out, a figure may be narrower than its axis. */
const LEAST_WIDTH = 80;

interface Props {
  readonly title: string;
  readonly note?: ComponentChildren;
  /** Names of the sides and their marks. */
  readonly legend?: readonly { readonly name: string; readonly mark: string }[];
  /** The same numbers as a table. */
  readonly table: () => TableOf;
  readonly draw: (width: number) => ComponentChildren;
}

/** A figure with its title, legend, table of numbers and buttons that save it. */
export function Figure({ title, note, legend, table, draw }: Props) {
  const [box, width] = useWidth<HTMLDivElement>();
  const frame = useRef<HTMLElement>(null);
  const [showsTable, setShowsTable] = useState(false);
  const svg = () => frame.current?.querySelector('svg.plot') as SVGSVGElement | null;
  return (
    <figure class="figure" ref={frame}>
      <figcaption>
        <span class="figure-title">{title}</span>
        {legend && (
          <span class="legend">
            {legend.map(({ name, mark }) => (
              <span key={name}>
                <i class={`mark-${mark}`} />
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      {showsTable ? (
        <div class="figure-body" ref={box}>
          <PlainTable title={title} {...table()} />
        </div>
      ) : (
        <Readout title={title} box={box}>
          {width >= LEAST_WIDTH && draw(width)}
        </Readout>
      )}
      {note && <p class="figure-note">{note}</p>}
      <div class="figure-tools">
        <button type="button" onClick={() => setShowsTable(!showsTable)} aria-pressed={showsTable}>
          Table
        </button>
        {!showsTable && (
          <>
            <button type="button" onClick={() => saveSvg(svg(), title)} aria-label={`Save as SVG: ${title}`}>
              SVG
            </button>
            <button type="button" onClick={() => savePng(svg(), title)} aria-label={`Save as PNG: ${title}`}>
              PNG
            </button>
          </>
        )}
      </div>
    </figure>
  );
}

interface PlotProps {
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
