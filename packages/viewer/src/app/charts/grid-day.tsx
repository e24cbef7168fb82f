import { Plot, SIDES } from '../../charts/chart.js';
import { clock } from '../../wire/format.js';
import type { HumobDay } from '../../wire/humob.js';
import { linear, ticks } from '../../wire/scale.js';
import { Figure } from './figure.js';

const LEAST_CELLS = 8;

/** A day on the grid of 500 m: both paths, and the steps that DTW aligned. */
export function GridDay({ day, step }: { readonly day: HumobDay; readonly step: number | null }) {
  const points = [...day.generated, ...day.reference];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const side = Math.max(LEAST_CELLS, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + 2;
  const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2] as const;
  const draw = (width: number) => {
    const size = Math.min(width, 460);
    const x = linear([middle[0] - side / 2, middle[0] + side / 2], [0, size]);
    // In the challenge's grid, y increases to the south.
    const y = linear([middle[1] - side / 2, middle[1] + side / 2], [0, size]);
    const path = (cells: HumobDay['generated']) =>
      cells.map(([cx, cy], i) => `${i === 0 ? 'M' : 'L'}${x(cx).toFixed(1)} ${y(cy).toFixed(1)}`).join('');
    const pairs = day.alignment.filter(([generated]) => step === null || generated === step);
    return (
      <Plot class="grid-day" title={`Day ${day.day} on the grid`} width={size} height={size}>
        <rect class="grid-ground" width={size} height={size} rx="8" />
        {ticks(middle[0] - side / 2, middle[0] + side / 2, 8).map((value) => (
          <line key={value} class="grid" x1={x(value)} x2={x(value)} y1="0" y2={size} />
        ))}
        {ticks(middle[1] - side / 2, middle[1] + side / 2, 8).map((value) => (
          <line key={value} class="grid" y1={y(value)} y2={y(value)} x1="0" x2={size} />
        ))}
        {pairs.map(([generated, reference]) => (
          <line
            key={`${generated} ${reference}`}
            class="pair"
            x1={x(day.generated[generated]![0])}
            y1={y(day.generated[generated]![1])}
            x2={x(day.reference[reference]![0])}
            y2={y(day.reference[reference]![1])}
          />
        ))}
        <path class="way real" d={path(day.reference)} />
        <path class="way generated" d={path(day.generated)} />
        {(['reference', 'generated'] as const).map((set) =>
          day[set].map(([cx, cy], i) => {
            const [mark, radius] = set === 'reference' ? ['real', 4] : ['generated', 3];
            return (
              <circle
                key={`${set} ${day.t[i]}`}
                class={`spot ${mark} ${step === i ? 'chosen' : ''}`}
                cx={x(cx)}
                cy={y(cy)}
                r={step === i ? radius + 3 : radius}
                data-say={`${mark} at ${clock(day.t[i]! * 1800)}: ${cx}, ${cy}`}
              />
            );
          }),
        )}
      </Plot>
    );
  };
  return (
    <Figure
      title="On the grid, cells of 500 m"
      legend={SIDES}
      draw={draw}
      table={() => ({
        head: ['time', 'generated', 'real'],
        rows: day.t.map((t, i) => [clock(t * 1800), day.generated[i]!.join(', '), day.reference[i]!.join(', ')]),
      })}
    />
  );
}
