import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  beyondChance,
  type CellCount,
  type CellCounts,
  type CellGrid,
  CHANCE,
  canDiffer,
  WHOLE_DAY,
} from '../../wire/cells.js';
import type { Plane } from '../../wire/replay.js';
import { clock, count, fixed, metres, signed } from '../format.js';
import { PlainTable } from '../parts/number-table.js';
import { Camera } from '../replay/camera.js';
import type { City } from '../replay/city.js';
import { listenToGestures } from '../replay/gestures.js';
import { setQuery, useRoute } from '../route.js';
import { CELL_COLOURS, CLASSES, density, drawCells, mostPeople, shadeOf } from './draw-cells.js';
import type { MapArea } from './presence-counts.js';

const MOST_LISTED = 8;

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
  readonly about?: (part: number, area: MapArea | null) => ComponentChildren;
}

/** People by cell of the map in an hour or on the whole day: of one set, or where two sets differ more than chance gives. */
export function CellMap({ names, plane, cellsOf, sizes, countsOf, city, about }: CellMapProps) {
  const { query } = useRoute();
  const isPair = names.length > 1;
  const part = partIn(query);
  const size = sizes.find((one) => String(one) === query.get('cell')) ?? sizes[0]!;
  const view = isPair && query.get('view') !== 'people' ? 'differences' : 'people';
  const area = areaIn(query);
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
          drawn={{ counts, cells, split, marksPeople: city === null, area }}
          {...{
            plane,
            city,
            setPointed,
            isDrawing: query.get('draw') === 'yes',
            swipe: split === swipe ? setSwipe : null,
          }}
          label={
            view === 'differences'
              ? `Where ${names.join(' and ')} differ. ${count(beyond.length)} cells differ more than chance gives.`
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
          <label>
            <span>cells</span>
            <select value={String(size)} onChange={(event) => setQuery({ cell: event.currentTarget.value })}>
              {[...sizes]
                .sort((a, b) => a - b)
                .map((one) => (
                  <option key={one} value={String(one)}>
                    {metres(one)}
                  </option>
                ))}
            </select>
          </label>
        )}
        {view === 'differences' ? (
          <DifferenceScale names={names} all={counts.cells.length} enough={enough} beyond={beyond.length} />
        ) : (
          <PeopleScale most={mostPeople(counts)} />
        )}
        {about && <AreaControls area={area} isDrawing={query.get('draw') === 'yes'} />}
        {about?.(part, area)}
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

function partIn(query: URLSearchParams): number {
  const hour = Number(query.get('hour') ?? Number.NaN);
  return Number.isInteger(hour) && hour >= 0 && hour < WHOLE_DAY ? hour : WHOLE_DAY;
}

function areaIn(query: URLSearchParams): MapArea | null {
  const limits = (query.get('area') ?? '').split('.').map(Number);
  return limits.length === 4 && limits.every(Number.isFinite) ? (limits as unknown as MapArea) : null;
}

function readout(cell: CellCount, counts: CellCounts, names: readonly string[]) {
  const { first, second, only } = cell;
  if (names.length < 2) return `${count(first)} people`;
  const [all, others] = counts.people;
  const beyond = beyondChance(cell, counts.people);
  const share = (people: number, of: number) => (of > 0 ? ` (${fixed((100 * people) / of, 1)} %)` : '');
  return (
    <>
      <bdi>{names[0]}</bdi>: {count(first)}
      {share(first, all)} · <bdi>{names[1]}</bdi>: {count(second)}
      {share(second, others)}
      {only !== null && ` · ${count(only[0])} only in the first, ${count(only[1])} only in the second`} ·{' '}
      {Math.abs(beyond) >= CHANCE ? `${signed(beyond, 1)} standard errors` : 'no more than chance gives'}
    </>
  );
}

interface StageProps {
  readonly drawn: Parameters<typeof drawCells>[2];
  readonly plane: Plane;
  readonly city: City | null;
  readonly setPointed: (cell: CellCount | null) => void;
  readonly isDrawing: boolean;
  readonly swipe: ((share: number) => void) | null;
  readonly label: string;
}

