import { UserError } from '@itinera/base';
import { describe, expect, test } from 'vitest';
import { goldenJson } from '../../../run/src/formats/golden.fixture.js';
import { expandRows, type MapOfCase, rowsOf } from '../golden-rows.fixture.js';
import { type DailyMobilityResults, gatherDailyMobility } from './gather.js';

interface Case {
  readonly name: string;
  readonly map: MapOfCase;
  readonly columns: string[];
  readonly rows: unknown[][];
  readonly upstream: { readonly ok: boolean; readonly result: DailyMobilityResults };
}

const { cases } = goldenJson<{ cases: Case[] }>('daily_gather.json');
const centroidsOf = (map: MapOfCase) =>
  new Map(Object.entries(map).map(([id, { centroid }]) => [Number(id), centroid] as const));
const gather = (name: string) => {
  const { map, ...table } = cases.find((one) => one.name === name)!;
  return gatherDailyMobility(rowsOf(table), centroidsOf(map));
};

function expectResults(actual: DailyMobilityResults, expected: DailyMobilityResults) {
  const { gyration_radius: radii, ...rest } = actual;
  const { gyration_radius: expectedRadii, ...expectedRest } = expected;
  expect(rest).toEqual(expectedRest);
  expect(radii.length).toBe(expectedRadii.length);
  radii.forEach((radius, i) => {
    expect(Math.abs(radius - expectedRadii[i]!)).toBeLessThanOrEqual(1e-12 * Math.max(1, expectedRadii[i]!));
  });
}

describe('gatherDailyMobility', () => {
  test.each(cases.filter(({ upstream }) => upstream.ok))('gathers $name', ({ map, upstream, ...table }) => {
    expectResults(gatherDailyMobility(rowsOf(table), centroidsOf(map)), upstream.result);
  });

  test('gathers a complete run', () => {
    const golden = goldenJson<
      Parameters<typeof expandRows>[0] & { map: MapOfCase; expected_results: DailyMobilityResults }
    >('end_to_end_daily.json');
    expectResults(gatherDailyMobility(expandRows(golden), centroidsOf(golden.map)), golden.expected_results);
  });

  test('omits people whose record is too short or has no place, and continues with the others', () => {
    const short = gather('one_agent_short');
    expect(short.gyration_radius.length).toBe(1);
    expect(short.left_out).toEqual([{ id: 2, reason: '1 row, where 48 half hours need 95' }]);
    const lost = gather('never_in_an_aoi_among_others');
    expect(lost.intention_sequences.length).toBe(1);
    expect(lost.left_out).toEqual([{ id: 2, reason: 'never in an AOI of the map' }]);
    expect(gather('rows_94').left_out?.length).toBe(1);
  });

  test('rejects rows without a required column', () => {
    expect(() => gather('no_action_column')).toThrow(UserError);
    expect(() => gather('no_parent_id_column')).toThrow('Row 0 has no parent_id');
  });
});
