import type { HoursFigure } from '../../wire/findings.js';
import { linear, ticks } from '../../wire/scale.js';
import { asPercent, clock, count, fixed } from '../format.js';
import { BottomAxis, LeftAxis } from './axes.js';
import { Figure, SIDES } from './figure.js';

const HEIGHT = 176;
const BOTTOM = 140;

/** Departures by hour, one figure per day. */
export function HoursChart({ figure }: { readonly figure: HoursFigure }) {
  const top = Math.max(...figure.days.flatMap((day) => [...day.realShare, ...day.generatedShare]), 0.01);
  return (
    <div class="trio">
      {figure.days.map((day) => (
        <Day key={day.title} day={day} top={top} />
      ))}
    </div>
  );
}

function Day({ day, top }: { readonly day: HoursFigure['days'][number]; readonly top: number }) {
  const most = Math.max(...day.lost, 1e-9);
  const draw = (width: number) => {
    const x = linear([0, 24], [38, width - 6]);
    const y = linear([0, top], [BOTTOM, 8]);
    const wide = (x(1) - x(0)) / 2 - 0.8;
    return (
      <svg
        class="plot"
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`Departures by hour, ${day.title}`}
      >
        <LeftAxis at={y} values={ticks(0, top, 3)} say={(v) => asPercent(v)} from={38} to={width - 6} />
        {day.realShare.map((share, hour) => (
          <g
            key={hour}
            data-say={`${clock(hour * 3600)} – ${clock(hour * 3600 + 3599)}\n${asPercent(share, 1)} real\n${asPercent(day.generatedShare[hour]!, 1)} generated\n${fixed(day.lost[hour]!, 2)} points lost`}
          >
            <rect class="hover" x={x(hour)} width={x(1) - x(0)} y="8" height={BOTTOM + 24} />
            <rect class="bar real" x={x(hour) + 0.6} width={wide} y={y(share)} height={BOTTOM - y(share)} />
            <rect
              class="bar generated"
              x={x(hour) + wide + 0.8}
              width={wide}
              y={y(day.generatedShare[hour]!)}
              height={BOTTOM - y(day.generatedShare[hour]!)}
            />
            <rect
              class="cost"
              x={x(hour) + 0.5}
              width={2 * wide}
              y={BOTTOM + 22}
              height="10"
              fill-opacity={Math.sqrt(day.lost[hour]! / most)}
            />
          </g>
        ))}
        <BottomAxis
          at={x}
          values={[0, 6, 12, 18, 24]}
          say={(hour) => String(hour).padStart(2, '0')}
          y={BOTTOM}
          end={width}
        />
      </svg>
    );
  };
  return (
    <Figure
      title={`${day.title[0]!.toUpperCase()}${day.title.slice(1)}: ${day.points.got === null ? 'no value' : `−${fixed(day.points.of - day.points.got, 1)} of ${fixed(day.points.of, 1)} points`}`}
      legend={SIDES}
      draw={draw}
      table={() => ({
        head: ['hour', 'real departures', 'generated', 'points lost'],
        rows: day.real.map((real, hour) => [
          clock(hour * 3600),
          count(real),
          count(day.generated[hour]!),
          fixed(day.lost[hour]!, 3),
        ]),
      })}
    />
  );
}
