import { jensenShannonTerm } from '@itinera/metrics';
import type { Networks } from '../flow/flows.js';
import type { Counts } from '../measure.js';
import { entropyOf } from '../person/uncorrelated-entropy.js';
import { kendall } from '../similarity/correlations.js';
import { type BinEntries, GroupedBins, MAX_RANKED } from './grouped-bins.js';
import type { PeopleGroups } from './groups.js';
import { type MeasureComparison, type MeasureDifference, type MeasureScores, UNDEFINED } from './scores.js';

/** Compares people's weights by bin. @param options `ranked`: also compare the order of bins */
export function compareCountTables(
  real: Counts,
  generated: Counts,
  groups: PeopleGroups,
  { ranked = false }: { ranked?: boolean } = {},
): MeasureComparison {
  const known = new Bins(real.keys, generated.keys);
  const a = sideOf(real, groups.ofReal, groups.count, known);
  const b = sideOf(generated, groups.ofGenerated, groups.count, known);
  const names = known.names();
  const p = summed(a, names.length);
  const q = summed(b, names.length);
  const [pTotal, qTotal] = [total(p), total(q)];
  const grouped = new GroupedBins(merged(a, b, groups.count), groups);
  const nameOf = (bin: number) => ({ from: names[bin], to: names[bin] });
  return {
    n: [pTotal, qTotal],
    value: [entropyOf(p), entropyOf(q)],
    scores: { ...scored(p, q), tau: ranked ? rankCorrelation(p, q) : Number.NaN },
    sampled: (weights) => grouped.scores(weights, ranked),
    sampledJsd: (weights) => grouped.scores(weights, false).jsd,
    distance: () => grouped.distance(),
    kernel: () => grouped.kernel(),
    worst: (count) =>
      worstBins(p, q, pTotal, qTotal, count).map(({ bin, ...shares }) => ({ ...nameOf(bin), ...shares })),
    bins: (count) =>
      heaviest(p, q, count, (bin) => nameOf(bin).from).map((bin) => ({
        ...nameOf(bin),
        real: p[bin] / pTotal,
        generated: q[bin] / qTotal,
      })),
  };
}

/** Compares people's flows between places. */
export function compareFlows(real: Networks, generated: Networks, groups: PeopleGroups): MeasureComparison {
  let width = 1;
  for (const { destinations } of [real, generated]) {
    for (const place of destinations) if (place >= width) width = place + 1;
  }
  const asCounts = ({ origins, destinations, trips, starts }: Networks) => ({
    keys: Float64Array.from(origins, (origin, i) => origin * width + destinations[i]),
    counts: trips,
    starts,
  });
  const compared = compareCountTables(asCounts(real), asCounts(generated), groups);
  const paired = (difference: MeasureDifference) => {
    const origin = Math.floor(difference.from / width);
    return { ...difference, pair: [origin, difference.from - origin * width] as const };
  };
  return {
    ...compared,
    worst: (count) => compared.worst(count).map(paired),
    bins: (count) => compared.bins(count).map(paired),
  };
}

/** Numbers bins in order of appearance, with the same numbers on both sides. */
class Bins {
  /** For each key, 1 plus the number; for whole keys without large gaps. */
  readonly #listed: Int32Array;
  readonly #others = new Map<number, number>();
  readonly #names: number[] = [];

  constructor(a: Float64Array, b: Float64Array) {
    let greatest = 0;
    for (const keys of [a, b]) for (let i = 0; i < keys.length; i++) if (keys[i] > greatest) greatest = keys[i];
    this.#listed = new Int32Array(greatest < 4 * (a.length + b.length) ? Math.floor(greatest) + 1 : 0);
  }

