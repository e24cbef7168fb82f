import type { Proximity } from './proximity.js';

/** Points of a day of half-hours: what is reserved at once. */
const DAY = 48;
/** Some 1.6 GB of scratch. */
const MAX_PAIRS = 2 ** 26;

/** One side of a comparison: the points `from` to `to` (excluded) of two coordinate columns, in time order. */
export interface PointRange {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
}

/** What is kept of one side while its n-grams are matched. */
class Side {
  /** Per point: its cell, the kind of the n-gram that starts there, the next point that starts one of that kind or −1. */
  cell = new Int32Array(0);
  kind = new Int32Array(0);
  next = new Int32Array(0);
  /** Per kind: instances not yet used, and the point where the first of them starts. */
  left = new Int32Array(0);
  first = new Int32Array(0);
  /** Kinds that have instances left: `alive[place[kind]] === kind`. */
  alive = new Int32Array(0);
  place = new Int32Array(0);
  aliveLength = 0;

  reserve(points: number, kinds: number): void {
    this.cell = new Int32Array(points);
    this.kind = new Int32Array(points);
    this.next = new Int32Array(points);
    this.left = new Int32Array(kinds);
    this.first = new Int32Array(kinds);
    this.alive = new Int32Array(kinds);
    this.place = new Int32Array(kinds);
  }

  /** Counts the instances of each kind and links them in rising order. */
  count(ngrams: number, kinds: number): void {
    const { kind, next, left, first, alive, place } = this;
    left.fill(0, 0, kinds);
    first.fill(-1, 0, kinds);
    let length = 0;
    for (let i = ngrams - 1; i >= 0; i--) {
      const k = kind[i];
      if (left[k]++ === 0) {
        place[k] = length;
        alive[length++] = k;
      }
      next[i] = first[k];
      first[k] = i;
    }
    this.aliveLength = length;
  }

  /** Uses up instances of a kind, lowest first; a kind without instances leaves the list. */
  use(kind: number, instances: number): void {
    const { next, left, first, alive, place } = this;
    left[kind] -= instances;
    if (left[kind] > 0) {
      let at = first[kind];
      for (let i = 0; i < instances; i++) at = next[at];
      first[kind] = at;
    } else {
      const moved = alive[--this.aliveLength];
      alive[place[kind]] = moved;
      place[moved] = place[kind];
    }
  }
}

/**
 * Sums of matched proximities for every order of n-grams of two days: the costly part of GEO-BLEU.
 *
 * All n-grams of the generated day are paired with those of the reference greedily, nearest first, each used once; among
 * equals the lowest generated index goes first, then the lowest reference index. The pairs are found without sorting:
 *
 * - A day revisits few cells. Equal n-grams are one *kind*, numbered from (kind of the first n−1 points, last cell), and
 *   the instances of a kind are always used lowest index first, so working on kinds is exact.
 * - Instances of the same kind have proximity 1 and go first, by counts.
 * - For the rest, a pair that is best for both its sides is one that the greedy order takes, whatever else it takes
 *   before. It is found by walking from a kind to its best partner, on to that one's best partner, and so on until two
 *   point at each other; the walk then resumes one step back (a nearest-neighbour chain), so that all walks together
 *   cost the square of the number of kinds. Unless a tie is involved, two such kinds are used up at once.
 *
 * Keeps its scratch memory: 24 bytes × generated points × points of both sides, of the longest it has seen.
 */
export class NgramMatcher {
  readonly #proximity: Proximity;
  readonly #generated = new Side();
  readonly #reference = new Side();
  #capacity = 0;

  /** Per cell: its coordinates. Per kind: kind of its first n−1 points, and its last cell. */
  #cellX = new Float64Array(0);
  #cellY = new Float64Array(0);
  #prefix = new Int32Array(0);
  #last = new Int32Array(0);

  /** Hash table with open addressing; holds base + kind, and what is below the base counts as empty. */
  #slots = new Int32Array(0);
  #base = 1;

  /** Proximities of kinds (generated · kinds + reference) for single cells, for n−1 and for n. */
  #ofCells = new Float64Array(0);
  #shorter = new Float64Array(0);
  #longer = new Float64Array(0);

  #chain = new Int32Array(0);
  #chainTies = new Uint8Array(0);
  #matchedValue = new Float64Array(0);
  #matchedTimes = new Int32Array(0);

  /** @param proximity of two points; all days of this matcher are scored with it */
  constructor(proximity: Proximity) {
    this.#proximity = proximity;
  }

