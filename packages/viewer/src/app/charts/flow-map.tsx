import type { ComponentChildren } from 'preact';
import { BottomAxis, LeftAxis } from '../../charts/axes.js';
import { Plot } from '../../charts/chart.js';
import type { FlowsData, OdCellFlows, OdFlowPair, OdPairError } from '../../wire/flows.js';
import { asPercent, fixed, signed } from '../../wire/format.js';
import { linear, ticks } from '../../wire/scale.js';
import { Figure } from './figure.js';

type Box = FlowsData['box'];
const PLOT = { left: 26, right: 4, top: 4, below: 24 };
const WIDEST = 560;
const SCALE = { steps: 11, height: 12, below: 22 };

/** Errors by flows of a cell: to itself, to others and from others. */
export const FLOW_WAYS = {
  within: 'from a cell to itself',
  out: 'from a cell to others',
  into: 'to a cell from others',
};
export type FlowWay = keyof typeof FLOW_WAYS;

export const errorOf = ([predicted, reference]: OdFlowPair): number => predicted - reference;
const placeOf = ({ y, x }: { readonly y: number; readonly x: number }) => `${y}_${x}`;
const sideOf = (error: number) => (error < 0 ? 'under' : 'over');
const digits = (most: number) => Math.min(8, Math.max(0, 2 - Math.floor(Math.log10(most))));
const flowsOf = (flow: OdFlowPair, places: number) => flow.map((value) => fixed(value, places));

interface CellsProps {
  readonly title: string;
  readonly box: Box;
  readonly cells: readonly OdCellFlows[];
  readonly way: FlowWay;
  /** The error with the full colour. */
  readonly most: number;
}

/** The box with each cell coloured by the sign and size of its error. */
export function CellErrors({ title, box, cells, way, most }: CellsProps) {
  const places = digits(most);
  const draw = (width: number) => (
    <BoxPlot title={title} box={box} width={width} below={SCALE.height + SCALE.below}>
      {({ x, y, size, bottom }) => (
        <>
          {cells.map((cell) => {
            const error = errorOf(cell[way]);
            const [predicted, reference] = flowsOf(cell[way], places);
            return (
              <rect
                key={placeOf(cell)}
                class={`cell ${sideOf(error)}`}
                x={x(cell.x - 0.5)}
                y={y(cell.y + 0.5)}
                width={size}
                height={size}
                fill-opacity={Math.min(1, Math.abs(error) / most).toFixed(3)}
                data-say={`${placeOf(cell)}: ${predicted} predicted, ${reference} in truth, ${signed(error, places)}`}
              />
            );
          })}
          <ErrorScale x={[x(box.x[0] - 0.5), x(box.x[1] + 0.5)]} y={bottom} most={most} places={places} />
        </>
      )}
    </BoxPlot>
  );
  const sorted = [...cells].sort((a, b) => Math.abs(errorOf(b[way])) - Math.abs(errorOf(a[way])));
  return (
    <Figure
      title={title}
      draw={draw}
      table={() => ({
        head: ['cell (y_x)', 'predicted', 'truth', 'error'],
        rows: sorted.map((cell) => [placeOf(cell), ...flowsOf(cell[way], places), signed(errorOf(cell[way]), places)]),
      })}
    />
  );
}

/** The colours below the map, with the errors they stand for. */
function ErrorScale(props: { x: [number, number]; y: number; most: number; places: number }) {
  const { x, y, most, places } = props;
  const at = linear([-most, most], x);
  const wide = (x[1] - x[0]) / SCALE.steps;
  return (
    <>
      {Array.from({ length: SCALE.steps }, (_, i) => {
        const error = ((2 * i + 1) / SCALE.steps - 1) * most;
        return (
          <rect
            key={error}
            class={`cell ${sideOf(error)}`}
            x={x[0] + i * wide}
            y={y}
            width={wide}
            height={SCALE.height}
            fill-opacity={Math.abs(error) / most}
          />
        );
      })}
      {[-most, 0, most].map((error) => (
        <text
          key={error}
          x={at(error)}
          y={y + SCALE.height + 15}
          text-anchor={error < 0 ? 'start' : error > 0 ? 'end' : 'middle'}
        >
          {error < 0 ? `${signed(error, places)} or less` : error > 0 ? `${signed(error, places)} or more` : '0'}
        </text>
      ))}
    </>
  );
}

