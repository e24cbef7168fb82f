import { counted } from '@itinera/base';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import {
  beyondChance,
  type CellCount,
  type CellCounts,
  type CellGrid,
  CHANCE,
  canDiffer,
  WHOLE_DAY,
} from '../../wire/cells.js';
import { clock, count, fixed, metres, signed } from '../../wire/format.js';
import type { Plane } from '../../wire/replay.js';
import { Choice } from '../parts/choice.js';
import type { Outline } from '../player/area.js';
import { type Box, boxOf, Camera } from '../player/camera.js';
import type { City } from '../player/city.js';
import { type AreaDrawing, useArea } from '../player/draw-area.js';
import { setQuery, useRoute } from '../route.js';
import { DifferenceScale, Largest, PeopleScale } from './cell-scales.js';
import { CellStage } from './cell-stage.js';
import { mostPeople } from './draw-cells.js';

export interface CellMapProps {
  /** The name of the only set, or of both. */
  readonly names: readonly string[];
  readonly plane: Plane;
  /** The cells, in units of the plane, by size in metres. */
  readonly cellsOf: (size: number) => CellGrid;
  /** Sizes of cells in metres, the usual one first. */
  readonly sizes: readonly number[];
  readonly countsOf: (part: number, size: number) => CellCounts;
  /** The map below the cells, if there is one. */
  readonly city: City | null;
  /** What is in an area at a part of the day; without it, no area can be selected. */
  readonly about?: (part: number, area: Outline | null) => ComponentChildren;
}

/** People by cell of the map in an hour or on the whole day: of one set, or where two sets differ more than chance gives. */
export function CellMap({ names, plane, cellsOf, sizes, countsOf, city, about }: CellMapProps) {
  const { query } = useRoute();
  const isPair = names.length > 1;
  const part = partIn(query);
  const size = sizes.find((one) => String(one) === query.get('cell')) ?? sizes[0]!;
  const view = isPair && query.get('view') !== 'people' ? 'differences' : 'people';
  const camera = useMemo(
    () => new Camera(plane, mostOf(countsOf(WHOLE_DAY, sizes[0]!), cellsOf(sizes[0]!), plane)),
    [plane],
  );
  const area = useArea(camera);
  const cells = useMemo(() => cellsOf(size), [cellsOf, size]);
  const counts = useMemo(() => countsOf(part, size), [countsOf, part, size]);
  const [pointed, setPointed] = useState<CellCount | null>(null);
  const [swipe, setSwipe] = useState(0.5);
  const split = view === 'differences' ? view : isPair ? swipe : 1;
  const enough = counts.cells.filter((cell) => canDiffer(cell, counts.people)).length;
  const beyond = counts.cells.filter((cell) => Math.abs(beyondChance(cell, counts.people)) >= CHANCE);
  return (
    <div class="pane cell-map">
      <div class="cell-stage">
        <CellStage
          drawn={{ counts, cells, split, marksPeople: city === null }}
          {...{
            camera,
            city,
            setPointed,
            area,
            names,
            swipe: split === swipe ? setSwipe : null,
          }}
          label={
            view === 'differences'
              ? `Where ${names.join(' and ')} differ. ${count(beyond.length)} cells differ by more than chance.`
              : `People by cell: ${names.join(', ')}`
          }
        />
        <p class="cell-readout" aria-live="polite">
          {pointed === null ? (
            <span class="soft">Point at a cell for its numbers.</span>
          ) : (
            readout(pointed, counts, names)
          )}
        </p>
      </div>
      <div class="controls">
        {isPair && (
          <fieldset class="segments">
            <legend>show</legend>
            <Segment now={view === 'differences'} to={{ view: null }} name="Differences" />
            <Segment now={view === 'people'} to={{ view: 'people' }} name="Swipe" />
          </fieldset>
        )}
        <HourOf part={part} />
        {sizes.length > 1 && (
          <Choice label="cells" value={String(size)} choose={(cell) => setQuery({ cell })}>
            {[...sizes].sort((a, b) => a - b).map((one) => [String(one), metres(one)])}
          </Choice>
        )}
        {view === 'differences' ? (
          <DifferenceScale names={names} all={counts.cells.length} enough={enough} beyond={beyond.length} />
        ) : (
          <PeopleScale most={mostPeople(counts)} />
        )}
        {about && <AreaControls {...area} />}
        {about?.(part, area.area)}
      </div>
      {view === 'differences' && beyond.length > 0 && (
        <details class="cell-list">
          <summary>Cells that differ most</summary>
          <Largest beyond={beyond} counts={counts} cells={cells} names={names} plane={plane} />
        </details>
      )}
    </div>
  );
}

