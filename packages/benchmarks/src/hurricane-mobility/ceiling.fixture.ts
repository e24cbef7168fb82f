import { Random } from '@itinera/base';
import { distributionOf } from '../scoring/noise.js';
import { hurricaneMobilityCeiling } from './ceiling.js';
import { HOURS, type HurricaneMobilityResults, type PersonTrips, sumTrips } from './gather.js';
import { type HurricaneMobilityTruth, scoreHurricaneMobility } from './score.js';

/** Share of the trips of the day before that independent trips have left on each day. */
const LEFT = [1, 0.53, 0.885] as const;

function peopleOf(count: number, tripsOn: (day: number, random: Random) => number[], random: Random): PersonTrips[] {
  return Array.from({ length: count }, (_, id) => {
    const person = { id, trips: new Uint32Array(3), departures: new Uint32Array(3 * HOURS) };
    const shelters = random.next() < 0.5;
    for (const day of LEFT.keys()) {
      if (tripsOn === commuting && shelters && day === 1) continue;
      for (const hour of tripsOn(day, random)) {
        person.trips[day]!++;
        person.departures[day * HOURS + hour]!++;
      }
    }
    return person;
  });
}

/** Independent trips. */
export const independent = (day: number, random: Random) =>
  Array.from({ length: random.poisson(3 * LEFT[day]!) }, () => 6 + Math.floor(16 * random.next()));

/** Out and back; half of the people stay at home on the day of the storm, and some on the day after. */
export const commuting = (day: number, random: Random) => {
  if (day === 2 && random.next() < 0.115) return [];
  const outings = random.poisson(1.2);
  return Array.from({ length: outings }, () => 7 + Math.floor(10 * random.next())).flatMap((out) => [out, out + 3]);
};

function asTruth({
  total_travel_times: totals,
  hourly_travel_times: hours,
}: HurricaneMobilityResults): HurricaneMobilityTruth {
  const [before, during, after] = totals as [number, number, number];
  const change = (trips: number) => (100 * (trips - before)) / before;
  return {
    relative_changes: { during_vs_before: change(during), after_vs_before: change(after) },
    hourly_trips: { before: hours[0], during: hours[1], after: hours[2] },
  };
}

/**
 * Draws truths and runs from one law.
 * @param known whether the trips of each person of the run are known
 * @returns the shares of scores above and below the ceiling
 */
export function outsideCeiling(law: typeof independent, known: boolean, trials: number) {
  const random = new Random(5);
  const outside = { above: 0, below: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const truth = asTruth(sumTrips(peopleOf(1000, law, random)));
    const people = peopleOf(100, law, random);
    const results = sumTrips(people);
    const draws = hurricaneMobilityCeiling(truth, results, known ? people : undefined);
    const { low, high } = distributionOf(draws, { seed: trial, resamples: 150 }).documented.final_score!;
    const score = scoreHurricaneMobility(results, truth).final_score!;
    if (score > high!) outside.above += 1 / trials;
    if (score < low!) outside.below += 1 / trials;
  }
  return outside;
}
