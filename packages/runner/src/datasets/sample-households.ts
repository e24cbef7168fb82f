import type { Profile } from '@itinera/engine';
import { householdOf, RandomStream, StreamPurpose } from '@itinera/engine';

interface Household {
  readonly rows: number[];
  lowestId: number;
}

/**
 * Draws people at random, in whole households where the profiles name them (`household`, `household_id`, `hhid`), so that parents and
 * children stay together. Depends only on the people and the seed, not on their order; a larger sample contains a smaller one, except
 * for those who fill it up.
 * @param count at most the number of profiles; the last household is split only if no other fits
 * @returns the profiles drawn, in their order
 */
export function sampleHouseholds(profiles: readonly Profile[], count: number, seed: number): readonly Profile[] {
  if (count >= profiles.length) return profiles;
  const households = new Map<string, Household>();
  for (const [row, profile] of profiles.entries()) {
    const key = householdOf(profile);
    const household = households.get(key);
    if (household === undefined) households.set(key, { rows: [row], lowestId: profile.id });
    else {
      household.rows.push(row);
      household.lowestId = Math.min(household.lowestId, profile.id);
    }
  }
  const drawn = [...households.values()]
    .map(({ rows, lowestId }) => ({
      rows,
      lowestId,
      rank: new RandomStream(seed, lowestId, StreamPurpose.SAMPLE).uniform(),
    }))
    .sort((a, b) => a.rank - b.rank || a.lowestId - b.lowestId);
  const rows: number[] = [];
  const passed: number[] = [];
  for (const household of drawn) {
    if (rows.length === count) break;
    (rows.length + household.rows.length <= count ? rows : passed).push(...household.rows);
  }
  rows.push(...passed.slice(0, count - rows.length));
  return rows.sort((a, b) => a - b).map((row) => profiles[row]!);
}