  numberOf(key: number): number {
    if (key >= 0 && key < this.#listed.length && Number.isInteger(key)) {
      if (this.#listed[key] === 0) this.#listed[key] = this.#names.push(key);
      return this.#listed[key] - 1;
    }
    let bin = this.#others.get(key);
    if (bin === undefined) {
      bin = this.#names.push(key) - 1;
      this.#others.set(key, bin);
    }
    return bin;
  }

  names(): Float64Array {
    return Float64Array.from(this.#names);
  }
}

/** The weights of one side, added up by group and bin; people in no group have the number `none`. */
function sideOf({ keys, counts, starts }: Counts, groupOf: Uint16Array, none: number, known: Bins): BinEntries {
  const bins = new Uint32Array(keys.length);
  const group = new Uint16Array(keys.length);
  let most = -1;
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let i = starts[person]; i < starts[person + 1]; i++) {
      bins[i] = known.numberOf(keys[i]);
      group[i] = groupOf[person];
      if (bins[i] > most) most = bins[i];
    }
  }
  // By bin: a group's weights of a bin are then next to each other.
  const ends = new Uint32Array(most + 2);
  for (let i = 0; i < bins.length; i++) ends[bins[i] + 1]++;
  for (let bin = 0; bin <= most; bin++) ends[bin + 1] += ends[bin];
  const order = new Uint32Array(bins.length);
  const next = ends.slice();
  for (let i = 0; i < bins.length; i++) order[next[bins[i]]++] = i;
  const side = { bins: new Uint32Array(bins.length), groups: new Uint16Array(bins.length), weights: counts.slice() };
  const entryOf = new Int32Array(none + 1).fill(-1);
  let entries = 0;
  for (let bin = 0; bin <= most; bin++) {
    const first = entries;
    for (let at = ends[bin]; at < ends[bin + 1]; at++) {
      const weight = counts[order[at]];
      const entry = entryOf[group[order[at]]];
      if (entry >= first) side.weights[entry] += weight;
      else {
        side.bins[entries] = bin;
        side.groups[entries] = group[order[at]];
        side.weights[entries] = weight;
        entryOf[group[order[at]]] = entries++;
      }
    }
  }
  return {
    bins: side.bins.slice(0, entries),
    groups: side.groups.slice(0, entries),
    weights: side.weights.slice(0, entries),
  };
}

/** The entries of both sides in order of bins, without people who are in no group. */
function merged(a: BinEntries, b: BinEntries, none: number): BinEntries {
  const most = a.bins.length + b.bins.length;
  const both = { bins: new Uint32Array(most), groups: new Uint16Array(most), weights: new Float64Array(most) };
  let used = 0;
  for (let i = 0, j = 0; i < a.bins.length || j < b.bins.length; ) {
    const isFirst = j === b.bins.length || (i < a.bins.length && a.bins[i] <= b.bins[j]);
    const side = isFirst ? a : b;
    const at = isFirst ? i++ : j++;
    if (side.groups[at] === none) continue;
    both.bins[used] = side.bins[at];
    both.groups[used] = side.groups[at];
    both.weights[used++] = side.weights[at];
  }
  return {
    bins: both.bins.slice(0, used),
    groups: both.groups.slice(0, used),
    weights: both.weights.slice(0, used),
  };
}

function summed({ bins, weights }: BinEntries, count: number): Float64Array {
  const sums = new Float64Array(count);
  for (let i = 0; i < bins.length; i++) sums[bins[i]] += weights[i];
  return sums;
}

function total(weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i];
  return sum;
}

function scored(p: Float64Array, q: Float64Array): MeasureScores {
  const pTotal = total(p);
  const qTotal = total(q);
  if (pTotal === 0 || qTotal === 0) return { ...UNDEFINED };
  let jsd = 0;
  let common = 0;
  for (let bin = 0; bin < p.length; bin++) {
    const a = p[bin] / pTotal;
    const b = q[bin] / qTotal;
    jsd += jensenShannonTerm(a, b);
    common += Math.min(a, b);
  }
  return { ...UNDEFINED, jsd: Math.min(Math.max(0, jsd), 1), commonPart: Math.min(common, 1) };
}

/** Kendall's tau-b of the weights of the bins with the largest weight on either side. */
function rankCorrelation(p: Float64Array, q: Float64Array): number {
  const order = Uint32Array.from(p.keys()).sort((a, b) => p[b] + q[b] - (p[a] + q[a]));
  const ranked = order.subarray(0, MAX_RANKED);
  const weightsOf = (weights: Float64Array) => Float64Array.from(ranked, (bin) => weights[bin]);
  return kendall(weightsOf(p), weightsOf(q));
}

/** All bins by their keys if they are few, else those with the largest weights. */
function heaviest(p: Float64Array, q: Float64Array, count: number, keyOf: (bin: number) => number): number[] {
  const bins = Array.from(p.keys());
  if (bins.length <= count) return bins.sort((a, b) => keyOf(a) - keyOf(b));
  return bins.sort((a, b) => p[b] + q[b] - p[a] - q[a]).slice(0, count);
}

function worstBins(p: Float64Array, q: Float64Array, pTotal: number, qTotal: number, count: number) {
  const found: ({ bin: number; term: number } & Pick<MeasureDifference, 'real' | 'generated'>)[] = [];
  for (let bin = 0; bin < p.length; bin++) {
    const real = p[bin] / pTotal;
    const generated = q[bin] / qTotal;
    const term = jensenShannonTerm(real, generated);
    if (!(term > 0) || (found.length === count && term <= found[count - 1].term)) continue;
    found.push({ bin, term, real, generated });
    found.sort((a, b) => b.term - a.term);
    found.length = Math.min(found.length, count);
  }
  return found.map(({ bin, real, generated }) => ({ bin, real, generated }));
}
