import { Random, UserError } from '@itinera/base';
import { describe, expect, test } from 'vitest';
import { gatherPersonTrips, type PersonTrips, sumTrips } from './hurricane-mobility/gather.js';
import { calibrate, compareScores, scoreWithNoise } from './score-task.js';

/** People whose radius, places and intentions depend on `home`, the probability of being asleep. */
function dailyPeople(seed: number, count: number, home: number) {
  const random = new Random(seed);
  const people = Array.from({ length: count }, () => {
    const codes = Array.from({ length: 48 }, () => (random.uniform() < home ? 1 : 2 + random.integer(6)));
    return {
      radius: 5000 * random.uniform() * (1.5 - home),
      places: 1 + random.poisson(4 * (1 - home)),
      codes,
      shares: [1, 2, 3, 4, 5, 6, 7].map((code) => codes.filter((c) => c === code).length / 48),
    };
  });
  return {
    gyration_radius: people.map(({ radius }) => radius),
    daily_location_numbers: people.map(({ places }) => places),
    intention_sequences: people.map(({ codes }) => codes),
    intention_proportions: people.map(({ shares }) => shares),
  };
}

function asTruth({ intention_sequences, intention_proportions, ...rest }: ReturnType<typeof dailyPeople>) {
  return { ...rest, daily_intentions_2d: intention_sequences, intention_proportions_2d: intention_proportions };
}

/** People who leave home by hourly weights, changed by `change` (in percent) on days 1 and 2. */
function hurricanePeople(seed: number, count: number, change: readonly [number, number]): PersonTrips[] {
  const random = new Random(seed);
  const hour = (h: number) => (h === 8 || h === 17 ? 0.6 : h > 6 && h < 22 ? 0.12 : 0.01);
  return Array.from({ length: count }, (_, id) => {
    const departures = Uint32Array.from({ length: 72 }, (_, i) => {
      const day = Math.floor(i / 24);
      return random.poisson(hour(i % 24) * (day === 0 ? 1 : 1 + change[day - 1]! / 100));
    });
    const trips = Uint32Array.from([0, 1, 2], (day) =>
      departures.subarray(24 * day, 24 * day + 24).reduce((sum, n) => sum + n, 0),
    );
    return { id, trips, departures };
  });
}

const hurricaneTruth = {
  relative_changes: { during_vs_before: -45, after_vs_before: -12 },
  hourly_trips: Object.fromEntries(
    ['before', 'during', 'after'].map((phase, day) => [
      phase,
      sumTrips(hurricanePeople(99, 4000, [-45, -12])).hourly_travel_times[day],
    ]),
  ),
};
const few = { resamples: 200 };

