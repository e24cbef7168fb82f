import { distinctTexts } from '../wire/scale.js';

interface AxisProps {
  readonly at: (value: number) => number;
  readonly values: readonly number[];
  readonly say: (value: number) => string;
}

/** Half the width of a letter, pixels. */
const HALF_LETTER = 3;

interface BottomProps extends AxisProps {
  readonly y: number;
  /** The right edge of the figure, which no value crosses. */
  readonly end: number;
}

/** Axis values below a plot. */
export function BottomAxis({ at, values, say, y, end }: BottomProps) {
  return (
    <g class="axis-labels">
      {values.map((value) => {
        const text = say(value);
        const half = HALF_LETTER * text.length;
        const [x, anchor] =
          at(value) < half ? [0, 'start'] : at(value) + half > end ? [end, 'end'] : [at(value), 'middle'];
        return (
          <g key={value}>
            <line class="tick" x1={at(value)} x2={at(value)} y1={y} y2={y + 4} />
            <text x={x} y={y + 17} text-anchor={anchor}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Lines across a plot, with their values on the left. */
export function LeftAxis({ at, values, say, from, to }: AxisProps & { readonly from: number; readonly to: number }) {
  const texts = distinctTexts(values, values.map(say));
  // 20, not 20.0, unless another value has a fraction.
  const areWhole = texts.every((text) => !/\.\d*[1-9]/.test(text));
  return (
    <g class="axis-labels">
      {values.map((value, i) => (
        <g key={value}>
          <line class="grid" x1={from} x2={to} y1={at(value)} y2={at(value)} />
          <text x={from - 6} y={at(value) + 4} text-anchor="end">
            {areWhole ? texts[i]!.replace(/\.0+(?!\d)/, '') : texts[i]}
          </text>
        </g>
      ))}
    </g>
  );
}
