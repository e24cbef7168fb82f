import { Random } from '@itinera/base';
import { bootstrapMean, type MetricMeta } from '@itinera/metrics';
import { placeNumbers } from '../place/place-numbers.js';
import { localClock, type Trajectories } from '../trajectories.js';
import { countShared, type Holders, holdersOf, isHolder, shared } from './holders.js';
import { countItems, indexPoints, type KnownPoints, placeTimeItems } from './known-points.js';

unicity.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'lower',
  digits: 3,
  source:
    'Y.-A. de Montjoye et al. (2013), Unique in the crowd: the privacy bounds of human mobility, doi:10.1038/srep01376',
} satisfies MetricMeta;

export interface UnicityOptions {
  /** Known points of a person; people with fewer are known completely. Default 4. */
  readonly points?: number;
  /** Seconds of a span of time, default 3600: a point is a place in an hour. */
  readonly unit?: number;
  /** Sets drawn for a person with more sets of points than this, instead of counting all; default 500. */
  readonly maxSets?: number;
  readonly seed?: number;
}

export interface Unicity {
  /** Mean over people, with its 95 % interval; NaN without people. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** For each person, share of sets of points that nobody else has. */
  readonly byPerson: Float64Array;
  /** People whose sets were drawn; for all others every set was counted. */
  readonly sampled: number;
}

/**
 * Unicity: the share of sets of p known (place, hour) points that only one person has. At 4 points nine out of ten people
 * were unique in a year of mobile phone records.
 *
 * Places are those of `places`, or distinct coordinates; a repeated point counts once.
 *
 * @throws RangeError when points is not a whole number of 1 or more
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * unicity(day); // { value: 1, low: NaN, high: NaN, byPerson: [1], sampled: 0 }
 * ```
 */
export function unicity(
  trajectories: Trajectories,
  { points: size = 4, unit = 3600, maxSets = 500, seed = 1 }: UnicityOptions = {},
): Unicity {
  if (!Number.isInteger(size) || size < 1) {
    throw new RangeError(`unicity: points must be a whole number of 1 or more, got ${size}.`);
  }
  const { items, count } = placeTimeItems(placeNumbers(trajectories).numbers, localClock(trajectories).times, unit);
  const points = indexPoints(countItems(trajectories.starts, items, count), count);
  const holders = holdersByItem(points);
  const byPerson = new Float64Array(points.people);
  let sampled = 0;
  for (let person = 0; person < points.people; person++) {
    const own = rarestFirst(points, person);
    const chosen = Math.min(size, own.length);
    const sets = binomial(own.length, chosen);
    if (sets <= maxSets) {
      byPerson[person] = countUnique(own, chosen, holders) / sets;
    } else {
      let alone = 0;
      while (alone < own.length && rarity(points, own[alone]) === 1) alone++;
      byPerson[person] = drawUnique(own, alone, chosen, maxSets, person, holders, new Random(seed, person)) / maxSets;
      sampled++;
    }
  }
  const { value, low, high } = bootstrapMean(byPerson, { seed });
  return { value, low, high, byPerson, sampled };
}

function rarity({ itemStarts }: KnownPoints, item: number): number {
  return itemStarts[item + 1] - itemStarts[item];
}

/** A person's items, the rarest first, then by their numbers. */
function rarestFirst(points: KnownPoints, person: number): Uint32Array {
  const items = points.items.slice(points.starts[person], points.starts[person + 1]);
  // One number for both is sorted without a comparison in JavaScript.
  const keys = new Float64Array(items.length);
  for (let i = 0; i < keys.length; i++) keys[i] = rarity(points, items[i]) * 2 ** 32 + items[i];
  keys.sort();
  for (let i = 0; i < keys.length; i++) items[i] = keys[i] - Math.floor(keys[i] / 2 ** 32) * 2 ** 32;
  return items;
}

function holdersByItem({ people, itemStarts, holders }: KnownPoints): (item: number) => Holders {
  const known: (Holders | undefined)[] = new Array(itemStarts.length - 1);
  return (item) => {
    let found = known[item];
    if (!found) {
      found = holdersOf(holders.subarray(itemStarts[item], itemStarts[item + 1]), people);
      known[item] = found;
    }
    return found;
  };
}

/** Number of sets of k out of n; not exact beyond 2^53, where it is only compared. */
export function binomial(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; i++) product = (product * (n - k + i)) / i;
  return Math.round(product);
}

/** Number of sets of `size` items that nobody else has. If part of a set is unique, all sets that contain it are. */
function countUnique(items: Uint32Array, size: number, holders: (item: number) => Holders): number {
  const extend = (from: number, wanted: number, known: Holders | null): number => {
    let unique = 0;
    for (let i = from; i + wanted <= items.length; i++) {
      const next = holders(items[i]);
      if (wanted === 1) {
        if ((known ? countShared(known, next) : next.list.length) === 1) unique++;
        continue;
      }
      const both = known ? shared(known, next) : next;
      unique += both.list.length === 1 ? binomial(items.length - i - 1, wanted - 1) : extend(i + 1, wanted - 1, both);
    }
    return unique;
  };
  return size === 0 ? 0 : extend(0, size, null);
}

/**
 * Number of drawn sets that nobody else has.
 * @param items of the person, the rarest first
 * @param alone number of items that nobody else has
 */
function drawUnique(
  items: Uint32Array,
  alone: number,
  size: number,
  draws: number,
  person: number,
  holders: (item: number) => Holders,
  random: Random,
): number {
  const pool = new Uint32Array(items.length);
  for (let i = 0; i < pool.length; i++) pool[i] = i;
  const set = new Uint32Array(size);
  let unique = 0;
  for (let draw = 0; draw < draws; draw++) {
    let rarest = items.length;
    for (let i = 0; i < size; i++) {
      // The first `size` of a shuffle; the pool stays shuffled for the next draw.
      const at = i + random.integer(pool.length - i);
      const item = pool[at];
      pool[at] = pool[i];
      pool[i] = item;
      set[i] = item;
      if (item < rarest) rarest = item;
    }
    if (rarest < alone || !fitsAnother(sorted(set), items, person, holders)) unique++;
  }
  return unique;
}

/** The few numbers of a set in ascending order, in place. */
function sorted(set: Uint32Array): Uint32Array {
  for (let i = 1; i < set.length; i++) {
    const value = set[i];
    let at = i;
    for (; at > 0 && set[at - 1] > value; at--) set[at] = set[at - 1];
    set[at] = value;
  }
  return set;
}

/** Whether someone else has the whole set, among the people with its rarest item. */
function fitsAnother(
  set: Uint32Array,
  items: Uint32Array,
  person: number,
  holders: (item: number) => Holders,
): boolean {
  const { list } = holders(items[set[0]]);
  for (let k = 0; k < list.length; k++) {
    const other = list[k];
    if (other === person) continue;
    let i = 1;
    while (i < set.length && isHolder(holders(items[set[i]]), other)) i++;
    if (i === set.length) return true;
  }
  return false;
}