interface ArcsProps {
  readonly title: string;
  readonly box: Box;
  readonly cells: readonly OdCellFlows[];
  readonly pairs: readonly OdPairError[];
  /** The share of the squared error with the widest arc. */
  readonly most: number;
}

/** The flows with the largest errors as arcs. */
export function FlowArcs({ title, box, cells, pairs, most }: ArcsProps) {
  const places = digits(Math.max(1e-6, ...pairs.flatMap(({ flow }) => flow)));
  const nameOf = ({ from, to }: OdPairError) => `${placeOf(from)} to ${placeOf(to)}`;
  const draw = (width: number) => (
    <BoxPlot title={title} box={box} width={width}>
      {({ x, y, size }) => (
        <>
          {cells.map((cell) => (
            <rect
              key={placeOf(cell)}
              class="cell known"
              x={x(cell.x - 0.5)}
              y={y(cell.y + 0.5)}
              width={size}
              height={size}
            />
          ))}
          {pairs.toReversed().map((pair) => {
            const { from, to, flow, share } = pair;
            const [x1, y1, x2, y2] = [x(from.x), y(from.y), x(to.x), y(to.y)];
            // The way back bends to the other side.
            const [cx, cy] = [(x1 + x2) / 2 + (y2 - y1) / 4, (y1 + y2) / 2 - (x2 - x1) / 4];
            const [predicted, reference] = flowsOf(flow, places);
            return (
              <g
                key={nameOf(pair)}
                class={`arc ${sideOf(errorOf(flow))}`}
                data-say={`${nameOf(pair)}: ${predicted} predicted, ${reference} in truth, ${asPercent(share, 1)} of the squared error`}
              >
                <path d={`M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`} stroke-width={1 + 4 * Math.sqrt(share / most)} />
                <circle cx={x2} cy={y2} r={2 + 2 * Math.sqrt(share / most)} />
              </g>
            );
          })}
        </>
      )}
    </BoxPlot>
  );
  return (
    <Figure
      title={title}
      draw={draw}
      table={() => ({
        head: ['from and to (y_x)', 'predicted', 'truth', 'error', 'of the squared error'],
        rows: pairs.map((pair) => [
          nameOf(pair),
          ...flowsOf(pair.flow, places),
          signed(errorOf(pair.flow), places),
          asPercent(pair.share, 1),
        ]),
      })}
    />
  );
}

interface Drawn {
  readonly x: (column: number) => number;
  readonly y: (row: number) => number;
  readonly size: number;
  /** Top of the space below the axis. */
  readonly bottom: number;
}

/** The box with its axes, north on top. */
function BoxPlot(props: {
  readonly title: string;
  readonly box: Box;
  readonly width: number;
  readonly below?: number;
  readonly children: (drawn: Drawn) => ComponentChildren;
}) {
  const { title, box, below = 0, children } = props;
  const width = Math.min(props.width, WIDEST);
  const size = (width - PLOT.left - PLOT.right) / (box.x[1] - box.x[0] + 1);
  const end = PLOT.top + size * (box.y[1] - box.y[0] + 1);
  const x = linear([box.x[0] - 0.5, box.x[1] + 0.5], [PLOT.left, width - PLOT.right]);
  const y = linear([box.y[0] - 0.5, box.y[1] + 0.5], [end, PLOT.top]);
  const height = end + PLOT.below + below;
  return (
    <Plot {...{ title, width, height }}>
      <rect
        class="grid-ground"
        x={PLOT.left}
        y={PLOT.top}
        width={width - PLOT.left - PLOT.right}
        height={end - PLOT.top}
      />
      <LeftAxis at={y} values={ticks(...box.y, 4)} say={String} from={PLOT.left} to={width - PLOT.right} />
      <BottomAxis at={x} values={ticks(...box.x, 5)} say={String} y={end} end={width} />
      {children({ x, y, size, bottom: end + PLOT.below })}
    </Plot>
  );
}
