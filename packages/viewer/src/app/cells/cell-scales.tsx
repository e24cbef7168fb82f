import { counted } from '@itinera/base';
import { beyondChance, type CellCount, type CellCounts, type CellGrid } from '../../wire/cells.js';
import { count, metres, signed } from '../../wire/format.js';
import type { Plane } from '../../wire/replay.js';
import { roundBelow } from '../../wire/scale.js';
import { PlainTable } from '../parts/number-table.js';
import { Swatches } from '../parts/swatches.js';
import { CELL_COLOURS, CLASSES, density, shadeOf } from './draw-cells.js';

const MOST_LISTED = 8;

interface DifferenceScaleProps {
  readonly names: readonly string[];
  /** Cells, those of them with enough people to differ, and those that differ more than chance gives. */
  readonly all: number;
  readonly enough: number;
  readonly beyond: number;
}

/** The colours of differences, with what chance gives in their middle. */
export function DifferenceScale({ names, all, enough, beyond }: DifferenceScaleProps) {
  const classes = [...CLASSES]
    .reverse()
    .map((limit) => -limit)
    .concat(0, [...CLASSES]);
  return (
    <div class="cell-scale">
      <p>People in each cell, second minus first, in standard errors</p>
      <div class="cell-ramp" aria-hidden="true">
        {classes.map((limit) => (
          <i
            key={limit}
            style={{
              backgroundColor: `var(--${limit < 0 ? CELL_COLOURS.fewer : CELL_COLOURS.more})`,
              opacity: shadeOf(limit),
            }}
          />
        ))}
      </div>
      <div class="cell-marks" aria-hidden="true">
        {['−5', '−3', '−2', '2', '3', '5'].map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
      <Swatches
        entries={(['fewer', 'more'] as const).map((side) => ({
          name: (
            <bdi>
              {side} in {names[1]}
            </bdi>
          ),
          mark: CELL_COLOURS[side],
        }))}
      />
      <p class="soft">
        {enough > 0 &&
          `${count(beyond)} of ${counted(enough, 'cell')} with enough people differ by 2 or more. If nothing differed, chance would give at most ${count(Math.ceil(0.05 * enough))}.`}
        {enough < all && ` ${counted(all - enough, 'cell has', 'cells have')} too few people to tell.`}
      </p>
    </div>
  );
}

/** The shades of numbers of people. */
export function PeopleScale({ most }: { readonly most: number }) {
  const values = [...new Set([1, most / 4, most / 2, most].map((value) => roundBelow(Math.max(1, value))))];
  return (
    <div class="cell-scale">
      <p>People in each cell</p>
      <Swatches
        entries={values.map((value) => ({
          name: count(value),
          mark: CELL_COLOURS.people,
          opacity: density(value, most),
        }))}
      />
    </div>
  );
}

interface LargestProps {
  readonly beyond: readonly CellCount[];
  readonly counts: CellCounts;
  readonly cells: CellGrid;
  readonly names: readonly string[];
  readonly plane: Plane;
}

/** The cells with the largest differences, by their direction from the centre of the map. */
export function Largest({ beyond, counts, cells, names, plane }: LargestProps) {
  const sorted = beyond
    .map((cell) => ({ cell, value: beyondChance(cell, counts.people) }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return (
    <PlainTable
      title="Cells that differ most"
      head={['from the centre of the map', ...names, 'standard errors']}
      rows={sorted
        .slice(0, MOST_LISTED)
        .map(({ cell, value }) => [
          whereIs(cells.centre(cell.cell), plane),
          count(cell.first),
          count(cell.second),
          signed(value, 1),
        ])}
    />
  );
}

const WINDS = ['east', 'north-east', 'north', 'north-west', 'west', 'south-west', 'south', 'south-east'];

function whereIs([x, y]: readonly [number, number], { unit, width, height }: Plane): string {
  const [dx, dy] = [unit * (x - width / 2), unit * (y - height / 2)];
  const wind = WINDS[(Math.round((4 * Math.atan2(dy, dx)) / Math.PI) + 8) % 8];
  return `${metres(Math.hypot(dx, dy))} ${wind}`;
}
