import { parseJson } from '@itinera/base';
import { NdArray, readPickle } from '@itinera/run';
import { describe, expect, test } from 'vitest';
import { goldenBytes, goldenJson } from '../../../run/src/formats/golden.fixture.js';
import { type HurricaneMobilityTruth, scoreHurricaneMobility } from './score.js';

interface Case {
  readonly name: string;
  readonly ground_truth?: HurricaneMobilityTruth | null;
  readonly ground_truth_text?: string;
  readonly generated: unknown;
  readonly upstream: { readonly ok: boolean; readonly result: Record<string, unknown> };
  readonly documented: Readonly<Record<string, number | null>>;
}

const { cases } = goldenJson<{ cases: Case[] }>('hurricane_eval.json');

function truthOf({ name, ground_truth, ground_truth_text }: Case): HurricaneMobilityTruth {
  if (ground_truth_text === undefined) return ground_truth ?? {};
  return name === 'truth_not_json' ? {} : (parseJson(ground_truth_text, 'truth') as HurricaneMobilityTruth);
}

/** Compares numbers in nested objects to 1e-12 (scores, which are percentages, to 1e-10). */
function expectAlike(actual: unknown, expected: unknown, label: string): void {
  if (typeof expected === 'number' && Number.isFinite(expected)) {
    const tolerance = label.endsWith('score') ? 1e-10 : 1e-12;
    expect(Math.abs((actual as number) - expected), `${label}: ${actual}, not ${expected}`).toBeLessThan(tolerance);
  } else if (typeof expected === 'object' && expected !== null && !Array.isArray(expected)) {
    for (const [key, value] of Object.entries(expected)) {
      expectAlike((actual as Record<string, unknown>)[key], value, `${label}.${key}`);
    }
  } else expect(actual, label).toEqual(expected);
}

describe('scoreHurricaneMobility', () => {
  test.each(cases)('scores $name by the documented formulas', (golden) => {
    const { documented, final_score } = scoreHurricaneMobility(golden.generated, truthOf(golden));
    expectAlike(documented, golden.documented, '');
    for (const [metric, value] of Object.entries(golden.documented)) {
      if (value === null && metric !== 'final_score') expect(documented.undefined[metric]).toMatch(/\w/);
    }
    expect(final_score).toBe(documented.final_score);
  });

  test.each(cases.filter(({ upstream }) => upstream.ok))("scores $name like the original's code", (golden) => {
    const { reference } = scoreHurricaneMobility(golden.generated, truthOf(golden));
    expectAlike(reference, golden.upstream.result, '');
  });

  test('scores a results file against a dataset end to end', () => {
    const golden = goldenJson<{
      results_file: string;
      expected_evaluation_upstream: unknown;
      expected_evaluation_documented: unknown;
    }>('end_to_end_hurricane.json');
    const { results } = readPickle(goldenBytes(golden.results_file)) as { results: unknown };
    const truth = goldenJson<HurricaneMobilityTruth>('dataset_hurricane/groundtruth/hurricane_groundtruth.json');
    const score = scoreHurricaneMobility(results, truth);
    expectAlike(score.documented, golden.expected_evaluation_documented, '');
    expectAlike(score.reference, golden.expected_evaluation_upstream, '');
  });

  test('reads numpy arrays', () => {
    const { generated, ...golden } = cases.find(({ name }) => name === 'plain_numpy')!;
    const { total_travel_times: totals, hourly_travel_times: hourly } = generated as Record<string, number[]>;
    const arrays = {
      total_travel_times: new NdArray('<i8', [3], Float64Array.from(totals!), false),
      hourly_travel_times: new NdArray('<i8', [3, 24], Float64Array.from(hourly!.flat()), false),
    };
    const truth = golden.ground_truth!;
    expect(scoreHurricaneMobility(arrays, truth).documented).toEqual(
      scoreHurricaneMobility(generated, truth).documented,
    );
  });

  test('reports missing lists', () => {
    const reasons = scoreHurricaneMobility({ total_travel_times: [1, 2] }, {}).documented.undefined;
    expect(reasons.change_rate_score).toBe('total_travel_times has 2 days, and 3 are needed');
    expect(reasons.distribution_score).toBe('hourly_travel_times of day 0: missing');
  });

  test('never throws, whatever the results', () => {
    for (const results of [
      undefined,
      null,
      3,
      'x',
      [],
      { total_travel_times: {}, hourly_travel_times: [[1], 2, 'x'] },
    ]) {
      expect(scoreHurricaneMobility(results, {}).final_score).toBeNull();
    }
  });
});

test('a day without departures has no distribution score, and the reason names the cause and a remedy', () => {
  const hours = (count: number) => new Array<number>(24).fill(count);
  const truth = {
    relative_changes: { during_vs_before: -50, after_vs_before: -10 },
    hourly_trips: { before: hours(3), during: hours(1), after: hours(2) },
  };
  const score = (during: number[]) =>
    scoreHurricaneMobility({ total_travel_times: [9, 5, 8], hourly_travel_times: [hours(2), during, hours(2)] }, truth)
      .documented;
  expect(score(hours(1)).distribution_score).toBeCloseTo(100);
  expect(score(hours(0)).undefined.distribution_score).toBe(
    'no departure was counted on day 1 (during): nobody departed, or all trips are shorter than the half-hour rows. ' +
      'Use a larger map, or set_aoi_schedules with departure times off the half hour',
  );
  expect(score([Number.NaN, ...hours(1).slice(1)]).undefined.distribution_score).toContain('not finite');
});