describe('scoreWithNoise, DailyMobility', () => {
  const truth = asTruth(dailyPeople(1, 80, 0.5));
  const results = dailyPeople(2, 80, 0.5);

  test('adds an interval around its value to every metric of both profiles, the same for the same seed', () => {
    const { final_score, noise } = scoreWithNoise('DailyMobility', { results }, truth, { ...few, seed: 3 });
    expect(noise.method).toBe('bootstrap over 80 people, centred on the score');
    expect(noise.documented.final_score!.value).toBe(final_score);
    expect(Object.keys(noise.documented).length).toBe(8);
    for (const { value, low, high } of [...Object.values(noise.documented), ...Object.values(noise.reference)]) {
      expect(low!).toBeLessThan(value!);
      expect(high!).toBeGreaterThan(value!);
    }
    expect(scoreWithNoise('DailyMobility', { results }, truth, { ...few, seed: 3 }).noise).toEqual(noise);
    expect(scoreWithNoise('DailyMobility', { results }, truth, { ...few, seed: 4 }).noise).not.toEqual(noise);
  });

  test('has intervals about as wide as the scores of other people vary', () => {
    const studies = Array.from({ length: 40 }, (_, i) => {
      const { final_score, noise } = scoreWithNoise(
        'DailyMobility',
        { results: dailyPeople(100 + i, 80, 0.35) },
        truth,
        {
          resamples: 100,
        },
      );
      const { low, high } = noise.documented.final_score!;
      return { score: final_score!, width: high! - low! };
    });
    const mean = studies.reduce((sum, { score }) => sum + score, 0) / studies.length;
    const deviation = Math.sqrt(
      studies.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / (studies.length - 1),
    );
    const width = studies.reduce((sum, study) => sum + study.width, 0) / studies.length / (2 * 1.96);
    expect(width / deviation).toBeGreaterThan(0.6);
    expect(width / deviation).toBeLessThan(1.7);
  });

  test('keeps null for metrics without a value, and adds an interval to the others', () => {
    const { gyration_radius: _, ...rest } = results;
    const { documented } = scoreWithNoise('DailyMobility', { results: rest }, truth, few).noise;
    expect(documented.final_score).toEqual({ value: null, low: null, high: null });
    expect(documented.jsd_gyration_radius).toEqual({ value: null, low: null, high: null });
    expect(documented.jsd_intention_sequences!.low).toBeGreaterThanOrEqual(0);
  });

  test('finds floor below ceiling', () => {
    const random = { results: dailyPeople(5, 80, 0.05) };
    const { floor, ceiling } = calibrate('DailyMobility', truth, { ...few, random });
    expect(floor!.documented.final_score!.high!).toBeLessThan(ceiling.documented.final_score!.low!);
    expect(ceiling.method).toBe('perfect agent of 80 people, extrapolated from splits of the truth (80 people)');
    expect(calibrate('DailyMobility', truth, few).floor).toBeNull();
  });

  test('finds a larger divergence with fewer people of the same distribution, and reports the number', () => {
    const radius = (people: number) => {
      const { ceiling } = calibrate('DailyMobility', truth, { ...few, results: dailyPeople(7, people, 0.5) });
      return { method: ceiling.method, value: ceiling.documented.jsd_gyration_radius!.value! };
    };
    expect(radius(14).method).toBe('perfect agent of 14 people, extrapolated from splits of the truth (80 people)');
    expect(radius(14).value).toBeGreaterThan(radius(24).value + 0.05);
    expect(radius(24).value).toBeGreaterThan(radius(40).value);
    expect(radius(60).value).toBeLessThan(radius(40).value);
  });
});

describe('compareScores, DailyMobility', () => {
  const truth = asTruth(dailyPeople(1, 80, 0.5));
  const good = { results: dailyPeople(2, 80, 0.5) };
  const bad = { results: dailyPeople(3, 80, 0.25) };

  test('finds a real difference on the same people', () => {
    const { documented, method } = compareScores('DailyMobility', good, bad, truth, few);
    expect(method).toContain('80 people in pairs');
    expect(documented.final_score!.pValue!).toBeLessThan(0.02);
    expect(documented.final_score!.low!).toBeGreaterThan(0);
    const turned = compareScores('DailyMobility', bad, good, truth, few).documented.final_score!;
    expect(turned.value).toBe(-documented.final_score!.value!);
  });

  test('finds no difference between equal results', () => {
    const { documented } = compareScores('DailyMobility', good, good, truth, few);
    expect(documented.final_score).toEqual({ value: 0, low: 0, high: 0, pValue: 1 });
  });

  test('finds chance differences about as often as the p value says', () => {
    let significant = 0;
    for (let i = 0; i < 40; i++) {
      const pair = [dailyPeople(200 + i, 30, 0.5), dailyPeople(300 + i, 30, 0.5)].map((results) => ({ results }));
      const { documented } = compareScores('DailyMobility', pair[0]!, pair[1]!, truth, { resamples: 60, seed: i });
      if (documented.final_score!.pValue! < 0.2) significant++;
    }
    expect(significant).toBeGreaterThan(1);
    expect(significant).toBeLessThan(18);
  });

  test('does not pair results with different omitted people or slots', () => {
    const lessOne = { results: { ...bad.results, left_out: [{ id: 7, reason: 'x' }] } };
    expect(compareScores('DailyMobility', good, lessOne, truth, few).method).toContain('unpaired');
    const hourly = {
      results: { ...bad.results, intention_sequences: bad.results.intention_sequences.map((s) => s.slice(24)) },
    };
    const { documented } = compareScores('DailyMobility', good, hourly, truth, few);
    expect(documented.jsd_intention_sequences!.pValue).toBeNull();
    expect(documented.jsd_gyration_radius!.pValue).not.toBeNull();
  });

  test('interval and p value never contradict each other, for many and few people', () => {
    for (let i = 0; i < 25; i++) {
      const many = { results: dailyPeople(400 + i, 60, 0.5) };
      const fewPeople = { results: dailyPeople(500 + i, 5, 0.4) };
      const { documented } = compareScores('DailyMobility', many, fewPeople, truth, { resamples: 60, seed: i });
      for (const { low, high, pValue } of Object.values(documented))
        expect(low! > 0 || high! < 0, `${low} to ${high}, p = ${pValue}`).toBe(pValue! < 0.05);
    }
  });

  test('treats people as independent if their numbers differ', () => {
    const more = { results: dailyPeople(4, 90, 0.5) };
    const { method, documented } = compareScores('DailyMobility', good, more, truth, few);
    expect(method).toContain('unpaired');
    expect(documented.final_score!.pValue!).toBeGreaterThan(0.02);
  });
});

