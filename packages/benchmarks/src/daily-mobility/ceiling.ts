import { counted, power, type Random } from '@itinera/base';
import type { Draws } from '../port/draws.js';
import { shuffled, timesDrawn } from '../scoring/resampling.js';
import { RowTallies } from '../scoring/tally.js';
import { peopleIn, sameForSameCount, textOf, valuesIn } from './noise.js';
import {
  type DailyMobilityProfile,
  type DailyMobilityScore,
  type DailyMobilityTruth,
  dailyMobilitySamples,
  finalScore,
  mapPairs,
  scoreTallies,
} from './score.js';

/** Number of splits of the truth per size, from which means are computed. */
const PILOTS = 60;
/**
 * Below this exponent, the divergence does not grow like one between samples: it is above 0 because of the bins, not
 * the people.
 */
const LEAST_EXPONENT = 2 / 3;

type Profile = 'documented' | 'reference';

/**
 * Widens the spread towards better and worse scores, since one truth of m people does not determine its distribution, and the
 * bins of the reference depend on its extremes: set by simulation at 20 to 100 people.
 */
const WIDENING: Readonly<Record<Profile, (m: number) => { readonly better: number; readonly worse: number }>> = {
  documented: (m) => ({ better: 1.2 + 480 / m ** 2, worse: 1.2 + 480 / m ** 2 }),
  reference: (m) => ({ better: 1.5 + 40 / m, worse: 2 }),
};

/** Divergences in bits, 0 to 1, of each profile. The reference has distances: roots of divergences in nats. */
const asDivergence: Readonly<Record<Profile, (value: number) => number>> = {
  documented: (value) => value,
  reference: (distance) => distance ** 2 / Math.LN2,
};
const fromDivergence: Readonly<Record<Profile, (divergence: number) => number>> = {
  documented: (divergence) => Math.min(1, Math.max(0, divergence)),
  reference: (divergence) => Math.sqrt(Math.LN2 * Math.min(1, Math.max(0, divergence))),
};

/**
 * Returns the score that a perfect agent would reach: one whose n people follow the same distribution as the m people of
 * the truth.
 *
 * The truth is split at random into two groups of people, whose divergence is that of two samples of one distribution. It
 * is proportional to s = 1/a + 1/b for groups of a and b people, up to saturation, so the mean is extrapolated to 1/n +
 * 1/m; where halves and quarters of the truth show a slower growth (bins that depend on the extremes), with their
 * exponent. The spread around the mean shrinks with the cube root only, since the truth's own part of it does not
 * shrink. Tested with truths and runs of 20 to 100 people drawn from one distribution: in both profiles, at most 5 % of
 * the scores are above the interval and 5 % below.
 *
 * @param results whose number of people is n; without them, n = m
 * @see J. Lin (1991), doi:10.1109/18.61115; the bias (k − 1)/(8 ln 2) · (1/a + 1/b) of the divergence over k bins: I.
 * Grosse
 *   et al. (2002), doi:10.1103/PhysRevE.65.041905
 */
export function dailyMobilityCeiling(truth: DailyMobilityTruth, results?: unknown): Draws {
  const samples = dailyMobilitySamples(asResults(truth), truth);
  const people = peopleIn(samples);
  const own = results === undefined || results === null ? 0 : peopleIn(dailyMobilitySamples(results, truth));
  const runPeople = own > 0 ? own : people;
  const rows = mapPairs(samples, (pair) => new RowTallies(pair.truth));
  const half = people >> 1;
  const few = Math.min(runPeople, half);

  /** Scores a random group of the truth against another one; the arguments are their numbers of people. */
  const split = (random: Random, generated: number, real: number): DailyMobilityScore => {
    const groups = sameForSameCount((count) => {
      const drawn = shuffled(random, count);
      // Lists of another length are split in the same proportion.
      const rowsFor = (group: number) => Math.floor((group * count) / people + 1e-9);
      const [a, b] = [rowsFor(real), rowsFor(generated)];
      return { truth: timesDrawn(drawn.subarray(0, a), count), generated: timesDrawn(drawn.subarray(a, a + b), count) };
    });
    return scoreTallies(
      mapPairs(rows, (all) => {
        const { truth, generated } = groups(all.rows);
        return { truth: all.take(truth), generated: all.take(generated) };
      }),
    );
  };
  const others = few === half ? half : people - few;
  const target = 1 / runPeople + 1 / people;
  const ratio = target / (1 / few + 1 / others);

  const work = valuesIn(samples);
  let extrapolate: ((score: DailyMobilityScore) => DailyMobilityScore) | undefined;
  return {
    method: `perfect agent of ${counted(runPeople, 'person', 'people')}, extrapolated from splits of the truth (${counted(people, 'person', 'people')})`,
    work,
    get same() {
      return textOf(work, [runPeople, mapPairs(samples, ({ truth }) => truth)]);
    },
    draw: (random) => {
      if (extrapolate === undefined) {
        const halves = pilots(() => split(random, half, half));
        const quarters = pilots(() => split(random, half >> 1, half >> 1));
        const splits = few === half ? halves : pilots(() => split(random, few, others));
        extrapolate = extrapolation(splits, halves, quarters, ratio, people);
      }
      return extrapolate(split(random, few, others));
    },
  };
}

