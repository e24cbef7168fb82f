import { UserError } from '@itinera/base';
import { describe, expect, test } from 'vitest';
import { goldenJson } from '../../../run/src/formats/golden.fixture.js';
import { expandRows, type MapOfCase, rowsOf } from '../golden-rows.fixture.js';
import { gatherHurricaneMobility, gatherPersonTrips, type HurricaneMobilityResults } from './gather.js';

interface Case {
  readonly name: string;
  readonly map: MapOfCase;
  readonly columns: string[];
  readonly rows: unknown[][];
  readonly upstream: { readonly ok: boolean; readonly result: HurricaneMobilityResults };
}

const { cases } = goldenJson<{ cases: Case[] }>('hurricane_gather.json');
const aoisOf = (map: MapOfCase) => new Set(Object.keys(map).map(Number));

describe('gatherHurricaneMobility', () => {
  test.each(cases.filter(({ upstream }) => upstream.ok))('gathers $name', ({ map, upstream, ...table }) => {
    expect(gatherHurricaneMobility(rowsOf(table), aoisOf(map))).toEqual(upstream.result);
  });

  test('gathers a complete run, as the sum over its people', () => {
    const golden = goldenJson<
      Parameters<typeof expandRows>[0] & { map: MapOfCase; expected_results: HurricaneMobilityResults }
    >('end_to_end_hurricane.json');
    expect(gatherHurricaneMobility(expandRows(golden), aoisOf(golden.map))).toEqual(golden.expected_results);
    const people = gatherPersonTrips(expandRows(golden), aoisOf(golden.map));
    expect(people.map(({ id }) => id)).toEqual(golden.agents.map(({ id }) => id));
    const before = people.reduce((sum, { trips }) => sum + trips[0]!, 0);
    expect(before).toBe(golden.expected_results.total_travel_times[0]);
  });

  test.each(cases.filter(({ upstream }) => !upstream.ok))('rejects $name with a message', ({ map, ...table }) => {
    expect(() => gatherHurricaneMobility(rowsOf(table), aoisOf(map))).toThrow(UserError);
  });
});
