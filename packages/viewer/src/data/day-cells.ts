import { type CellGrid, CellTally, keyOf, sizesFor, WHOLE_DAY } from '../wire/cells.js';
import { cellsOfDay, type DayCells, packDayCells } from '../wire/day-cells.js';
import type { Plane } from '../wire/replay.js';

/** Names of cells by part of the day. */
type Cells = Map<number, Set<string>>;

/** Counts people by cell for each hour and the whole day, person by person. */
export class DayTally {
  readonly #cells: CellGrid;
  readonly #parts = Array.from({ length: WHOLE_DAY + 1 }, () => new CellTally());

  constructor(cells: CellGrid) {
    this.#cells = cells;
  }

  /** @param visitsOf where a person is in each set: calls `visit` with hours of the day and positions in units */
  add(visitsOf: (set: 0 | 1, visit: (hour: number, x: number, y: number) => void) => void): void {
    const found = [0, 1].map((set) => this.#partsOf((visit) => visitsOf(set as 0 | 1, visit))) as [Cells, Cells];
    const none: ReadonlySet<string> = new Set();
    for (const part of new Set([...found[0].keys(), ...found[1].keys()]))
      this.#parts[part]!.add(found[0].get(part) ?? none, found[1].get(part) ?? none);
  }

  /** The cells of a person by part of the day. */
  #partsOf(visits: (visit: (hour: number, x: number, y: number) => void) => void): Cells {
    const parts: Cells = new Map();
    // Hours by cell, as bits: people mostly stay where they are, and most rows say nothing new.
    const known = new Map<string, number>();
    let [lastX, lastY, key, hours] = [Number.NaN, Number.NaN, '', 0];
    visits((hour, x, y) => {
      if (x !== lastX || y !== lastY) {
        [lastX, lastY] = [x, y];
        key = keyOf(this.#cells.at(x, y));
        hours = known.get(key) ?? 0;
      }
      if ((hours & (1 << hour)) !== 0) return;
      hours |= 1 << hour;
      known.set(key, hours);
      for (const part of [hour, WHOLE_DAY]) {
        const cells = parts.get(part);
        if (cells) cells.add(key);
        else parts.set(part, new Set([key]));
      }
    });
    return parts;
  }

  parts(paired: boolean): DayCells['parts'] {
    return this.#parts.map((tally) => tally.counts(paired));
  }
}

/** Positions of people over time, as of trajectories. */
interface Positions {
  readonly people: readonly string[];
  readonly starts: Uint32Array;
  /** Seconds of the local clock. */
  readonly times: Float64Array;
  readonly ends?: Float64Array;
  /** Degrees. */
  readonly lons: Float64Array;
  readonly lats: Float64Array;
}

const HOUR = 3600;
const METRES_PER_DEGREE = 111_195;
const MOST_UNITS = 65_000;
/** Share of positions at each end that the map does not have to show: a few errors would make it too wide. */
const TAIL = 0.005;
const MOST_SAMPLED = 50_000;

/** A plane, and where degrees are on it, in units. */
export interface Ground {
  readonly plane: Plane;
  readonly at: (lon: number, lat: number) => readonly [x: number, y: number];
}

/**
 * Packs where real and generated people are, by cell and hour. Only counts of people are in it.
 * @param ground that of a map below the cells; default: around the people
 */
export function packMeasureCells(real: Positions, generated: Positions, ground?: Ground): Uint8Array<ArrayBuffer> {
  const sets = [real, generated] as const;
  const around = groundAround(sets);
  const { plane, at } = ground ?? around;
  const people = Math.min(...sets.map((set) => set.people.length));
  const head = { plane, shape: 'hexagon', size: sizesFor(around.plane, people)[0]! } as const;
  const tally = new DayTally(cellsOfDay(head));
  sets.forEach(({ people, starts, times, ends, lons, lats }, set) => {
    for (let person = 0; person < people.length; person++)
      tally.add((wanted, visit) => {
        if (wanted !== set) return;
        for (let row = starts[person]!; row < starts[person + 1]!; row++) {
          const [x, y] = at(lons[row]!, lats[row]!);
          const first = Math.floor(times[row]! / HOUR);
          // A stay of a day or more has all hours.
          const last = Math.min(first + 23, Math.floor((ends?.[row] ?? times[row]!) / HOUR));
          for (let hour = first; hour <= last; hour++) visit(((hour % 24) + 24) % 24, x, y);
        }
      });
  });
  return packDayCells({ ...head, parts: tally.parts(false) });
}

function groundAround(sets: readonly Positions[]): Ground {
  const [west, east] = rangeOf(sets.map(({ lons }) => lons));
  const [south, north] = rangeOf(sets.map(({ lats }) => lats));
  const across = METRES_PER_DEGREE * Math.cos(((south + north) / 2) * (Math.PI / 180));
  const [width, height] = [Math.max(100, (east - west) * across), Math.max(100, (north - south) * METRES_PER_DEGREE)];
  const unit = Math.max(0.25, Math.max(width, height) / MOST_UNITS);
  return {
    plane: { unit, west: 0, south: 0, width: Math.round(width / unit), height: Math.round(height / unit) },
    at: (lon, lat) => [((lon - west) * across) / unit, ((lat - south) * METRES_PER_DEGREE) / unit],
  };
}

/** The range of all but the smallest and largest values. */
function rangeOf(columns: readonly Float64Array[]): readonly [number, number] {
  const sampled = columns.flatMap((values) => {
    const step = Math.max(1, Math.floor(values.length / MOST_SAMPLED));
    return Array.from({ length: Math.floor(values.length / step) }, (_, i) => values[i * step]!);
  });
  const sorted = Float64Array.from(sampled).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return [at(TAIL), at(1 - TAIL)];
}
