import type { MetricMeta } from '@itinera/metrics';
import { placeNumbers } from '../place/place-numbers.js';
import { byVisits, visits } from '../place/visits.js';
import { localClock, type Trajectories } from '../trajectories.js';
import { fewestSharers, type KnownItem } from './fewest-sharers.js';
import { type Holders, holdersOf } from './holders.js';
import { countItems, indexPoints, type KnownPoints, placeTimeItems } from './known-points.js';
import { fewestSequenceSharers } from './sequence-sharers.js';

reidentificationRisk.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'lower',
  digits: 3,
  source:
    'R. Pellungrini et al. (2017), A data mining approach to assess privacy risk in human mobility data, ' +
    'doi:10.1145/3106774',
} satisfies MetricMeta;

/**
 * What the adversary knows about k points of a person: `location` the places, as often as visited; `location_sequence`
 * also their order; `location_time` also the time, to a precision; `unique_location` distinct places;
 * `location_frequency` also the visits to each, `location_probability` their share of all visits,
 * `location_proportion` the visits relative to the most visited of them; `home_work` the two most visited places.
 */
export type Attack =
  | 'location'
  | 'location_sequence'
  | 'location_time'
  | 'unique_location'
  | 'location_frequency'
  | 'location_probability'
  | 'location_proportion'
  | 'home_work';

export interface RiskOptions {
  readonly attack: Attack;
  /** Known points; people with fewer are known completely. Default 2. */
  readonly k?: number;
  /** `location_time`: seconds of a span of time, default 3600. */
  readonly precision?: number;
  /** Frequency, probability, proportion: relative error of the adversary's number that still matches another person. */
  readonly tolerance?: number;
  /** Maximum number of sets of points tried per person, the rarest places first; default 100,000. */
  readonly maxSets?: number;
}

export interface Risk {
  /**
   * For each person, 1 / number of people whom the most revealing set of points fits; 1 when it singles the person out.
   */
  readonly risks: Float64Array;
  /** People with untried sets: their risk is at least the reported one. */
  readonly cut: number;
}

/**
 * Re-identification risk: an adversary knows k points of a person, finds the people who fit, and picks one; the risk is
 * the chance of being right with the most revealing k points.
 *
 * Places are those of `places`, or distinct coordinates.
 *
 * @returns risks between 1 / people and 1, in order of people
 * @throws RangeError when k is not a whole number of 1 or more
 */
export function reidentificationRisk(
  trajectories: Trajectories,
  { attack, k = 2, precision = 3600, tolerance = 0, maxSets = 100_000 }: RiskOptions,
): Risk {
  if (!Number.isInteger(k) || k < 1) {
    throw new RangeError(`reidentificationRisk: k must be a whole number of 1 or more, got ${k}.`);
  }
  const find = fewestFinder(trajectories, attack, { k, precision, tolerance, maxSets });
  const risks = new Float64Array(trajectories.people.length);
  let cut = 0;
  for (let person = 0; person < risks.length; person++) {
    const found = find(person);
    risks[person] = 1 / found.fewest;
    if (found.cut) cut++;
  }
  return { risks, cut };
}

type Settings = Required<Omit<RiskOptions, 'attack'>>;

function fewestFinder(trajectories: Trajectories, attack: Attack, { k, precision, tolerance, maxSets }: Settings) {
  const { numbers, count } = placeNumbers(trajectories);
  const { starts } = trajectories;
  if (attack === 'location_sequence') return fewestSequenceSharers(trajectories, k, maxSets);
  if (attack === 'location' || attack === 'location_time') {
    const rows =
      attack === 'location'
        ? { items: numbers, count }
        : placeTimeItems(numbers, localClock(trajectories).times, precision);
    const points = indexPoints(countItems(starts, rows.items, rows.count), rows.count);
    const holders = holderLists(points);
    return (person: number) => fewestSharers(itemsOf(points, person, holders), k, maxSets);
  }
  if (attack === 'home_work') {
    const points = indexPoints(topTwo(trajectories), count);
    const holders = holderLists(points);
    return (person: number) => fewestSharers(itemsOf(points, person, holders), 2, maxSets);
  }
  const points = indexPoints(countItems(starts, numbers, count), count);
  const once = { ...points, counts: new Uint32Array(points.items.length).fill(1) };
  if (attack === 'unique_location') {
    const holders = holderLists(once);
    return (person: number) => fewestSharers(itemsOf(once, person, holders), k, maxSets);
  }
  if (attack === 'location_proportion') return proportionFinder(points, once, k, tolerance, maxSets);
  const weights = attack === 'location_frequency' ? Float64Array.from(points.counts) : sharesOfVisits(points);
  return (person: number) => {
    const alike = (entry: number) => peopleAlike(points, weights, entry, tolerance);
    return fewestSharers(itemsOf(once, person, alike), k, maxSets);
  };
}

