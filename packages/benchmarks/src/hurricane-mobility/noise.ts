import { Random } from '@itinera/metrics';
import {
  affordableResamples,
  coins,
  DEFAULT_LEVEL,
  DEFAULT_RESAMPLES,
  type Difference,
  differencesOf,
  distributionOf,
  type NoiseOptions,
  type NoiseReport,
  ScoreSamples,
  shuffled,
  spreadAround,
} from '../scoring/noise.js';
import { property, toSample } from '../scoring/sample.js';
import { DAYS, HOURS, type HurricaneMobilityResults, type PersonTrips, sumTrips, toResults } from './gather.js';
import { type HurricaneMobilityTruth, scoreHurricaneMobility } from './score.js';

const PHASES = ['before', 'during', 'after'] as const;
/** Trips of the day before in a ceiling without results: about those of 100 people. */
const USUAL_TRIPS_BEFORE = 300;

/**
 * How far the score would move by chance. With the trips of each person, a bootstrap over people; results files hold
 * only sums, and then every count is drawn anew from the Poisson distribution of its size.
 *
 * @param options.people trips by person, as `gatherPersonTrips` counts them
 */
export function hurricaneMobilityNoise(
  results: unknown,
  truth: HurricaneMobilityTruth,
  options: NoiseOptions & { readonly people?: readonly PersonTrips[] | undefined } = {},
): NoiseReport {
  const { seed = 1, level = DEFAULT_LEVEL, people } = options;
  const random = new Random(seed);
  const counts = countsOf(results);
  const n = people?.length ?? 0;
  const resamples = resamplesFor(options, n);
  const scores = new ScoreSamples(resamples);
  for (let i = 0; i < resamples; i++) {
    const drawn = people
      ? sumTrips(people, random.fillBelow(new Uint32Array(n), n))
      : counts && poisson(counts, random);
    scores.set(i, scoreHurricaneMobility(drawn, truth));
  }
  const score = scoreHurricaneMobility(results, truth);
  return {
    method: people
      ? `bootstrap over ${n} people, centred on the score`
      : 'Poisson counts of trips, centred on the score',
    level,
    resamples,
    documented: spreadAround(score, scores, 'documented', level),
    reference: spreadAround(score, scores, 'reference', level),
  };
}

/**
 * The score of a model that is right in everything but chance: Poisson counts around the true changes and hours.
 *
 * @param options.tripsBefore expected trips of the day before; fewer trips, more noise
 */
export function hurricaneMobilityCeiling(
  truth: HurricaneMobilityTruth,
  options: NoiseOptions & { readonly tripsBefore?: number | undefined } = {},
): NoiseReport {
  const { seed = 1, level = DEFAULT_LEVEL, tripsBefore = USUAL_TRIPS_BEFORE } = options;
  const random = new Random(seed);
  const expected = perfectResults(truth, tripsBefore);
  const resamples = resamplesFor(options, 0);
  const scores = new ScoreSamples(resamples);
  for (let i = 0; i < resamples; i++) {
    scores.set(i, scoreHurricaneMobility(expected && poisson(expected, random), truth));
  }
  return {
    method: `Poisson counts around the truth, ${Math.round(tripsBefore)} trips before`,
    level,
    resamples,
    documented: distributionOf(scores, 'documented', level),
    reference: distributionOf(scores, 'reference', level),
  };
}

/** Two results, and if known the trips of each person in either. */
export interface HurricaneMobilityPair {
  readonly first: unknown;
  readonly second: unknown;
  readonly people?: readonly [readonly PersonTrips[], readonly PersonTrips[]] | undefined;
}

/**
 * Whether two results differ by more than chance. With the trips of the same people in both, pairs are resampled and,
 * for the p value, exchanged by tossing coins; with other people, people are resampled and shuffled between the two;
 * with sums alone, counts are drawn from Poisson distributions, for the p value from the mean of both.
 */
export function compareHurricaneMobility(
  { first, second, people }: HurricaneMobilityPair,
  truth: HurricaneMobilityTruth,
  options: NoiseOptions = {},
): NoiseReport<Difference> {
  const { seed = 1, level = DEFAULT_LEVEL } = options;
  const random = new Random(seed);
  const draws = people ? drawsOfPeople(people, random) : drawsOfCounts(countsOf(first), countsOf(second), random);
  const resamples = resamplesFor(options, people ? people[0].length + people[1].length : 0);
  const setPair = (pair: readonly [ScoreSamples, ScoreSamples], i: number, [a, b]: Drawn) => {
    pair[0].set(i, scoreHurricaneMobility(a, truth));
    pair[1].set(i, scoreHurricaneMobility(b, truth));
  };
  const samplesOf = () => [new ScoreSamples(resamples), new ScoreSamples(resamples)] as const;
  const resampled = samplesOf();
  const byChance = samplesOf();
  for (let i = 0; i < resamples; i++) {
    setPair(resampled, i, draws.resampled());
    setPair(byChance, i, draws.byChance());
  }
  const scores = [scoreHurricaneMobility(first, truth), scoreHurricaneMobility(second, truth)] as const;
  return {
    method: draws.method,
    level,
    resamples,
    documented: differencesOf(scores, resampled, byChance, 'documented', level),
    reference: differencesOf(scores, resampled, byChance, 'reference', level),
  };
}