const pilots = (draw: () => DailyMobilityScore) => Array.from({ length: PILOTS }, draw);

/** Returns the function that turns the score of a split into one of a run and the whole truth. */
function extrapolation(
  splits: readonly DailyMobilityScore[],
  halves: readonly DailyMobilityScore[],
  quarters: readonly DailyMobilityScore[],
  ratio: number,
  people: number,
): (score: DailyMobilityScore) => DailyMobilityScore {
  const movers = (profile: Profile) => {
    const { better, worse } = WIDENING[profile](people);
    const names = Object.keys(splits[0]![profile]).filter((name) => name.startsWith('jsd_'));
    return Object.fromEntries(
      names.map((name) => {
        const mean = (scores: readonly DailyMobilityScore[]) => {
          const values = scores.map((score) => asDivergence[profile](numberOf(score[profile], name)));
          return values.reduce((sum, value) => sum + value, 0) / values.length;
        };
        const growth = Math.log2(saturation(mean(quarters)) / saturation(mean(halves)));
        const exponent = growth > LEAST_EXPONENT || Number.isNaN(growth) ? 1 : Math.max(0, growth);
        const centre = mean(splits);
        const [meanRatio, spreadRatio] = [power(ratio, exponent), exponent === 1 ? Math.cbrt(ratio) : 1];
        const move = (value: number) => {
          const off = asDivergence[profile](value) - centre;
          return fromDivergence[profile](centre * meanRatio + off * spreadRatio * (off < 0 ? better : worse));
        };
        return [name, move] as const;
      }),
    );
  };
  const moves = { documented: movers('documented'), reference: movers('reference') };
  return ({ documented, reference }) => {
    const whole = moved(documented, moves.documented);
    const score = {
      ...whole,
      final_score: finalOf(whole, whole.jsd_intention_sequences),
      final_score_categorical: finalOf(whole, whole.jsd_intention_sequences_categorical),
    };
    const published = moved(reference, moves.reference);
    return {
      final_score: score.final_score,
      documented: score,
      reference: { ...published, final_score: finalOf(published, published.jsd_intention_sequences) },
    };
  };
}

/** Removes the saturation of a divergence at 1, so that it grows in proportion to 1/a + 1/b. */
const saturation = (divergence: number) => -Math.log(1 - Math.min(divergence, 1 - 1e-9));

const numberOf = (profile: object, name: string) =>
  (profile as Readonly<Record<string, number | null>>)[name] ?? Number.NaN;

function moved<T extends DailyMobilityProfile>(
  profile: T,
  moves: Readonly<Record<string, (value: number) => number>>,
): T {
  const entries = Object.entries(moves).map(([name, move]) => {
    const value = numberOf(profile, name);
    return [name, Number.isNaN(value) ? (profile as Record<string, unknown>)[name] : move(value)];
  });
  return { ...profile, ...Object.fromEntries(entries) };
}

const finalOf = (profile: DailyMobilityProfile, sequences: number | null) =>
  finalScore(
    profile.jsd_gyration_radius,
    profile.jsd_daily_location_numbers,
    sequences,
    profile.jsd_intention_proportions,
  );

/** The truth in the shape of results. */
function asResults(truth: DailyMobilityTruth): object {
  return {
    gyration_radius: truth.gyration_radius,
    daily_location_numbers: truth.daily_location_numbers,
    intention_sequences: truth.daily_intentions_2d,
    intention_proportions: truth.intention_proportions_2d,
  };
}
