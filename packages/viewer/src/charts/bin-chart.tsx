import { fixed } from '../wire/format.js';
import { linear, ticks } from '../wire/scale.js';
import { BottomAxis, LeftAxis } from './axes.js';
import { type Chart, Plot } from './chart.js';
import { fitLabel } from './fit-text.js';

const LEFT = 52;
const RIGHT = 8;
/** Between two labels. */
const GAP = 4;
const TOP = 10;
/** Of the axis labels, and of the strip below them, which shows where points are lost. */
const [LABELS, STRIP] = [24, 12];

interface Series {
  readonly name: string;
  /** A colour of the style sheet. */
  readonly mark: string;
  readonly values: readonly number[];
}

interface Props extends Pick<Chart, 'title' | 'note'> {
  readonly series: readonly Series[];
  /** The series as outlines on top of each other, instead of bars side by side. */
  readonly isOutlined?: boolean;
  /** The ends of the bins; default: 0, 1, 2 … */
  readonly edges?: readonly number[];
  readonly nameOf: (bin: number) => string;
  /** Points lost by bin. */
  readonly lost?: readonly number[];
  /** The values on the horizontal axis, and their texts. */
  readonly axis: { readonly values: (width: number) => readonly number[]; readonly say: (value: number) => string };
  readonly say: (value: number) => string;
  /** The same on the vertical axis. */
  readonly sayAxis?: (value: number) => string;
  /** The end of the vertical axis; default: the largest value. */
  readonly top?: number;
  /** Pixels of the plot. */
  readonly height?: number;
  /** Default: a row for each bin. */
  readonly table?: Chart['table'];
}

/** Values by bin, of one series or of several on one axis, and below them the bins that lose points. */
export function binChart(props: Props): Chart {
  const { title, note, series, isOutlined = false, nameOf, lost, axis, say, height = 150 } = props;
  const { sayAxis = say, top = Math.max(...series.flatMap(({ values }) => values)) } = props;
  const bins = series[0]?.values.map((_, bin) => bin) ?? [];
  const edges = props.edges ?? [...bins, bins.length];
  const bottom = TOP + height;
  const most = Math.max(...(lost ?? []), 1e-9);
  const sayAll = (bin: number) =>
    [
      nameOf(bin),
      ...series.map(({ name, values }) => `${say(values[bin] ?? 0)} ${name}`),
      ...(lost ? [`${fixed(lost[bin], 2)} points lost`] : []),
    ].join('\n');
  const draw: Chart['draw'] = (width, widthOf) => {
    const x = linear([edges[0]!, edges.at(-1)!], [LEFT, width - RIGHT]);
    const y = linear([0, Math.max(top, 1e-9)], [bottom, TOP]);
    const values = axis.values(width);
    const room = values.length > 1 ? x(values[1]!) - x(values[0]!) - GAP : width;
    const of = (bin: number) => ({ x: x(edges[bin]!), width: x(edges[bin + 1]!) - x(edges[bin]!) });
    return (
      <Plot {...{ title, width }} height={bottom + LABELS + (lost ? STRIP : 0)}>
        <LeftAxis at={y} values={ticks(0, top, 4)} say={sayAxis} from={LEFT} to={width - RIGHT} />
        {series.map(({ name, mark, values }, side) =>
          isOutlined ? (
            <path key={name} class={`area ${mark}`} d={steps(edges, values, x, y)} />
          ) : (
            bins.map((bin) => (
              <rect
                key={bin}
                class={`bar ${mark}`}
                x={of(bin).x + (side * of(bin).width) / series.length + 0.4}
                width={Math.max(0.5, of(bin).width / series.length - 0.8)}
                y={y(values[bin] ?? 0)}
                height={bottom - y(values[bin] ?? 0)}
              />
            ))
          ),
        )}
        <BottomAxis
          at={x}
          values={values}
          say={(value) => fitLabel(axis.say(value), room, widthOf)}
          y={bottom}
          end={width}
        />
        {lost?.map((points, bin) => (
          <rect
            key={bin}
            class="cost"
            {...of(bin)}
            y={bottom + LABELS}
            height={STRIP}
            fill-opacity={Math.sqrt(points / most)}
          />
        ))}
        {bins.map((bin) => (
          <rect
            key={bin}
            class="hover"
            {...of(bin)}
            y={TOP}
            height={height + (lost ? LABELS + STRIP : 0)}
            data-say={sayAll(bin)}
          />
        ))}
      </Plot>
    );
  };
  const legend = lost ? [...series, { name: 'points lost', mark: 'cost' }] : series;
  const ofBins = () => ({
    head: ['', ...legend.map(({ name }) => name)],
    rows: bins.map((bin) => [
      nameOf(bin),
      ...series.map(({ values }) => say(values[bin] ?? 0)),
      ...(lost ? [fixed(lost[bin], 3)] : []),
    ]),
  });
  return { title, note, draw, table: props.table ?? ofBins, ...(legend.length > 1 && { legend }) };
}

/** The outline of bars without gaps. */
function steps(
  edges: readonly number[],
  shares: readonly number[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const path = shares.map((share, bin) => `V${y(share).toFixed(1)}H${x(edges[bin + 1]!).toFixed(1)}`);
  return `M${x(edges[0]!).toFixed(1)} ${y(0).toFixed(1)}${path.join('')}V${y(0).toFixed(1)}Z`;
}

export interface BarsProps {
  readonly title: string;
  /** Names of one or two sides. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly number[])[];
  readonly label: (index: number) => string;
  /** Bars between two labels, for a figure of this width. */
  readonly every: number | ((width: number) => number);
  readonly say: (value: number) => string;
  readonly top?: number;
}

/** Bars of one side, or of two side by side. */
export function bars({ names, rows, label, every, ...rest }: BarsProps): Chart {
  const series = rows.map((values, side) => ({ name: names[side]!, mark: side === 0 ? 'generated' : 'real', values }));
  return binChart({
    series,
    ...rest,
    nameOf: label,
    axis: middles(rows[0]?.length ?? 0, (width) => (typeof every === 'number' ? every : every(width)), label),
  });
}

/** Labels below the middles of bins. @param every bins between two labels */
export const middles = (length: number, every: (width: number) => number, label: (bin: number) => string) => ({
  values: (width: number) => {
    const step = Math.max(1, Math.round(every(width)));
    return Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step + 0.5);
  },
  say: (middle: number) => label(Math.floor(middle)),
});
