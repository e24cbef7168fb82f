import type { Random } from '@itinera/base';
import type { Draws, PairDraws } from '../port/draws.js';
import type { ScoredResults } from '../port/results.js';
import { compareOverPeople, noiseOverPeople } from '../scoring/over-people.js';
import { property, toSample } from '../scoring/sample.js';
import { DAYS, HOURS, type HurricaneMobilityResults, type PersonTrips, sumTrips, toResults } from './gather.js';
import { scoredDays } from './remarks.js';
import { type HurricaneMobilityTruth, scoreHurricaneMobility } from './score.js';

/** The numbers of a person, or of the results. */
export const WIDTH = DAYS + DAYS * HOURS;

/**
 * Returns the noise of the score. If the trips of each person are known, this is a bootstrap over people; results files
 * contain only sums, whose counts are redrawn from Poisson distributions.
 */
export function hurricaneMobilityNoise({ results, people }: ScoredResults, truth: HurricaneMobilityTruth): Draws {
  if (people) return noiseOverPeople(people as readonly PersonTrips[], scorePeople(truth), WIDTH);
  const counts = countsOf(results);
  return {
    method: 'Poisson counts of trips',
    work: 2 * WIDTH,
    draw: (random) => scoreHurricaneMobility(counts && poisson(counts, random), truth),
  };
}

/**
 * Tests whether two results differ by more than chance. With the trips of the same people in both, pairs are exchanged by
 * coin toss; with other people, people are shuffled between the two; with sums alone, counts are drawn from Poisson
 * distributions with the mean of both.
 */
export function compareHurricaneMobility(
  first: ScoredResults,
  second: ScoredResults,
  truth: HurricaneMobilityTruth,
): PairDraws {
  if (first.people && second.people) {
    const [a, b] = [first.people, second.people] as [readonly PersonTrips[], readonly PersonTrips[]];
    return compareOverPeople(a, b, scorePeople(truth), WIDTH);
  }
  const [a, b] = [countsOf(first.results), countsOf(second.results)];
  const both = a && b && { trips: meanOf(a.trips, b.trips), departures: meanOf(a.departures, b.departures) };
  const drawn = (counts: TripCounts | null, random: Random) =>
    scoreHurricaneMobility(counts && poisson(counts, random), truth);
  return {
    method: 'Poisson counts of trips',
    work: 2 * WIDTH,
    byChance: (random) => [drawn(both, random), drawn(both, random)],
  };
}

function scorePeople(truth: HurricaneMobilityTruth) {
  return (people: readonly PersonTrips[], places?: ArrayLike<number>) =>
    scoreHurricaneMobility(sumTrips(people, places), truth);
}

/** Trips by day, departures by day × 24 + hour. */
export interface TripCounts {
  readonly trips: Float64Array;
  readonly departures: Float64Array;
}

/** Counts of the days that are scored. @returns null if the results do not cover 3 days of 24 hours */
function countsOf(results: unknown): TripCounts | null {
  const trips = toSample(scoredDays(property(results, 'total_travel_times')));
  const departures = toSample(scoredDays(property(results, 'hourly_travel_times')));
  if (typeof trips === 'string' || typeof departures === 'string') return null;
  if (trips.values.length !== DAYS || departures.values.length !== DAYS * HOURS) return null;
  return { trips: Float64Array.from(trips.values), departures: Float64Array.from(departures.values) };
}

/** Redraws counts. @param dispersion variance over mean: 1 for independent trips */
export function poisson({ trips, departures }: TripCounts, random: Random, dispersion = 1): HurricaneMobilityResults {
  const draw = (mean: number) => dispersion * random.poisson(Math.max(0, mean) / dispersion);
  return toResults(trips.map(draw), departures.map(draw));
}

function meanOf(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => (value + b[i]!) / 2);
}
