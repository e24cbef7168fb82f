import type { Random } from '@itinera/base';

/** Draws numbers by weight in constant time. */
export interface AliasTable {
  /** Share of the slot that belongs to its own number. */
  readonly own: Float64Array;
  /** The number that the rest of the slot belongs to. */
  readonly other: Uint32Array;
}

/**
 * Builds the table of Walker's alias method in linear time.
 *
 * @param weights 0 or more
 * @returns null when all weights are 0
 * @see M. D. Vose (1991), A linear algorithm for generating random numbers with a given distribution,
 *   doi:10.1109/32.92917
 */
export function aliasTable(weights: Float64Array): AliasTable | null {
  const n = weights.length;
  let total = 0;
  for (let i = 0; i < n; i++) total += weights[i];
  if (!(total > 0)) return null;
  const own = new Float64Array(n);
  const other = new Uint32Array(n);
  const small = new Uint32Array(n);
  const large = new Uint32Array(n);
  let smalls = 0;
  let larges = 0;
  for (let i = 0; i < n; i++) {
    own[i] = (weights[i] * n) / total;
    if (own[i] < 1) small[smalls++] = i;
    else large[larges++] = i;
  }
  while (smalls > 0 && larges > 0) {
    const poor = small[--smalls];
    const rich = large[larges - 1];
    other[poor] = rich;
    own[rich] -= 1 - own[poor];
    if (own[rich] < 1) small[smalls++] = large[--larges];
  }
  // The remainder is 1 up to rounding; a weight of 0 never remains, as another must have filled it up.
  while (larges > 0) own[large[--larges]] = 1;
  while (smalls > 0) {
    const rest = small[--smalls];
    if (weights[rest] > 0) own[rest] = 1;
    else other[rest] = heaviest(weights);
  }
  return { own, other };
}

function heaviest(weights: Float64Array): number {
  let best = 0;
  for (let i = 1; i < weights.length; i++) if (weights[i] > weights[best]) best = i;
  return best;
}

/** @returns a number with the probability of its weight */
export function drawAlias({ own, other }: AliasTable, random: Random): number {
  const at = random.uniform() * own.length;
  const slot = Math.floor(at);
  return at - slot < own[slot] ? slot : other[slot];
}
