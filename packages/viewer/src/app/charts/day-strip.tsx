import { SECONDS_PER_DAY } from '@itinera/base';
import { BottomAxis } from '../../charts/axes.js';
import { fillOf, Plot, seriesMark } from '../../charts/chart.js';
import { asDuration, clock } from '../../wire/format.js';
import type { PersonDetail } from '../../wire/people.js';
import { linear } from '../../wire/scale.js';
import { useDayNames } from '../parts/day-names.js';
import { Figure } from './figure.js';

const ROW = 58;
/** Space for the name of a day, pixels. */
const NAME = 76;

interface Props {
  readonly data: PersonDetail;
  readonly chosen: number | null;
  readonly choose: (stretch: number | null) => void;
}

/** A person's days, one row each: stays and trips above, intentions below. */
export function DayStrip({ data, chosen, choose }: Props) {
  const { stretches, intentions } = data;
  const end = Math.max(...stretches.map(({ to }) => to), ...intentions.map(({ to }) => to), 1);
  const days = Math.max(1, Math.ceil(end / SECONDS_PER_DAY - 0.2));
  const texts = [...new Set(intentions.map(({ text }) => text))];
  const draw = (width: number) => {
    const left = days > 1 ? NAME : 4;
    const height = days * ROW + 22;
    return (
      <Plot class="strip-plot" title="The days of the person" {...{ width, height }}>
        {Array.from({ length: days }, (_, day) => (
          <DayRow
            key={day}
            {...{ data, chosen, choose, day, left, width }}
            length={day === days - 1 ? Math.max(SECONDS_PER_DAY, end - day * SECONDS_PER_DAY) : SECONDS_PER_DAY}
            named={days > 1}
            last={day === days - 1}
          />
        ))}
      </Plot>
    );
  };
  return (
    <Figure
      title="Stays, trips and intentions"
      legend={[
        { name: 'stay', mark: 'real' },
        { name: 'trip by car', mark: 'generated' },
        ...texts
          .slice(0, 8)
          .map((name) => ({ name, mark: seriesMark(intentions.find(({ text }) => text === name)!.colour) })),
      ]}
      draw={draw}
      table={() => ({
        head: ['from', 'to', 'intention'],
        rows: intentions.map(({ from, to, text }) => [clock(from), clock(to), text]),
      })}
    />
  );
}

interface RowProps extends Props {
  /** From 0. */
  readonly day: number;
  /** Seconds in the row. */
  readonly length: number;
  /** Start and end of the row, pixels. */
  readonly left: number;
  readonly width: number;
  readonly named: boolean;
  readonly last: boolean;
}

/** One day of the strip. */
function DayRow({ data: { stretches, intentions }, chosen, choose, day, length, left, width, named, last }: RowProps) {
  const nameOf = useDayNames();
  const x = linear([day * SECONDS_PER_DAY, day * SECONDS_PER_DAY + length], [left, width - 4]);
  const within = (from: number, to: number) => to > day * SECONDS_PER_DAY && from < day * SECONDS_PER_DAY + length;
  const box = (from: number, to: number) => {
    const [a, b] = [x(Math.max(from, day * SECONDS_PER_DAY)), x(Math.min(to, day * SECONDS_PER_DAY + length))];
    return { x: a, width: Math.max(1, b - a - 0.6) };
  };
  const y = day * ROW;
  return (
    <g>
      {named && (
        <text x="0" y={y + 20}>
          {nameOf(day)}
        </text>
      )}
      {stretches.map((one, i) =>
        one.kind === 'failed' || !within(one.from, one.to) ? null : (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list below has the same by keyboard.
          <rect
            key={`${one.kind} ${one.from}`}
            class={`stretch ${one.kind} ${one.mode ?? ''} ${chosen === i ? 'chosen' : ''}`}
            {...box(one.from, one.to)}
            y={one.kind === 'trip' ? y + 2 : y + 6}
            height={one.kind === 'trip' ? 24 : 16}
            rx="2"
            onClick={() => choose(chosen === i ? null : i)}
            data-say={`${clock(one.from)}, ${asDuration(one.to - one.from)}: ${one.label}`}
          />
        ),
      )}
      {intentions.map(({ from, to, text, colour }) =>
        within(from, to) ? (
          <rect
            key={from}
            class="stack"
            fill={fillOf(seriesMark(colour))}
            {...box(from, to)}
            y={y + 30}
            height="12"
            rx="1"
            data-say={`${clock(from)} – ${clock(to)}: ${text}`}
          />
        ) : null,
      )}
      {last && (
        <BottomAxis
          at={x}
          values={[0, 6, 12, 18, 24].map((hour) => day * SECONDS_PER_DAY + hour * 3600)}
          say={(second) => (second === (day + 1) * SECONDS_PER_DAY ? '24:00' : clock(second))}
          y={y + 46}
          end={width}
        />
      )}
    </g>
  );
}
