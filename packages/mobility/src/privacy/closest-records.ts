/** Sequences of labels, such as places by slot, all of one length. */
export type Sequences = readonly ArrayLike<number>[];

/** Distance of records to the closest and the second closest of a set, as the share of positions that differ. */
export interface ClosestRecords {
  /** One per record, 0 to 1; Infinity when there is none. */
  readonly closest: Float64Array;
  readonly second: Float64Array;
}

/**
 * Distances of each record to its two closest in a set: share of positions that differ.
 *
 * Counts agreements over an inverted index of (position, label), so the cost is one step per agreement, not per
 * comparison.
 *
 * @throws RangeError when the sequences differ in length
 */
export function closestRecords(records: Sequences, set: Sequences): ClosestRecords {
  const length = commonLength(records, set);
  const index = positionIndex(set, length);
  const closest = new Float64Array(records.length).fill(Infinity);
  const second = new Float64Array(records.length).fill(Infinity);
  const agreements = new Uint32Array(set.length);
  for (const [r, record] of records.entries()) {
    agreements.fill(0);
    for (let i = 0; i < length; i++) {
      const same = index[i].get(record[i]);
      if (same) for (let k = 0; k < same.length; k++) agreements[same[k]]++;
    }
    let most = -1;
    let next = -1;
    for (let k = 0; k < agreements.length; k++) {
      const count = agreements[k];
      if (count > most) {
        next = most;
        most = count;
      } else if (count > next) next = count;
    }
    if (most >= 0) closest[r] = (length - most) / length;
    if (next >= 0) second[r] = (length - next) / length;
  }
  return { closest, second };
}

function commonLength(...sets: readonly Sequences[]): number {
  const lengths = new Set(sets.flatMap((set) => set.map((sequence) => sequence.length)));
  if (lengths.size > 1) {
    const [one, other] = lengths;
    throw new RangeError(`closestRecords: expected sequences of the same length, got ${one} and ${other} positions.`);
  }
  return lengths.values().next().value ?? 0;
}

/** For each position, the numbers of the sequences with each label there. */
function positionIndex(set: Sequences, length: number): Map<number, Uint32Array>[] {
  return Array.from({ length }, (_, i) => {
    const lists = new Map<number, number[]>();
    for (const [k, sequence] of set.entries()) {
      const list = lists.get(sequence[i]);
      if (list) list.push(k);
      else lists.set(sequence[i], [k]);
    }
    return new Map([...lists].map(([label, list]) => [label, Uint32Array.from(list)]));
  });
}
