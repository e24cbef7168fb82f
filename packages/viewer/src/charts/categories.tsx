import type { CategoryFigure } from '../wire/findings.js';
import { asPercent, fixed, signed } from '../wire/format.js';
import { linear } from '../wire/scale.js';
import { type Chart, Plot, SIDES } from './chart.js';
import { fitLabel } from './fit-text.js';

/** Height of two bars, and of a label above them. */
const BARS = 34;
const LABEL = 18;

/** Two bars per category. */
export function categories(title: string, figure: CategoryFigure): Chart {
  const { labels, real, generated, lost } = figure;
  const top = Math.max(...real, ...generated, 1e-9);
  const draw: Chart['draw'] = (width, widthOf) => {
    const room = lost ? 74 : 52;
    // Labels that do not fit next to the bars are above them.
    const widest = Math.max(...labels.map(widthOf)) + 10;
    const isAbove = width < 2.5 * widest;
    const left = isAbove ? 0 : Math.max(Math.min(150, 0.3 * width), widest);
    const above = isAbove ? LABEL : 0;
    const row = BARS + above;
    const x = linear([0, top], [left, width - room]);
    return (
      <Plot {...{ title, width }} height={labels.length * row}>
        {labels.map((label, i) => {
          const y = i * row + above;
          return (
            <g
              key={label}
              data-say={`${label}\n${asPercent(real[i]!, 1)} real\n${asPercent(generated[i]!, 1)} generated`}
            >
              <rect class="hover" x="0" width={width} y={i * row} height={row} />
              {isAbove ? (
                <text class="label" x="0" y={y}>
                  {fitLabel(label, width, widthOf)}
                </text>
              ) : (
                <text class="label" x={left - 10} y={y + 20} text-anchor="end">
                  {label}
                </text>
              )}
              <rect class="bar real" x={left} y={y + 6} width={Math.max(1, x(real[i]!) - left)} height="9" rx="1.5" />
              <rect
                class="bar generated"
                x={left}
                y={y + 16}
                width={Math.max(1, x(generated[i]!) - left)}
                height="9"
                rx="1.5"
              />
              <text class="value" x={width} y={y + 20} text-anchor="end">
                {lost ? `−${fixed(lost[i]!, 2)} pt` : `${signed(100 * (generated[i]! - real[i]!))} pp`}
              </text>
            </g>
          );
        })}
      </Plot>
    );
  };
  return {
    title,
    note: lost ? 'pt: points of the score.' : 'pp: percentage points, generated minus real.',
    legend: SIDES,
    draw,
    table: () => ({
      head: ['', 'real', 'generated', ...(lost ? ['points lost'] : [])],
      rows: labels.map((label, i) => [
        label,
        asPercent(real[i]!, 1),
        asPercent(generated[i]!, 1),
        ...(lost ? [fixed(lost[i]!, 3)] : []),
      ]),
    }),
  };
}