/** The part of the plane with nearly everybody on a day: a few people far away would make it too wide. */
function mostOf({ cells }: CellCounts, { centre }: CellGrid, plane: Plane): Box | null {
  const peopleIn = ({ first, second }: CellCount) => first + second;
  const fullest = [...cells].sort((a, b) => peopleIn(b) - peopleIn(a));
  const all = fullest.reduce((sum, cell) => sum + peopleIn(cell), 0);
  const shown: (readonly [x: number, y: number])[] = [];
  let seen = 0;
  for (const cell of fullest) {
    if (seen >= ALMOST_ALL * all) break;
    seen += peopleIn(cell);
    shown.push(centre(cell.cell));
  }
  return boxOf(shown, plane);
}
const ALMOST_ALL = 0.99;

function partIn(query: URLSearchParams): number {
  const hour = Number(query.get('hour') ?? Number.NaN);
  return Number.isInteger(hour) && hour >= 0 && hour < WHOLE_DAY ? hour : WHOLE_DAY;
}

function readout(cell: CellCount, counts: CellCounts, names: readonly string[]) {
  const { first, second, only } = cell;
  if (names.length < 2) return counted(first, 'person', 'people');
  const [all, others] = counts.people;
  const beyond = beyondChance(cell, counts.people);
  const share = (people: number, of: number) => (of > 0 ? ` (${fixed((100 * people) / of, 1)} %)` : '');
  return (
    <>
      <bdi>{names[0]}</bdi>: {count(first)}
      {share(first, all)} · <bdi>{names[1]}</bdi>: {count(second)}
      {share(second, others)}
      {only !== null && ` · ${count(only[0])} only in the first, ${count(only[1])} only in the second`} ·{' '}
      {Math.abs(beyond) >= CHANCE ? `${signed(beyond, 1)} standard errors` : 'not more than chance'}
    </>
  );
}

interface SegmentProps {
  readonly now: boolean;
  readonly to: Record<string, string | null>;
  readonly name: string;
}

const Segment = ({ now, to, name }: SegmentProps) => (
  <button type="button" aria-pressed={now} onClick={() => setQuery(to)}>
    {name}
  </button>
);

/** The whole day, or one hour of every day. */
function HourOf({ part }: { readonly part: number }) {
  const isWhole = part === WHOLE_DAY;
  const hour = isWhole ? 8 : part;
  return (
    <fieldset class="segments">
      <legend>time</legend>
      <Segment now={isWhole} to={{ hour: null }} name="Whole day" />
      <Segment now={!isWhole} to={{ hour: String(hour) }} name={`${clock(3600 * hour)}–${clock(3600 * (hour + 1))}`} />
      <input
        type="range"
        class={isWhole ? 'idle' : ''}
        min={0}
        max={WHOLE_DAY - 1}
        value={hour}
        aria-label="Hour"
        aria-valuetext={`${clock(3600 * hour)} to ${clock(3600 * (hour + 1))}`}
        onInput={(event) => setQuery({ hour: event.currentTarget.value })}
      />
    </fieldset>
  );
}

function AreaControls({ area, isDrawing, setDrawing }: AreaDrawing) {
  return (
    <fieldset class="segments">
      <legend>area</legend>
      <button type="button" aria-pressed={isDrawing} onClick={() => setDrawing(!isDrawing)}>
        {isDrawing ? 'Draw around it' : 'Draw'}
      </button>
      {area !== null && <Segment now={false} to={{ area: null }} name="Everywhere" />}
    </fieldset>
  );
}