describe('scoreWithNoise, HurricaneMobility', () => {
  const people = hurricanePeople(1, 150, [-40, -10]);
  const results = sumTrips(people);

  test('resamples people if their trips are known, otherwise draws Poisson counts, and reports the method', () => {
    const byPeople = scoreWithNoise('HurricaneMobility', { results, people }, hurricaneTruth, few).noise;
    const byCounts = scoreWithNoise('HurricaneMobility', { results }, hurricaneTruth, few).noise;
    expect(byPeople.method).toContain('bootstrap over 150 people');
    expect(byCounts.method).toContain('Poisson counts');
    for (const { documented } of [byPeople, byCounts]) {
      const { value, low, high } = documented.final_score!;
      expect(low!).toBeLessThan(value!);
      expect(high!).toBeGreaterThanOrEqual(value!);
    }
    // These people travel independently of each other, so both have about the same width.
    const width = ({ documented }: typeof byPeople) =>
      documented.distribution_score!.high! - documented.distribution_score!.low!;
    expect(width(byPeople) / width(byCounts)).toBeGreaterThan(0.7);
    expect(width(byPeople) / width(byCounts)).toBeLessThan(1.4);
  });

  test('has a ceiling that rises with the number of trips', () => {
    const ceiling = (before: number) =>
      calibrate('HurricaneMobility', hurricaneTruth, { ...few, results: { total_travel_times: [before, 1, 1] } })
        .ceiling.documented.final_score!.value!;
    expect(ceiling(100)).toBeLessThan(ceiling(1000));
    expect(ceiling(1000)).toBeLessThan(ceiling(100_000));
    expect(ceiling(100_000)).toBeGreaterThan(96);
    expect(calibrate('HurricaneMobility', hurricaneTruth, few).ceiling.method).toContain('300 trips before');
  });

  test('compares people in pairs, independently, or by counts', () => {
    const other = hurricanePeople(2, 150, [40, 40]);
    const first = { results, people };
    const second = { results: sumTrips(other), people: other };
    const inPairs = compareScores('HurricaneMobility', first, second, hurricaneTruth, few);
    const apart = compareScores(
      'HurricaneMobility',
      first,
      { results: sumTrips(other.slice(1)), people: other.slice(1) },
      hurricaneTruth,
      few,
    );
    const byCounts = compareScores('HurricaneMobility', first, { results: second.results }, hurricaneTruth, few);
    expect(inPairs.method).toContain('150 people in pairs');
    expect(apart.method).toContain('unpaired');
    expect(byCounts.method).toBe('Poisson counts of trips');
    for (const { documented } of [inPairs, apart, byCounts]) {
      expect(documented.final_score!.value!).toBeGreaterThan(20);
      expect(documented.final_score!.pValue!).toBeLessThan(0.02);
    }
    expect(compareScores('HurricaneMobility', first, first, hurricaneTruth, few).documented.final_score!.pValue).toBe(
      1,
    );
  });

  test('has no interval without results or truth', () => {
    const nothing = { value: null, low: null, high: null };
    expect(
      scoreWithNoise('HurricaneMobility', { results: {} }, hurricaneTruth, few).noise.documented.final_score,
    ).toEqual(nothing);
    expect(calibrate('HurricaneMobility', {}, few).ceiling.documented.final_score).toEqual(nothing);
    expect(gatherPersonTrips([], new Set())).toEqual([]);
    const empty = { results: sumTrips([]), people: [] };
    expect(scoreWithNoise('HurricaneMobility', empty, hurricaneTruth, few).noise.documented.final_score).toEqual(
      nothing,
    );
  });
});

test('rejects an unknown task', () => {
  expect(() => scoreWithNoise('Other', { results: {} }, {})).toThrow(UserError);
});
