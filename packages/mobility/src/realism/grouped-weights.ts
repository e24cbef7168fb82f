import type { Draws, PeopleGroups } from './groups.js';

/** Draws whose sums are added up in one pass: an entry is loaded once for all of them. */
export const TOGETHER = 4;

/** Weights by bin and group, in order of bins, real groups first; at most one entry per bin and group. */
export interface BinEntries {
  /** Entries of bin b are `starts[b]` to `starts[b + 1]`. */
  readonly starts: Uint32Array;
  readonly groups: Uint16Array;
  readonly weights: Float64Array;
}

/** Receives a bin's weights in both samples of the draws of a pass; the arrays are reused. */
type Visit = (bin: number, first: Float64Array, second: Float64Array) => void;

/** Weights of groups of people by bin, to be added up for many draws of groups. */
export class GroupedWeights {
  readonly bins: number;
  readonly #entries: BinEntries;
  /** The first entry of a generated group, and the weight of all groups, by bin. */
  readonly #middles: Uint32Array;
  readonly #pooled: Float64Array;

  constructor(entries: BinEntries, { real }: PeopleGroups) {
    const { starts, groups, weights } = entries;
    this.#entries = entries;
    this.bins = starts.length - 1;
    this.#middles = new Uint32Array(this.bins);
    this.#pooled = new Float64Array(this.bins);
    for (let bin = 0; bin < this.bins; bin++) {
      let middle = starts[bin];
      for (let i = starts[bin]; i < starts[bin + 1]; i++) {
        this.#pooled[bin] += weights[i];
        if (groups[i] < real) middle = i + 1;
      }
      this.#middles[bin] = middle;
    }
  }

  /** Visits all bins with their weights in the draws `from` to `from + TOGETHER`; 0 for draws beyond the last. */
  sums({ kind, weights: draws }: Draws, from: number, visit: Visit): void {
    const { starts, groups, weights } = this.#entries;
    const [middles, pooled] = [this.#middles, this.#pooled];
    const isExchanged = kind === 'exchanged';
    const own = new Float64Array(TOGETHER * (draws[0]?.length ?? 0));
    for (let k = 0; k < TOGETHER && from + k < draws.length; k++)
      for (let group = 0; group < draws[from + k].length; group++) own[TOGETHER * group + k] = draws[from + k][group];
    const first = new Float64Array(TOGETHER);
    const second = new Float64Array(TOGETHER);
    for (let bin = 0; bin < this.bins; bin++) {
      addUp(first, own, groups, weights, starts[bin], isExchanged ? starts[bin + 1] : middles[bin]);
      if (isExchanged) for (let k = 0; k < TOGETHER; k++) second[k] = pooled[bin] - first[k];
      else addUp(second, own, groups, weights, middles[bin], starts[bin + 1]);
      visit(bin, first, second);
    }
  }
}

function addUp(
  sums: Float64Array,
  own: Float64Array,
  groups: Uint16Array,
  weights: Float64Array,
  from: number,
  to: number,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = from; i < to; i++) {
    const at = TOGETHER * groups[i];
    const weight = weights[i];
    a += own[at] * weight;
    b += own[at + 1] * weight;
    c += own[at + 2] * weight;
    d += own[at + 3] * weight;
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
}