/** The map with its cells: it moves and zooms, reports the cell under the pointer, and takes an area. */
function CellStage({ drawn, plane, city, setPointed, isDrawing, swipe, label }: StageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const camera = useMemo(() => new Camera(plane), [plane]);
  const byCell = useMemo(() => new Map(drawn.counts.cells.map((one) => [one.cell.join(), one])), [drawn.counts]);
  useEffect(() => {
    let frames = 0;
    const draw = () => {
      for (const canvas of [ground.current!, over.current!]) {
        const ratio = Math.min(2, devicePixelRatio);
        const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
        if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      }
      city?.draw(ground.current!, camera);
      drawCells(over.current!, camera, drawn);
      city?.names.draw(over.current!, camera);
      frame.current!.dataset.shown = city === null ? 'cells' : 'map';
    };
    const request = () => {
      cancelAnimationFrame(frames);
      frames = requestAnimationFrame(draw);
    };
    const resize = () => {
      camera.fit(frame.current!.clientWidth, frame.current!.clientHeight);
      request();
    };
    const observer = new ResizeObserver(resize);
    observer.observe(frame.current!);
    const stop = camera.listen(request);
    addEventListener('themechange', request);
    resize();
    return () => {
      cancelAnimationFrame(frames);
      observer.disconnect();
      stop();
      removeEventListener('themechange', request);
    };
  }, [city, camera, drawn.counts, drawn.split, drawn.area?.join()]);
  useEffect(
    () => listenToGestures(frame.current!, camera, { onMove: () => undefined, onPick: () => undefined }),
    [camera],
  );
  const unitsAt = (event: PointerEvent) => {
    const box = frame.current!.getBoundingClientRect();
    const x = camera.x + (event.clientX - box.x - box.width / 2) / camera.scale;
    return [x, camera.y - (event.clientY - box.y - box.height / 2) / camera.scale] as const;
  };
  const point = (event: PointerEvent) => setPointed(byCell.get(drawn.cells.at(...unitsAt(event)).join()) ?? null);
  return (
    <div class="stage-box">
      <div
        class="stage"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map.
        tabIndex={0}
        role="application"
        aria-label={`${label} Arrow keys move the map, plus and minus zoom, 0 shows everything.`}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <canvas ref={ground} />
        <canvas ref={over} />
      </div>
      {isDrawing && <AreaSheet unitsAt={unitsAt} />}
      {swipe !== null && typeof drawn.split === 'number' && (
        <div class="swipe" style={{ left: `${100 * drawn.split}%` }}>
          <span class="swipe-line" />
        </div>
      )}
      {swipe !== null && typeof drawn.split === 'number' && (
        <input
          type="range"
          class="swipe-range"
          min={0}
          max={1}
          step={0.01}
          value={drawn.split}
          aria-label="Boundary between both sides"
          onInput={(event) => swipe(Number(event.currentTarget.value))}
        />
      )}
      {city && <small class="map-source">{city.source}</small>}
      <div class="zoom">
        <button type="button" onClick={() => camera.zoom(1.6)} aria-label="Zoom in">
          +
        </button>
        <button type="button" onClick={() => camera.zoom(1 / 1.6)} aria-label="Zoom out">
          −
        </button>
      </div>
    </div>
  );
}

/** A sheet over the map on which an area is drawn. */
function AreaSheet({ unitsAt }: { readonly unitsAt: (event: PointerEvent) => readonly [number, number] }) {
  const [from, setFrom] = useState<readonly [number, number] | null>(null);
  const take = (event: PointerEvent, isLast: boolean) => {
    if (from === null) return;
    const to = unitsAt(event);
    const limits = [
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
    ];
    setQuery({ area: limits.map(Math.round).join('.'), ...(isLast && { draw: null }) });
    if (isLast) setFrom(null);
  };
  return (
    <div
      class="area-sheet"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(unitsAt(event));
      }}
      onPointerMove={(event) => take(event, false)}
      onPointerUp={(event) => take(event, true)}
    />
  );
}

function Segment({
  now,
  to,
  name,
}: {
  readonly now: boolean;
  readonly to: Record<string, string | null>;
  readonly name: string;
}) {
  return (
    <button type="button" aria-pressed={now} onClick={() => setQuery(to)}>
      {name}
    </button>
  );
}

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

function AreaControls({ area, isDrawing }: { readonly area: MapArea | null; readonly isDrawing: boolean }) {
  return (
    <fieldset class="segments">
      <legend>area</legend>
      <Segment now={isDrawing} to={{ draw: isDrawing ? null : 'yes' }} name={isDrawing ? 'Drag on the map' : 'Draw'} />
      {area !== null && <Segment now={false} to={{ area: null }} name="Everywhere" />}
    </fieldset>
  );
}

interface DifferenceScaleProps {
  readonly names: readonly string[];
  /** Cells, those of them with enough people to differ, and those that differ more than chance gives. */
  readonly all: number;
  readonly enough: number;
  readonly beyond: number;
}

/** The colours of differences, with what chance gives in their middle. */
function DifferenceScale({ names, all, enough, beyond }: DifferenceScaleProps) {
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
      <ul class="cell-words">
        <li>
          <i style={{ backgroundColor: `var(--${CELL_COLOURS.fewer})` }} />
          <span>
            fewer in <bdi>{names[1]}</bdi>
          </span>
        </li>
        <li>
          <i style={{ backgroundColor: `var(--${CELL_COLOURS.more})` }} />
          <span>
            more in <bdi>{names[1]}</bdi>
          </span>
        </li>
      </ul>
      <p class="soft">
        {count(beyond)} of {count(enough)} cells with enough people differ by 2 or more. If nothing differed, chance
        would give at most {count(Math.ceil(0.05 * enough))}.
        {enough < all && ` ${count(all - enough)} cells have too few people to tell.`}
      </p>
    </div>
  );
}

/** The shades of numbers of people. */
function PeopleScale({ most }: { readonly most: number }) {
  const values = [...new Set([1, Math.ceil(most / 4), Math.ceil(most / 2), most])];
  return (
    <div class="cell-scale">
      <p>People in each cell</p>
      <ul class="cell-words">
        {values.map((value) => (
          <li key={value}>
            <i style={{ backgroundColor: `var(--${CELL_COLOURS.people})`, opacity: density(value, most) }} />
            {count(value)}
          </li>
        ))}
      </ul>
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

/** The cells with the largest differences, by their direction from the middle of the map. */
function Largest({ beyond, counts, cells, names, plane }: LargestProps) {
  const sorted = beyond
    .map((cell) => ({ cell, value: beyondChance(cell, counts.people) }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return (
    <PlainTable
      title="Cells that differ most"
      head={['from the middle of the map', ...names, 'standard errors']}
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
