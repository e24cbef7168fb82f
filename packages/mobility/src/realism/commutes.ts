import { Random, type RealismRow, YOUR_SURVEY } from '@itinera/base';
import { cpc } from '../similarity/cpc.js';
import { cardRow } from './card-row.js';

/** Observed commutes between zones, each of some neighbouring areas. */
export interface CommuteFlows {
  /** The centre of each area and its zone: longitude, latitude, zone from 0, and so on. */
  readonly areas: readonly number[];
  /** Zone of home, zone of work, number of people, and so on. */
  readonly people: readonly number[];
}

/** The zone of home and that of work of one person. */
export type Commute = readonly [home: number, work: number];

const MEASURE = 'commutes between zones, common part with those observed (CPC)';
const DRAWS = 200;
/** Fewer people have no interval. */
const LEAST_PEOPLE = 10;

/**
 * Commutes compared with those observed, as shares of pairs of zones. By chance, a few people differ from many, so that the observed
 * range begins where as many people drawn from the observed commutes have their 95 % interval.
 *
 * @param commutes one per person who goes to work
 * @param flows null without observations: then, and with one zone, there is neither value nor verdict
 * @param source names the observations
 */
export function commutesRow(
  commutes: readonly Commute[],
  flows: CommuteFlows | null,
  source: string,
  seed: number,
): RealismRow {
  const row = { name: MEASURE, digits: 3 };
  const none = Number.NaN;
  if (flows === null || commutes.length === 0 || zonesOf(flows) < 2)
    return cardRow({ ...row, value: none, low: none, high: none, published: null });
  const { shares, rowOfPair, sums } = observedShares(flows);
  const own = Int32Array.from(commutes, ([home, work]) => rowOfPair.get(home * zonesOf(flows) + work) ?? shares.length);
  const random = new Random(seed, 12);
  const generated = new Float64Array(shares.length + 1);
  // The last pair is of commutes that nobody was observed to make.
  const real = Float64Array.of(...shares, 0);
  const commonPart = (pairs: Int32Array) => {
    generated.fill(0);
    for (const pair of pairs) generated[pair]! += 1 / pairs.length;
    return cpc(real, generated);
  };
  const drawn = (draw: () => number) =>
    Float64Array.from({ length: DRAWS }, () => commonPart(Int32Array.from(own, draw))).sort();
  const value = commonPart(own);
  // A resample repeats people and so covers fewer pairs: only its spread counts, around the value. Its ends may then lie beyond
  // those of a common part, 0 to 1.
  const resampled = drawn(() => own[random.integer(own.length)]!);
  const mean = resampled.reduce((sum, one) => sum + one, 0) / DRAWS;
  const bound = (share: number) =>
    own.length < LEAST_PEOPLE ? none : Math.min(1, Math.max(0, value + at(resampled, share) - mean));
  const observed = drawn(() => firstAbove(sums, random.uniform()));
  return cardRow({
    ...row,
    value,
    low: bound(0.025),
    high: bound(0.975),
    published: { low: at(observed, 0.025), high: 1, data: YOUR_SURVEY, source },
  });
}

const zonesOf = ({ areas }: CommuteFlows) =>
  1 + areas.reduce((most, one, i) => (i % 3 === 2 && one > most ? one : most), -1);

/** Shares of the pairs of zones with people, and their sums up to each. */
function observedShares(flows: CommuteFlows) {
  const zones = zonesOf(flows);
  const byPair = new Map<number, number>();
  let total = 0;
  for (let i = 0; i < flows.people.length; i += 3) {
    const [home, work, people] = flows.people.slice(i, i + 3) as [number, number, number];
    const pair = home * zones + work;
    byPair.set(pair, (byPair.get(pair) ?? 0) + people);
    total += people;
  }
  const shares = Float64Array.from(byPair.values(), (people) => people / total);
  let sum = 0;
  return {
    shares,
    rowOfPair: new Map([...byPair.keys()].map((pair, row) => [pair, row])),
    sums: shares.map((share) => {
      sum += share;
      return sum;
    }),
  };
}

function at(sorted: Float64Array, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))]!;
}

/** The first of ascending sums that is greater; the last one if rounding leaves none. */
function firstAbove(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
