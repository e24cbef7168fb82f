import { Random } from '@itinera/base';
import { odMatrix } from '../flow/od-matrix.js';
import type { Measure, Values } from '../measure.js';
import { memoized } from '../memoized.js';
import { dailyLocations } from '../person/daily-locations.js';
import { dailyMotifs } from '../person/daily-motifs.js';
import { kRadiusOfGyration } from '../person/k-radius-of-gyration.js';
import { radiusOfGyration } from '../person/radius-of-gyration.js';
import { stayDurations } from '../place/stay-durations.js';
import { selectPeople } from '../select-rows.js';
import type { Trajectories } from '../trajectories.js';
import { moveLengths } from '../trip/jump-lengths.js';
import { timeBetweenTrips } from '../trip/trips.js';
import { compareMeasure } from './compare-measure.js';
import { shuffle } from './groups.js';
import { noveltyProfiles } from './novelty-seeking.js';
import { fitTruncatedPowerLaw } from './truncated-power-law.js';

/** One law of human mobility in both sets. */
export interface LawRow {
  readonly name: string;
  readonly unit: string;
  /** Decimals worth printing. */
  readonly digits: number;
  /** Null if it cannot be computed, or if only a divergence is. */
  readonly real: number | null;
  readonly generated: number | null;
  /** Difference of the two values, or the divergence of two distributions. */
  readonly difference: number | null;
  /** The same between two random halves of the real people: the 95th percentile. */
  readonly spread: number | null;
  /** Whether the difference is at most the spread; null if either is unknown. */
  readonly isWithin: boolean | null;
}

const SPLITS = 40;
/** Shortest move and stay to which laws are fitted: metres and seconds. */
const LEAST_MOVE = 100;
const LEAST_STAY = 300;

type Scalar = (set: Trajectories) => number;

/**
 * The laws that studies of human mobility report, each against the spread between two halves of the real people. Halves are
 * smaller than the sets, so that a real sample of the same size is within the spread in more than 95 % of cases.
 *
 * @param real at least two people; place numbers must mean the same in both sets
 */
export function mobilityLaws(real: Trajectories, generated: Trajectories, { seed = 1 } = {}): LawRow[] {
  const halves = halvesOf(real, seed);
  const most = (of: (set: Trajectories) => Values) =>
    Math.max(...[real, generated].map((set) => largest(of(set).values)));
  const fit = (of: (set: Trajectories) => Values, least: number) => {
    const range = { least, most: Math.max(most(of), 2 * least) };
    return memoized((set: Trajectories) => fitTruncatedPowerLaw(of(set).values, range));
  };
  const moves = fit(moveLengths, LEAST_MOVE);
  const stays = fit(stayDurations, LEAST_STAY);
  const novelty = noveltyProfiles(real);
  const scalars: readonly (readonly [name: string, unit: string, digits: number, of: Scalar])[] = [
    ['move lengths, exponent', '', 2, (set) => moves(set).exponent],
    ['move lengths, cut-off', 'm', 0, (set) => moves(set).cutoff],
    ['stay durations, exponent', '', 2, (set) => stays(set).exponent],
    ['stay durations, cut-off', 's', 0, (set) => stays(set).cutoff],
    ['places per day', '', 2, (set) => meanOf(dailyLocations(set).values)],
    ['burstiness of trips', '', 3, burstiness],
    ['returners to two places', 'share', 3, returners],
    ...(['routiners', 'regulars', 'scouters'] as const).map(
      (who) => [who, 'share', 3, (set: Trajectories) => novelty(set)[who]] as const,
    ),
  ];
  const distributions: readonly (readonly [name: string, measure: Measure])[] = [
    ['daily motifs', dailyMotifs.measure],
    ['origin–destination flows', odMatrix.measure],
  ];
  return [
    ...scalars.map(([name, unit, digits, of]): LawRow => {
      const [a, b] = [of(real), of(generated)];
      const spread = percentile95(halves.map(([first, second]) => apart(of(first), of(second))));
      return rowOf({ name, unit, digits, real: a, generated: b, difference: apart(a, b), spread });
    }),
    ...distributions.map(([name, measure]): LawRow => {
      const jsd = (a: Trajectories, b: Trajectories) => compareMeasure(measure, a, b).scores.jsd;
      const spread = percentile95(halves.map(([first, second]) => jsd(first, second)));
      const none = Number.NaN;
      return rowOf({
        name,
        unit: 'JSD',
        digits: 3,
        real: none,
        generated: none,
        difference: jsd(real, generated),
        spread,
      });
    }),
  ];
}

type Numbers = Record<'real' | 'generated' | 'difference' | 'spread', number>;

function rowOf({ name, unit, digits, ...numbers }: Numbers & Pick<LawRow, 'name' | 'unit' | 'digits'>): LawRow {
  const { real, generated, difference, spread } = Object.fromEntries(
    Object.entries(numbers).map(([key, value]) => [key, Number.isFinite(value) ? value : null]),
  ) as Record<keyof Numbers, number | null>;
  const isWithin = difference === null || spread === null ? null : difference <= spread;
  return { name, unit, digits, real, generated, difference, spread, isWithin };
}

/** Equal values are not apart, also where both are infinite. */
const apart = (a: number, b: number) => (a === b ? 0 : Math.abs(a - b));

function halvesOf(set: Trajectories, seed: number): (readonly [Trajectories, Trajectories])[] {
  const random = new Random(seed, 7);
  const order = Uint32Array.from(set.people, (_, i) => i);
  const half = order.length >> 1;
  if (half === 0) return [];
  return Array.from({ length: SPLITS }, () => {
    shuffle(order, random);
    return [selectPeople(set, order.slice(0, half)), selectPeople(set, order.slice(half, 2 * half))] as const;
  });
}

/**
 * Burstiness of the times between trips, (σ − μ) / (σ + μ), mean over people: −1 for a clock, 0 for chance, up to 1 for bursts.
 * @see K.-I. Goh and A.-L. Barabási (2008), Burstiness and memory in complex systems, doi:10.1209/0295-5075/81/48002
 */
export function burstiness(set: Trajectories): number {
  const { values, starts } = timeBetweenTrips(set);
  const found: number[] = [];
  for (let person = 0; person + 1 < starts.length; person++) {
    const own = values.subarray(starts[person], starts[person + 1]);
    if (own.length < 2) continue;
    const mean = meanOf(own);
    const deviation = Math.sqrt(meanOf(own.map((value) => (value - mean) ** 2)));
    if (deviation + mean > 0) found.push((deviation - mean) / (deviation + mean));
  }
  return meanOf(Float64Array.from(found));
}

/**
 * Share of people who return mostly to two places: the radius of gyration of the two most visited is more than half the total.
 * @see L. Pappalardo et al. (2015), Returners and explorers dichotomy in human mobility, doi:10.1038/ncomms9166
 */
export function returners(set: Trajectories): number {
  const total = radiusOfGyration(set);
  const two = kRadiusOfGyration(set, { k: 2 });
  const moving = total.map((radius, person) => (radius > 0 ? Number(two[person] > radius / 2) : Number.NaN));
  return meanOf(moving.filter((value) => !Number.isNaN(value)));
}

function meanOf(values: Float64Array): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function percentile95(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return known.length === 0 ? Number.NaN : known[Math.min(known.length - 1, Math.ceil(0.95 * known.length) - 1)]!;
}
