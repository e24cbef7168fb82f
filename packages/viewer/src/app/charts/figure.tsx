import { useRef, useState } from 'preact/hooks';
import type { Chart } from '../../charts/chart.js';
import { PlainTable } from '../parts/number-table.js';
import { Swatches } from '../parts/swatches.js';
import { labelWidth } from './label-width.js';
import { Readout } from './readout.js';
import { savePng, saveSvg } from './save.js';
import { useWidth } from './use-width.js';

/** Pixels; before the page is laid out, a figure may be narrower than its axis. */
const LEAST_WIDTH = 80;

/** A figure with its title, legend, table of numbers and buttons that save it. */
export function Figure({ title, note, legend, table, draw }: Chart) {
  const [box, width] = useWidth<HTMLDivElement>();
  const frame = useRef<HTMLElement>(null);
  const [showsTable, setShowsTable] = useState(false);
  const svg = () => frame.current?.querySelector('svg.plot') as SVGSVGElement | null;
  return (
    <figure class="figure" ref={frame}>
      <figcaption>
        <span class="figure-title">{title}</span>
        {legend && <Swatches entries={legend} />}
      </figcaption>
      {showsTable ? (
        <div class="figure-body" ref={box}>
          <PlainTable title={title} {...table()} />
        </div>
      ) : (
        <Readout title={title} box={box}>
          {width >= LEAST_WIDTH && draw(width, labelWidth)}
        </Readout>
      )}
      {note && <p class="figure-note">{note}</p>}
      {/* With a key: it would be taken for the body of the table and built anew, and its button would lose the focus. */}
      <div class="figure-tools" key="tools">
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
