import { Random } from '@itinera/base';
import { distributionOf } from '../scoring/noise.js';
import { dailyMobilityCeiling } from './ceiling.js';
import { type DailyMobilityTruth, scoreDailyMobility } from './score.js';

/** People from one distribution: lognormal radii, mean places of five days, nights, work and evenings. */
export function people(count: number, random: Random) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const days = Array.from({ length: count }, () => {
    const [rises, leaves, returns] = [14 + 3 * normal(), 18 + 3 * normal(), 38 + 5 * normal()];
    return Array.from({ length: 48 }, (_, slot) =>
      slot < rises || slot > 46 ? 1 : slot > leaves && slot < returns ? 4 : random.next() < 0.05 ? 6 : 2,
    );
  });
  return {
    radius: Float64Array.from({ length: count }, () => 3000 * Math.exp(0.8 * normal())),
    places: Float64Array.from({ length: count }, () => (8 + Math.floor(6 * random.next())) / 5),
    days,
    shares: days.map((day) => Array.from({ length: 7 }, (_, i) => day.filter((code) => code === i + 1).length / 48)),
  };
}

export const asTruth = ({ radius, places, days, shares }: ReturnType<typeof people>): DailyMobilityTruth => ({
  gyration_radius: radius,
  daily_location_numbers: places,
  daily_intentions_2d: days,
  intention_proportions_2d: shares,
});
export const asResults = ({ radius, places, days, shares }: ReturnType<typeof people>) => ({
  gyration_radius: radius,
  daily_location_numbers: places,
  intention_sequences: days,
  intention_proportions: shares,
});

/** Draws truths and runs from one distribution. @returns the shares of scores above and below the ceiling, and the mean difference */
export function outsideCeiling(run: number, real: number, trials: number) {
  const random = new Random(run);
  const profiles = { documented: { above: 0, below: 0 }, reference: { above: 0, below: 0 } };
  let difference = 0;
  for (let trial = 0; trial < trials; trial++) {
    const truth = asTruth(people(real, random));
    const results = asResults(people(run, random));
    const ceiling = distributionOf(dailyMobilityCeiling(truth, results), { seed: trial, resamples: 100 });
    const scores = scoreDailyMobility(results, truth);
    for (const profile of ['documented', 'reference'] as const) {
      const { low, high } = ceiling[profile].final_score!;
      const score = scores[profile].final_score!;
      if (score > high!) profiles[profile].above += 1 / trials;
      if (score < low!) profiles[profile].below += 1 / trials;
    }
    difference += (scores.final_score! - ceiling.documented.final_score!.value!) / trials;
  }
  return { ...profiles, difference };
}
