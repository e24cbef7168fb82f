/** A cell of a tessellation by its column and row. */
export type CellAt = readonly [column: number, row: number];

/** Equal cells that cover the plane. Sizes and positions have one unit. */
export interface CellGrid {
  readonly at: (x: number, y: number) => CellAt;
  readonly centre: (cell: CellAt) => readonly [x: number, y: number];
  /** Corners around the centre, in order: x and y of each. */
  readonly outline: readonly (readonly [x: number, y: number])[];
}

const ROOT = Math.sqrt(3);

/** Hexagons with a flat top. @param size distance between opposite sides */
export function hexagons(size: number): CellGrid {
  const side = size / ROOT;
  return {
    at: (x, y) => {
      // Axial coordinates, rounded to the cell whose cube coordinates are nearest.
      const column = x / (1.5 * side);
      const row = y / size - column / 2;
      // Half up, which is faster than `Math.round`.
      const q = Math.floor(column + 0.5);
      const r = Math.floor(row + 0.5);
      const s = Math.floor(0.5 - column - row);
      const dq = Math.abs(q - column);
      const dr = Math.abs(r - row);
      const ds = Math.abs(s + column + row);
      if (dq > dr && dq > ds) return [-r - s, r];
      return dr > ds ? [q, -q - s] : [q, r];
    },
    centre: ([column, row]) => [1.5 * side * column, size * (row + column / 2)],
    outline: Array.from({ length: 6 }, (_, i) => [
      side * Math.cos((i * Math.PI) / 3),
      side * Math.sin((i * Math.PI) / 3),
    ]),
  };
}

/** Squares around whole multiples of their size. */
export function squares(size: number): CellGrid {
  const half = size / 2;
  return {
    at: (x, y) => [Math.round(x / size), Math.round(y / size)],
    centre: ([column, row]) => [size * column, size * row],
    outline: [
      [half, half],
      [-half, half],
      [-half, -half],
      [half, -half],
    ],
  };
}

/** The people of two sets who are in a cell at some time. */
export interface CellCount {
  readonly cell: CellAt;
  readonly first: number;
  readonly second: number;
  /** People who are there in only one of the sets; null if people of the sets are not the same. */
  readonly only: readonly [first: number, second: number] | null;
}

/** Values beyond which a difference is more than chance gives in 95 of 100 cells. */
export const CHANCE = 2;

/**
 * How far the difference between two counts of people is from zero, in standard errors with a correction for continuity:
 * for the same people by those who are there in only one set (McNemar), else by the shares of all people (two
 * proportions). Positive if the second set has more; 0 if there is no difference beyond the correction.
 */
export function beyondChance({ first, second, only }: CellCount, people: readonly [number, number]): number {
  if (only !== null) {
    const [one, other] = only;
    return one + other === 0 ? 0 : corrected(other - one, 1, Math.sqrt(one + other));
  }
  const [all, others] = people;
  const share = (first + second) / (all + others);
  const error = Math.sqrt(share * (1 - share) * (1 / all + 1 / others));
  return error > 0 ? corrected(second / others - first / all, (1 / all + 1 / others) / 2, error) : 0;
}

/** Whether a cell has enough people for a difference beyond chance: if all of them were there in only one of the sets. */
export function canDiffer({ cell, first, second, only }: CellCount, people: readonly [number, number]): boolean {
  const all = first + second;
  const extremes: readonly CellCount[] = only
    ? [{ cell, first, second, only: [0, only[0] + only[1]] }]
    : [
        { cell, first: 0, second: all, only },
        { cell, first: all, second: 0, only },
      ];
  return extremes.some((one) => Math.abs(beyondChance(one, people)) >= CHANCE);
}

function corrected(difference: number, correction: number, error: number): number {
  return (Math.sign(difference) * Math.max(0, Math.abs(difference) - correction)) / error;
}

/** The counts of some time. */
export interface CellCounts {
  /** People of each set who are anywhere in that time. */
  readonly people: readonly [number, number];
  readonly cells: readonly CellCount[];
}

/** The name of a cell. */
export const keyOf = ([column, row]: CellAt): string => `${column} ${row}`;

/** Counts the people of two sets by cell, person by person. */
export class CellTally {
  readonly #cells = new Map<string, { first: number; second: number; only: [number, number] }>();
  readonly #people: [number, number] = [0, 0];

  /** Adds a person with the cells, by name, where they are in each set; without any in a set, they are not in it. */
  add(first: ReadonlySet<string>, second: ReadonlySet<string>): void {
    if (first.size > 0) this.#people[0]++;
    if (second.size > 0) this.#people[1]++;
    for (const key of first) {
      const cell = this.#at(key);
      cell.first++;
      if (!second.has(key)) cell.only[0]++;
    }
    for (const key of second) {
      const cell = this.#at(key);
      cell.second++;
      if (!first.has(key)) cell.only[1]++;
    }
  }

  /** @param paired whether the people of both sets are the same */
  counts(paired: boolean): CellCounts {
    const cells = [...this.#cells].map(([key, { first, second, only }]): CellCount => {
      const [column, row] = key.split(' ').map(Number) as [number, number];
      return { cell: [column, row], first, second, only: paired ? only : null };
    });
    return { people: this.#people, cells };
  }

  #at(key: string) {
    const known = this.#cells.get(key);
    if (known) return known;
    const cell = { first: 0, second: 0, only: [0, 0] as [number, number] };
    this.#cells.set(key, cell);
    return cell;
  }
}
