import { outsideCeiling } from '../../packages/benchmarks/src/daily-mobility/ceiling.fixture.js';
import {
  commuting,
  independent,
  outsideCeiling as outsideCeilingOfTrips,
} from '../../packages/benchmarks/src/hurricane-mobility/ceiling.fixture.js';
import type { Tally, Trial, TrialContext } from './trial.js';

/** People of the run and of the truth. */
const PEOPLE = [
  [20, 20],
  [40, 40],
  [100, 100],
  [20, 100],
] as const;

/** Ceilings of scores, whose 95 % intervals may miss at most 5 % of perfect agents on either side. */
export const ceilings: Trial = {
  name: 'ceilings',
  about: 'perfect agents, whose scores may not lie outside the ceiling more often than stated',
  async run({ scale }: TrialContext): Promise<Tally> {
    const trials = Math.ceil(200 * scale);
    const shares = [
      ...PEOPLE.flatMap(([run, real]) => {
        const { documented, reference } = outsideCeiling(run, real, trials);
        const name = `DailyMobility, ${run} people against a truth of ${real}`;
        return [[`${name}, documented`, documented] as const, [`${name}, reference`, reference] as const];
      }),
      ['independent trips, from a results file', outsideCeilingOfTrips(independent, false, trials)] as const,
      ['independent trips', outsideCeilingOfTrips(independent, true, trials)] as const,
      ['outings of people who stay at home in the storm', outsideCeilingOfTrips(commuting, true, trials)] as const,
    ];
    const failures = shares
      .filter(([, { above, below }]) => Math.max(above, below) > 0.05 + 1e-9)
      .map(([name, { above, below }]) => `${name}: ${above.toFixed(3)} above, ${below.toFixed(3)} below`);
    return { tries: trials * (PEOPLE.length + 3), failures };
  },
};