  /**
   * @param orders the n-grams' lengths go from 1 to this; at most the points of the shorter side
   * @param sums receives the sum of matched proximities of order n at n − 1, added in falling order
   */
  match(generated: PointRange, reference: PointRange, orders: number, sums: Float64Array): void {
    const n = generated.to - generated.from;
    const m = reference.to - reference.from;
    this.#reserve(n, m);
    let kinds = this.#numberCells(generated, this.#generated, 0);
    kinds = this.#numberCells(reference, this.#reference, kinds);
    this.#base += kinds;
    const cells = kinds;
    this.#generated.count(n, kinds);
    this.#reference.count(m, kinds);
    const equalFirst = this.#measureCells(cells);

    let proximities = this.#ofCells;
    for (let order = 1; order <= orders; order++) {
      const shorterKinds = kinds;
      if (order > 1) {
        kinds = this.#numberNgrams(this.#generated, n, order, 0);
        kinds = this.#numberNgrams(this.#reference, m, order, kinds);
        this.#base += kinds;
        this.#generated.count(n - order + 1, kinds);
        this.#reference.count(m - order + 1, kinds);
      }
      // Equal kinds go first, but their products are needed to make those of longer n-grams.
      const isLongest = order === orders;
      let equal = equalFirst && isLongest ? this.#matchEqual(kinds) : 0;
      if (order > 1) {
        this.#multiply(proximities, this.#longer, kinds, shorterKinds, cells);
        proximities = this.#longer;
        this.#longer = this.#shorter;
        this.#shorter = proximities;
      }
      if (equalFirst && !isLongest) equal = this.#matchEqual(kinds);
      sums[order - 1] = this.#matchRest(proximities, kinds, equal);
    }
  }

  #reserve(n: number, m: number): void {
    const pairs = n * (n + m);
    if (pairs > MAX_PAIRS) {
      throw new RangeError(
        `GEO-BLEU: ${n} by ${m} points are too many to compare at once. Split them, by day perhaps.`,
      );
    }
    if (pairs > this.#ofCells.length) {
      const length = Math.max(pairs, DAY * 2 * DAY);
      this.#ofCells = new Float64Array(length);
      this.#shorter = new Float64Array(length);
      this.#longer = new Float64Array(length);
    }
    if (n + m <= this.#capacity) return;
    const capacity = Math.max(n + m, 2 * DAY);
    this.#generated.reserve(capacity, capacity);
    this.#reference.reserve(capacity, capacity);
    this.#cellX = new Float64Array(capacity);
    this.#cellY = new Float64Array(capacity);
    this.#prefix = new Int32Array(capacity);
    this.#last = new Int32Array(capacity);
    this.#chain = new Int32Array(2 * capacity + 2);
    this.#chainTies = new Uint8Array(2 * capacity + 2);
    this.#matchedValue = new Float64Array(capacity);
    this.#matchedTimes = new Int32Array(capacity);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(4 * capacity)));
    this.#base = 1;
    this.#capacity = capacity;
  }

