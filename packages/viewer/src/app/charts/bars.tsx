import { linear, ticks } from '../../wire/scale.js';
import { BottomAxis, LeftAxis } from './axes.js';
import { Figure } from './figure.js';

const HEIGHT = 190;
const BOTTOM = 160;

interface Props {
  readonly title: string;
  /** Names of one or two sides. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly number[])[];
  readonly label: (index: number) => string;
  /** Bars between two labels. */
  readonly every: number;
  readonly say: (value: number) => string;
  /** The end of the vertical axis; default: the largest value. */
  readonly top?: number;
}

/** Bars of one side, or of two side by side. */
export function Bars({ title, names, rows, label, every, say, top = Math.max(...rows.flat()) }: Props) {
  const length = rows[0]?.length ?? 0;
  const marks = ['generated', 'real'];
  const sayAll = (i: number) => [label(i), ...rows.map((row, side) => `${say(row[i] ?? 0)} ${names[side]}`)].join('\n');
  const draw = (width: number) => {
    const x = linear([0, length], [52, width - 6]);
    const y = linear([0, Math.max(top, 1e-9)], [BOTTOM, 8]);
    const wide = (x(1) - x(0)) / rows.length;
    return (
      <svg class="plot" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={title}>
        <LeftAxis at={y} values={ticks(0, top, 4)} say={say} from={52} to={width - 6} />
        {Array.from({ length }, (_, i) => (
          <g key={label(i)} data-say={sayAll(i)}>
            <rect class="hover" x={x(i)} width={x(1) - x(0)} y="8" height={BOTTOM - 8} />
            {rows.map((row, side) => (
              <rect
                key={marks[side]}
                class={`bar ${marks[side]}`}
                x={x(i) + side * wide + 0.4}
                width={Math.max(0.5, wide - 0.8)}
                y={y(row[i] ?? 0)}
                height={BOTTOM - y(row[i] ?? 0)}
              />
            ))}
          </g>
        ))}
        <BottomAxis
          at={(i) => x(i + 0.5)}
          values={Array.from({ length }, (_, i) => i).filter((i) => i % Math.max(1, Math.round(every)) === 0)}
          say={label}
          y={BOTTOM}
          end={width}
        />
      </svg>
    );
  };
  return (
    <Figure
      title={title}
      {...(names.length > 1 && { legend: names.map((name, side) => ({ name, mark: marks[side]! })) })}
      draw={draw}
      table={() => ({
        head: ['', ...names],
        rows: Array.from({ length }, (_, i) => [label(i), ...rows.map((row) => say(row[i] ?? 0))]),
      })}
    />
  );
}
