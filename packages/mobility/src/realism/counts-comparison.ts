import { jensenShannonTerm } from '@itinera/metrics';
import type { Networks } from '../flow/flows.js';
import type { Counts } from '../measure.js';
import { lazily } from '../memoized.js';
import { PairNumbers } from '../pair-numbers.js';
import { entropyOf } from '../person/uncorrelated-entropy.js';
import { kendall } from '../similarity/correlations.js';
import { GroupedBins, MAX_RANKED } from './grouped-bins.js';
import type { BinEntries } from './grouped-weights.js';
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
  const binsOf = ({ keys }: Counts) => {
    const bins = new Uint32Array(keys.length);
    for (let i = 0; i < bins.length; i++)
      bins[i] = i > 0 && keys[i] === keys[i - 1] ? bins[i - 1] : known.numberOf(keys[i]);
    return bins;
  };
  const [ofReal, ofGenerated] = [binsOf(real), binsOf(generated)];
  const names = known.names();
  const a = sideOf(real, ofReal, names.length, groups.ofReal, groups.count);
  const b = sideOf(generated, ofGenerated, names.length, groups.ofGenerated, groups.count);
  const p = summed(a);
  const q = summed(b);
  const [pTotal, qTotal] = [total(p), total(q)];
  const grouped = lazily(() => new GroupedBins(merged(a, b, groups.count), groups));
  const nameOf = (bin: number) => ({ from: names[bin], to: names[bin] });
  return {
    n: [pTotal, qTotal],
    value: [entropyOf(p), entropyOf(q)],
    scores: { ...scored(p, q), tau: ranked ? rankCorrelation(p, q) : Number.NaN },
    sampled: (draws) => grouped().scores(draws, ranked),
    sampledJsd: (draws) =>
      grouped()
        .scores(draws, false)
        .map(({ jsd }) => jsd),
    distance: () => grouped().distance(),
    kernel: () => grouped().kernel(),
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
  readonly #listedNames: number[] = [];
  readonly #others = new PairNumbers();

  constructor(a: Float64Array, b: Float64Array) {
    let greatest = 0;
    let areListed = true;
    for (const keys of [a, b]) {
      for (let i = 0; i < keys.length; i++) {
        if (keys[i] > greatest) greatest = keys[i];
        areListed &&= keys[i] >= 0 && Number.isInteger(keys[i]);
      }
    }
    this.#listed = new Int32Array(areListed && greatest < 4 * (a.length + b.length) ? greatest + 1 : 0);
  }

  numberOf(key: number): number {
    if (this.#listed.length === 0) return this.#others.numberOf(key);
    if (this.#listed[key] === 0) this.#listed[key] = this.#listedNames.push(key);
    return this.#listed[key] - 1;
  }

  names(): Float64Array {
    return this.#listed.length === 0 ? this.#others.firsts : Float64Array.from(this.#listedNames);
  }
}

/** The weights of one side, added up by bin and group; people in no group have the number `none`. */
function sideOf(
  { counts, starts }: Counts,
  bins: Uint32Array,
  binCount: number,
  groupOf: Uint16Array,
  none: number,
): BinEntries {
  // Group by group: the entries of one group are next to each other until they are sorted by bin.
  const entryOf = new Int32Array(binCount).fill(-1);
  const binOf = new Uint32Array(bins.length);
  const groups = new Uint16Array(bins.length);
  const weights = new Float64Array(bins.length);
  let used = 0;
  let [group, first] = [-1, 0];
  for (const person of peopleByGroup(groupOf, none)) {
    if (groupOf[person] !== group) [group, first] = [groupOf[person], used];
    for (let i = starts[person]; i < starts[person + 1]; i++) {
      const bin = bins[i];
      if (entryOf[bin] < first) {
        binOf[used] = bin;
        groups[used] = group;
        entryOf[bin] = used++;
      }
      weights[entryOf[bin]] += counts[i];
    }
  }
  const ends = new Uint32Array(binCount + 1);
  for (let i = 0; i < used; i++) ends[binOf[i] + 1]++;
  for (let bin = 0; bin < binCount; bin++) ends[bin + 1] += ends[bin];
  const next = ends.slice();
  const side = { starts: ends, groups: new Uint16Array(used), weights: new Float64Array(used) };
  for (let i = 0; i < used; i++) {
    const at = next[binOf[i]]++;
    side.groups[at] = groups[i];
    side.weights[at] = weights[i];
  }
  return side;
}

/** People in order of their groups, then of their numbers. */
function peopleByGroup(groupOf: Uint16Array, none: number): Uint32Array {
  const starts = new Uint32Array(none + 2);
  for (const group of groupOf) starts[group + 1]++;
  for (let group = 0; group <= none; group++) starts[group + 1] += starts[group];
  const people = new Uint32Array(groupOf.length);
  for (let person = 0; person < people.length; person++) people[starts[groupOf[person]]++] = person;
  return people;
}

/** The entries of both sides, without people who are in no group. */
function merged(a: BinEntries, b: BinEntries, none: number): BinEntries {
  const most = a.weights.length + b.weights.length;
  const both = { starts: a.starts.slice(), groups: new Uint16Array(most), weights: new Float64Array(most) };
  let used = 0;
  for (let bin = 0; bin + 1 < both.starts.length; bin++) {
    for (const { starts, groups, weights } of [a, b]) {
      for (let i = starts[bin]; i < starts[bin + 1]; i++) {
        if (groups[i] === none) continue;
        both.groups[used] = groups[i];
        both.weights[used++] = weights[i];
      }
    }
    both.starts[bin + 1] = used;
  }
  return { ...both, groups: both.groups.slice(0, used), weights: both.weights.slice(0, used) };
}

function summed({ starts, weights }: BinEntries): Float64Array {
  const sums = new Float64Array(starts.length - 1);
  for (let bin = 0; bin < sums.length; bin++)
    for (let i = starts[bin]; i < starts[bin + 1]; i++) sums[bin] += weights[i];
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
