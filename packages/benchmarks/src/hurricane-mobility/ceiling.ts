import { counted, type Random } from '@itinera/base';
import type { Draws } from '../port/draws.js';
import type { PersonResult } from '../port/results.js';
import { property, toSample } from '../scoring/sample.js';
import { DAYS, HOURS, type PersonTrips, sumTrips } from './gather.js';
import { poisson, type TripCounts, WIDTH } from './noise.js';
import { type HurricaneMobilityTruth, scoreHurricaneMobility } from './score.js';

const PHASES = ['before', 'during', 'after'] as const;
/** Trips on the day before for a ceiling without results: about those of 100 people. */
const USUAL_TRIPS_BEFORE = 300;
/** Widens the interval, since the dispersion is estimated: set by simulation at 20 to 1,000 people. */
const WIDENING = 1.1;

/**
 * Returns the score that a perfect agent would reach: one whose people follow the same law as those of the truth.
 *
 * The counts of the run vary around the true changes and hours, and so do the counts of the truth around the law. Trips of one
 * person are correlated (out and back; nobody leaves home in the storm), so counts vary more than independent trips would:
 * by the dispersion of the people of the run, and by that of independent trips for a results file. The truth is exact if
 * its number of trips is unknown: it follows from whole counts by hour, or from `scaling_factor`.
 *
 * @param results whose trips on the day before set the noise: fewer trips, more noise
 * @param people trips by person, if known
 * @see P. McCullagh and J. A. Nelder, Generalized Linear Models (1989), section 4.5: dispersion
 */
export function hurricaneMobilityCeiling(
  truth: HurricaneMobilityTruth,
  results: unknown,
  people?: readonly PersonResult[],
): Draws {
  const trips = toSample(property(results, 'total_travel_times'));
  const before = typeof trips === 'string' || trips.values[0] === 0 ? USUAL_TRIPS_BEFORE : trips.values[0]!;
  const expected = perfectCounts(truth, before);
  const own = people ? dispersionOf(people as readonly PersonTrips[]) : 1;
  const varied = people ? `, dispersion ${own.toFixed(1)} of ${counted(people.length, 'person', 'people')}` : '';
  const dispersion = WIDENING * own;
  // TripCounts of the law, given those of the truth, vary as these do.
  const scale = before / tripsOfTruth(truth);
  const lawOf = (counts: TripCounts, random: Random): TripCounts => {
    if (scale === 0) return counts;
    const drawn = poisson(scaled(counts, 1 / scale), random, dispersion);
    return scaled({ trips: drawn.total_travel_times, departures: drawn.hourly_travel_times.flat() }, scale);
  };
  return {
    method: `perfect agent with ${Math.round(before)} trips before${varied}`,
    work: 4 * WIDTH,
    draw: (random) => scoreHurricaneMobility(expected && poisson(lawOf(expected, random), random, dispersion), truth),
  };
}

const scaled = ({ trips, departures }: { [K in keyof TripCounts]: ArrayLike<number> }, factor: number): TripCounts => ({
  trips: new Float64Array(trips).map((count) => count * factor),
  departures: new Float64Array(departures).map((count) => count * factor),
});

/** Returns the number of trips before that the truth was counted from; Infinity if unknown. */
function tripsOfTruth(truth: HurricaneMobilityTruth): number {
  const hours = toSample(property(property(truth, 'hourly_trips'), PHASES[0]));
  if (typeof hours === 'string') return Number.POSITIVE_INFINITY;
  const counts = Float64Array.from(hours.values as ArrayLike<number>);
  const sum = counts.reduce((all, count) => all + count, 0);
  const factor = property(truth, 'scaling_factor');
  if (typeof factor === 'number' && factor > 0) return sum / factor;
  return sum > 0 && counts.every(Number.isInteger) ? sum : Number.POSITIVE_INFINITY;
}

/**
 * Returns the variance of changes of trips over that of independent trips: with x trips of a person on a day and b before, the
 * sum of (x − r b)² over people, for r = Σx / Σb, over its mean Σx + r² Σb for independent trips.
 */
function dispersionOf(people: readonly PersonTrips[]): number {
  const [before, ...later] = sumTrips(people).total_travel_times;
  let [squares, independent] = [0, 0];
  for (const [i, trips] of later.entries()) {
    const rate = trips / before!;
    if (!Number.isFinite(rate)) continue;
    for (const person of people) squares += (person.trips[i + 1]! - rate * person.trips[0]!) ** 2;
    independent += trips + rate ** 2 * before!;
  }
  return squares > 0 ? squares / independent : 1;
}

/** Returns the expected counts of an agent that knows the truth. */
function perfectCounts(truth: HurricaneMobilityTruth, tripsBefore: number): TripCounts | null {
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
