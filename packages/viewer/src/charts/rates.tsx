import type { RatesFigure } from '../wire/findings.js';
import { fixed, signed } from '../wire/format.js';
import { linear, ticks } from '../wire/scale.js';
import { BottomAxis } from './axes.js';
import { type Chart, Plot, SIDES } from './chart.js';
import { fitLabel } from './fit-text.js';

const ROW = 62;
/** Minimum width in pixels at which name and numbers fit on one line. */
const ONE_LINE = 460;
const LINE = 18;
/** Space for the numbers next to a name. */
const VALUES = 320;

/** Change rates as bars from zero, with the counting noise. */
export function rates(title: string, figure: RatesFigure): Chart {
  const ends = figure.rates.flatMap(({ real, generated, noise }) => [
    real,
    generated ?? 0,
    (generated ?? 0) - (noise ?? 0),
    (generated ?? 0) + (noise ?? 0),
  ]);
  const range: [number, number] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const draw: Chart['draw'] = (width, widthOf) => {
    const x = linear(range, [14, width - 14]);
    const more = width < ONE_LINE ? LINE : 0;
    const row = ROW + more;
    const height = figure.rates.length * row + 26;
    const bar = (value: number, y: number, name: string) => (
      <rect
        class={`bar ${name}`}
        x={Math.min(x(0), x(value))}
        width={Math.max(1, Math.abs(x(value) - x(0)))}
        y={y}
        height="12"
        rx="1.5"
      />
    );
    return (
      <Plot {...{ title, width, height }}>
        {figure.rates.map(({ title: name, real, generated, noise, lost }, i) => {
          const y = i * row + more;
          return (
            <g
              key={name}
              data-say={`${name}\n${signed(real)} % real\n${signed(generated)} % generated${noise === null ? '' : ` ± ${fixed(noise)}`}`}
            >
              <rect class="hover" x="0" width={width} y={y} height={row - 4} />
              <text class="label" x="14" y={y + 14 - more}>
                {fitLabel(name, more > 0 ? width - 28 : width - VALUES, widthOf)}
              </text>
              <text class="value" x={more > 0 ? 14 : width - 14} y={y + 14} text-anchor={more > 0 ? 'start' : 'end'}>
                {`real ${signed(real)} %, generated ${signed(generated)} %${lost === null ? '' : `, −${fixed(lost)} points`}`}
              </text>
              {bar(real, y + 22, 'real')}
              {generated !== null && bar(generated, y + 36, 'generated')}
              {generated !== null && noise !== null && (
                <line class="interval" x1={x(generated - noise)} x2={x(generated + noise)} y1={y + 42} y2={y + 42} />
              )}
            </g>
          );
        })}
        {figure.rates.map(({ title: name }, i) => (
          <line key={name} class="zero" x1={x(0)} x2={x(0)} y1={i * row + more + 20} y2={i * row + more + 50} />
        ))}
        <BottomAxis
          at={x}
          values={ticks(range[0], range[1], width / 90)}
          say={(v) => `${signed(v, 0)} %`}
          y={height - 22}
          end={width}
        />
      </Plot>
    );
  };
  return {
    title,
    legend: [...SIDES, { name: 'counting noise (2 standard errors)', mark: 'interval' }],
    draw,
    table: () => ({
      head: ['day', 'real, %', 'generated, %', 'noise, ± percentage points', 'points lost'],
      rows: figure.rates.map(({ title: name, real, generated, noise, lost }) => [
        name,
        fixed(real),
        fixed(generated),
        fixed(noise),
        fixed(lost),
      ]),
    }),
  };
}
