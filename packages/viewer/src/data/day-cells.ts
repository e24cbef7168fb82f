import { type CellGrid, sizesFor, WHOLE_DAY } from '../wire/cells.js';
import { cellsOfDay, packDayCells } from '../wire/day-cells.js';
import type { Plane } from '../wire/replay.js';

/** Cells of a column, at most: its cells have keys from −half to half of it. */
const ROWS = 2 ** 21;
const PARTS = WHOLE_DAY + 1;
/** Counts of a cell in a part of the day: people of each set, and of both. */
const COUNTS = 3;

/** Counts people by cell for each hour and the whole day, person by person. */
export class DayTally {
  readonly #cells: CellGrid;
  /** Numbers of cells, in the order in which they are found, by their keys. */
  readonly #numbers = new Map<number, number>();
  /** By set and cell: the parts of the day in which a person is there, as bits. */
  #there = [new Uint32Array(0), new Uint32Array(0)] as const;
  #counts = new Uint32Array(0);
  readonly #people = Array.from({ length: PARTS }, (): [number, number] => [0, 0]);

  constructor(cells: CellGrid) {
    this.#cells = cells;
  }

  /** @param visitsOf where a person is in each set: calls `visit` with hours of the day and positions in units */
  add(visitsOf: (set: 0 | 1, visit: (hour: number, x: number, y: number) => void) => void): void {
    const visited: number[] = [];
    for (const set of [0, 1] as const) {
      // People mostly stay where they are.
      let [lastX, lastY, number] = [Number.NaN, Number.NaN, -1];
      visitsOf(set, (hour, x, y) => {
        if (x !== lastX || y !== lastY) {
          [lastX, lastY, number] = [x, y, this.#numberOf(x, y)];
          if ((this.#there[0][number]! | this.#there[1][number]!) === 0) visited.push(number);
        }
        this.#there[set][number]! |= (1 << hour) | (1 << WHOLE_DAY);
      });
    }
    const [first, second] = this.#there;
    const counts = this.#counts;
    let [inFirst, inSecond] = [0, 0];
    for (const number of visited) {
      const [one, other] = [first[number]!, second[number]!];
      for (let left = one | other; left !== 0; left &= left - 1) {
        const part = 31 - Math.clz32(left & -left);
        const at = (number * PARTS + part) * COUNTS;
        const [isOne, isOther] = [(one >>> part) & 1, (other >>> part) & 1];
        counts[at]! += isOne;
        counts[at + 1]! += isOther;
        counts[at + 2]! += isOne & isOther;
      }
      inFirst |= one;
      inSecond |= other;
      first[number] = second[number] = 0;
    }
    this.#people.forEach((people, part) => {
      people[0] += (inFirst >>> part) & 1;
      people[1] += (inSecond >>> part) & 1;
    });
  }

  #numberOf(x: number, y: number): number {
    const [column, row] = this.#cells.at(x, y);
    const key = column * ROWS + row;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    const [first, second] = this.#there;
    if (number === first.length) {
      const size = Math.max(64, 2 * number);
      this.#there = [enlarged(first, size), enlarged(second, size)];
      this.#counts = enlarged(this.#counts, size * PARTS * COUNTS);
    }
    return number;
  }

  /** @param paired whether the people of both sets are the same */
  pack(head: Parameters<typeof packDayCells>[0], paired: boolean): Uint8Array<ArrayBuffer> {
    const [counts, numbers] = [this.#counts, this.#numbers];
    // By cell, so that similar counts are next to each other and compress well.
    const keys = Float64Array.from(numbers.keys()).sort();
    const offsets: number[] = [];
    for (const key of keys)
      for (let part = 0, at = numbers.get(key)! * PARTS * COUNTS; part < PARTS; part++, at += COUNTS)
        if (counts[at]! + counts[at + 1]! > 0) offsets.push(at);
    const keyOf = Float64Array.from(numbers.keys());
    const column = (of: (at: number) => number) => Int32Array.from(offsets, of);
    const columnAt = (at: number) => Math.round(keyOf[Math.floor(at / (PARTS * COUNTS))]! / ROWS);
    const countAt = (which: number) => Uint32Array.from(offsets, (at) => counts[at + which]!);
    return packDayCells(head, this.#people, {
      part: Uint8Array.from(offsets, (at) => (at / COUNTS) % PARTS),
      column: column(columnAt),
      row: column((at) => keyOf[Math.floor(at / (PARTS * COUNTS))]! - columnAt(at) * ROWS),
      first: countAt(0),
      second: countAt(1),
      both: paired ? countAt(2) : null,
    });
  }
}

function enlarged(values: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(size);
  larger.set(values);
  return larger;
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
  return tally.pack(head, false);
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