type Drawn = readonly [HurricaneMobilityResults | null, HurricaneMobilityResults | null];

interface Draws {
  readonly method: string;
  readonly resampled: () => Drawn;
  readonly byChance: () => Drawn;
}

function drawsOfPeople([a, b]: readonly [readonly PersonTrips[], readonly PersonTrips[]], random: Random): Draws {
  const bById = new Map(b.map((person) => [person.id, person]));
  const partners = a.flatMap(({ id }) => bById.get(id) ?? []);
  const any = (n: number) => random.fillBelow(new Uint32Array(n), n);
  if (partners.length === a.length && a.length === b.length) {
    return {
      method: `${a.length} people in pairs: bootstrap, and coins for the p value`,
      resampled: () => {
        const rows = any(a.length);
        return [sumTrips(a, rows), sumTrips(partners, rows)];
      },
      byChance: () => {
        const tossed = coins(random, a.length);
        const side = (which: number) => sumTrips(a.map((person, i) => (tossed[i] === which ? person : partners[i]!)));
        return [side(0), side(1)];
      },
    };
  }
  const all = [...a, ...b];
  return {
    method: 'people of the two results apart: bootstrap, and shuffling for the p value',
    resampled: () => [sumTrips(a, any(a.length)), sumTrips(b, any(b.length))],
    byChance: () => {
      const order = shuffled(random, all.length);
      return [sumTrips(all, order.subarray(0, a.length)), sumTrips(all, order.subarray(a.length))];
    },
  };
}

function drawsOfCounts(a: Counts | null, b: Counts | null, random: Random): Draws {
  const both = a && b && { trips: meanOf(a.trips, b.trips), departures: meanOf(a.departures, b.departures) };
  const draw = (counts: Counts | null) => counts && poisson(counts, random);
  return {
    method: 'Poisson counts of trips',
    resampled: () => [draw(a), draw(b)],
    byChance: () => [draw(both), draw(both)],
  };
}

/** Trips by day, departures by day × 24 + hour. */
interface Counts {
  readonly trips: Float64Array;
  readonly departures: Float64Array;
}

/** @returns null when the results are not those of 3 days of 24 hours */
function countsOf(results: unknown): Counts | null {
  const trips = toSample(property(results, 'total_travel_times'));
  const departures = toSample(property(results, 'hourly_travel_times'));
  if (typeof trips === 'string' || typeof departures === 'string') return null;
  if (trips.values.length !== DAYS || departures.values.length !== DAYS * HOURS) return null;
  return { trips: Float64Array.from(trips.values), departures: Float64Array.from(departures.values) };
}

/** What a model that knows the truth would count. */
function perfectResults(truth: HurricaneMobilityTruth, tripsBefore: number): Counts | null {
  const changes = ['during_vs_before', 'after_vs_before'].map((key) =>
    toSample(property(property(truth, 'relative_changes'), key)),
  );
  const rates = [0, ...changes.map((change) => (typeof change === 'string' ? Number.NaN : change.values[0]!))];
  const trips = Float64Array.from(rates, (rate) => tripsBefore * (1 + rate / 100));
  const departures = new Float64Array(DAYS * HOURS);
  for (const [day, phase] of PHASES.entries()) {
    const hours = toSample(property(property(truth, 'hourly_trips'), phase));
    if (typeof hours === 'string' || hours.values.length !== HOURS) return null;
    const all = (hours.values as Float64Array).reduce((sum, count) => sum + count, 0);
    hours.values.forEach((count, hour) => {
      departures[day * HOURS + hour] = (count / all) * trips[day]!;
    });
  }
  return [...trips, ...departures].every(Number.isFinite) ? { trips, departures } : null;
}

function poisson({ trips, departures }: Counts, random: Random): HurricaneMobilityResults {
  const draw = (mean: number) => random.poisson(Math.max(0, mean));
  return toResults(trips.map(draw), departures.map(draw));
}

function meanOf(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => (value + b[i]!) / 2);
}

function resamplesFor({ resamples = DEFAULT_RESAMPLES }: NoiseOptions, people: number): number {
  return affordableResamples(resamples, (people + 2) * (DAYS + DAYS * HOURS));
}