/** The items of a person; holders are a function of the entry and the number of repeats. */
function itemsOf(points: KnownPoints, person: number, holders: (entry: number, times: number) => Holders): KnownItem[] {
  const items: KnownItem[] = [];
  for (let entry = points.starts[person]; entry < points.starts[person + 1]; entry++) {
    const item = points.items[entry];
    items.push({
      most: points.counts[entry],
      rarity: points.itemStarts[item + 1] - points.itemStarts[item],
      holders: cached((times) => holders(entry, times)),
    });
  }
  return items;
}

function cached(make: (times: number) => Holders): (times: number) => Holders {
  const known: Holders[] = [];
  return (times) => {
    known[times] ??= make(times);
    return known[times];
  };
}

/** The people who have an item `times` times, computed on first use and shared by all people. */
function holderLists({ people, items, counts, itemStarts, holders, holderEntries }: KnownPoints) {
  const known = new Map<number, Holders[]>();
  return (entry: number, times: number): Holders => {
    const item = items[entry];
    let lists = known.get(item);
    if (!lists) {
      lists = [];
      known.set(item, lists);
    }
    if (!lists[times]) {
      const from = itemStarts[item];
      const all = holders.subarray(from, itemStarts[item + 1]);
      lists[times] = holdersOf(
        times === 1 ? all : all.filter((_, i) => counts[holderEntries[from + i]] >= times),
        people,
      );
    }
    return lists[times];
  };
}

/** The people who visit the place of an entry about as often as its person does. */
function peopleAlike(points: KnownPoints, weights: Float64Array, entry: number, tolerance: number): Holders {
  const item = points.items[entry];
  const from = points.itemStarts[item];
  const all = points.holders.subarray(from, points.itemStarts[item + 1]);
  const alike = all.filter((_, i) => isNear(weights[entry], weights[points.holderEntries[from + i]], tolerance));
  return holdersOf(alike, points.people);
}

/** Whether the known value of one person is within the tolerance of another's. */
function isNear(known: number, other: number, tolerance: number): boolean {
  return known >= other - other * tolerance && known <= other + other * tolerance;
}

function sharesOfVisits({ starts, counts }: KnownPoints): Float64Array {
  const shares = new Float64Array(counts.length);
  for (let person = 0; person + 1 < starts.length; person++) {
    let sum = 0;
    for (let entry = starts[person]; entry < starts[person + 1]; entry++) sum += counts[entry];
    for (let entry = starts[person]; entry < starts[person + 1]; entry++) shares[entry] = counts[entry] / sum;
  }
  return shares;
}

/** The two most visited places of each person, without repetition. */
function topTwo(trajectories: Trajectories) {
  const all = visits(trajectories);
  const starts = new Uint32Array(all.starts.length);
  const items: number[] = [];
  for (let person = 0; person + 1 < starts.length; person++) {
    for (const entry of byVisits(all, person).subarray(0, 2)) items.push(all.places[entry]);
    starts[person + 1] = items.length;
  }
  return { starts, items: Uint32Array.from(items), counts: new Uint32Array(items.length).fill(1) };
}

/** Visits relative to the most visited place of the set: only a complete set can be checked. */
function proportionFinder(points: KnownPoints, once: KnownPoints, k: number, tolerance: number, maxSets: number) {
  const holders = holderLists(once);
  const entries = points.starts;
  const countAt = (person: number, item: number) => {
    for (let entry = entries[person]; entry < entries[person + 1]; entry++) {
      if (points.items[entry] === item) return points.counts[entry];
    }
    return 0;
  };
  return (person: number) => {
    const from = entries[person];
    const fits = (set: readonly number[], other: number) => {
      const known = set.map((i) => points.counts[from + i]);
      const others = set.map((i) => countAt(other, points.items[from + i]));
      const knownMost = Math.max(...known);
      const othersMost = Math.max(...others);
      return known.every((count, i) => isNear(count / knownMost, others[i] / othersMost, tolerance));
    };
    return fewestSharers(itemsOf(once, person, holders), k, maxSets, fits);
  };
}