  /** Numbers a side's distinct cells from `known` on; returns how many there are now. */
  #numberCells(points: PointRange, side: Side, known: number): number {
    const { x, y, from, to } = points;
    const { cell, kind } = side;
    const cellX = this.#cellX;
    const cellY = this.#cellY;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const base = known === 0 ? this.#emptySlots() : this.#base;
    let cells = known;
    for (let i = from; i < to; i++) {
      const px = x[i];
      const py = y[i];
      let slot = (px * 73 + py * 181_081) & mask;
      let found = slots[slot] - base;
      while (found >= 0 && (cellX[found] !== px || cellY[found] !== py)) {
        slot = (slot + 1) & mask;
        found = slots[slot] - base;
      }
      if (found < 0) {
        found = cells++;
        slots[slot] = base + found;
        cellX[found] = px;
        cellY[found] = py;
      }
      cell[i - from] = found;
      kind[i - from] = found;
    }
    return cells;
  }

  /** Numbers a side's distinct n-grams from `known` on; returns how many there are now. */
  #numberNgrams(side: Side, points: number, order: number, known: number): number {
    const { cell, kind } = side;
    const prefix = this.#prefix;
    const last = this.#last;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const base = known === 0 ? this.#emptySlots() : this.#base;
    let kinds = known;
    for (let i = 0; i <= points - order; i++) {
      const p = kind[i];
      const c = cell[i + order - 1];
      let slot = (p * 61 + c) & mask;
      let found = slots[slot] - base;
      while (found >= 0 && (prefix[found] !== p || last[found] !== c)) {
        slot = (slot + 1) & mask;
        found = slots[slot] - base;
      }
      if (found < 0) {
        found = kinds++;
        slots[slot] = base + found;
        prefix[found] = p;
        last[found] = c;
      }
      kind[i] = found;
    }
    return kinds;
  }

  #emptySlots(): number {
    if (this.#base > 2 ** 30) {
      this.#slots.fill(0);
      this.#base = 1;
    }
    return this.#base;
  }

  /** Proximities of cells; whether only equal ones reach 1 (not so with a beta of 0, or with points a hair apart). */
  #measureCells(cells: number): boolean {
    const { alive: rows, aliveLength: rowsLength } = this.#generated;
    const { alive: columns, aliveLength: columnsLength } = this.#reference;
    const proximity = this.#proximity;
    const out = this.#ofCells;
    const x = this.#cellX;
    const y = this.#cellY;
    let onlyEqual = true;
    for (let r = 0; r < rowsLength; r++) {
      const a = rows[r];
      for (let c = 0; c < columnsLength; c++) {
        const b = columns[c];
        const value = proximity.at(x[a] - x[b], y[a] - y[b]);
        if (value >= 1 && a !== b) onlyEqual = false;
        out[a * cells + b] = value;
      }
    }
    return onlyEqual;
  }

  /** Proximities of n-grams: those of their first n−1 points times that of the last. */
  #multiply(shorter: Float64Array, out: Float64Array, kinds: number, shorterKinds: number, cells: number): void {
    const { alive: rows, aliveLength: rowsLength } = this.#generated;
    const { alive: columns, aliveLength: columnsLength } = this.#reference;
    const ofCells = this.#ofCells;
    const prefix = this.#prefix;
    const last = this.#last;
    for (let r = 0; r < rowsLength; r++) {
      const row = rows[r];
      const shorterRow = prefix[row] * shorterKinds;
      const cellRow = last[row] * cells;
      const outRow = row * kinds;
      for (let c = 0; c < columnsLength; c++) {
        const column = columns[c];
        out[outRow + column] = shorter[shorterRow + prefix[column]] * ofCells[cellRow + last[column]];
      }
    }
  }

  /** Pairs n-grams with equal ones; returns how many pairs, each of proximity 1. */
  #matchEqual(kinds: number): number {
    const generated = this.#generated;
    const reference = this.#reference;
    let pairs = 0;
    for (let kind = 0; kind < kinds; kind++) {
      const both = Math.min(generated.left[kind], reference.left[kind]);
      if (both > 0) {
        generated.use(kind, both);
        reference.use(kind, both);
        pairs += both;
      }
    }
    return pairs;
  }

  /** Pairs what is left, and returns the sum of all proximities with `equal` ones before it. */
  #matchRest(proximities: Float64Array, kinds: number, equal: number): number {
    const generated = this.#generated;
    const reference = this.#reference;
    const { alive: rows, left: rowLeft, first: rowFirst } = generated;
    const { alive: columns, left: columnLeft, first: columnFirst } = reference;
    const chain = this.#chain;
    const chainTies = this.#chainTies;
    const values = this.#matchedValue;
    const times = this.#matchedTimes;
    let matches = 0;
    // Rows at even places of the chain, columns at odd ones, each the best partner of the one before.
    let length = 0;
    while (generated.aliveLength > 0 && reference.aliveLength > 0) {
      if (length === 0) chain[length++] = rows[0];
      let best = -1;
      for (;;) {
        const isRow = (length & 1) === 1;
        const end = chain[length - 1];
        let partner = -1;
        let ties = 0;
        best = -1;
        if (isRow) {
          const rowAt = end * kinds;
          for (let c = 0; c < reference.aliveLength; c++) {
            const candidate = columns[c];
            const value = proximities[rowAt + candidate];
            if (value > best) {
              best = value;
              partner = candidate;
              ties = 0;
            } else if (value === best) {
              ties = 1;
              if (columnFirst[candidate] < columnFirst[partner]) partner = candidate;
            }
          }
        } else {
          for (let r = 0; r < generated.aliveLength; r++) {
            const candidate = rows[r];
            const value = proximities[candidate * kinds + end];
            if (value > best) {
              best = value;
              partner = candidate;
              ties = 0;
            } else if (value === best) {
              ties = 1;
              if (rowFirst[candidate] < rowFirst[partner]) partner = candidate;
            }
          }
        }
        chainTies[length - 1] = ties;
        if (length > 1 && chain[length - 2] === partner) break;
        chain[length++] = partner;
      }
      length -= 2;
      const row = chain[length + (length & 1)];
      const column = chain[length + 1 - (length & 1)];
      const ties = chainTies[length] | chainTies[length + 1];
      const instances = ties ? 1 : Math.min(rowLeft[row], columnLeft[column]);
      generated.use(row, instances);
      reference.use(column, instances);

      let at = matches++;
      for (; at > 0 && values[at - 1] < best; at--) {
        values[at] = values[at - 1];
        times[at] = times[at - 1];
      }
      values[at] = best;
      times[at] = instances;
    }
    let sum = equal;
    for (let i = 0; i < matches; i++) for (let t = 0; t < times[i]; t++) sum += values[i];
    return sum;
  }
}
