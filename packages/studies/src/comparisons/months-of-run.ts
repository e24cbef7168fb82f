import { SECONDS_PER_DAY } from '@itinera/base';
import type { Profile } from '@itinera/engine';
import type { PeopleMonths, PersonMonth } from '@itinera/mobility';
import { firstWeekdayOf, type RunFolder, readTrips, type TripRow } from '@itinera/run';
import { manifestHere, peopleOf, readDatasetOfRun, staysOf } from '@itinera/runner';
import { byPerson } from '../exports/people-of-run.js';

/** The usual places of a person: home, workplace and school. */
export interface UsualPlaces {
  readonly home: number | null;
  /** Workplace and school. */
  readonly duties: readonly (number | null)[];
}

/**
 * The days of the people of a run, by its trips. Of people who were moved to another map, the usual places are unknown.
 * @throws UserError if its map or its people are not on this machine
 */
export async function monthsOfRun(folder: RunFolder, { home }: { readonly home: string }): Promise<PeopleMonths> {
  const manifest = await manifestHere(folder, { home });
  const isMoved = manifest.dataset.relocated !== null;
  const trips = byPerson<TripRow>(readTrips(folder, manifest));
  const people = peopleOf(readDatasetOfRun(manifest), manifest.people).map((profile) =>
    monthOf(isMoved ? { home: null, duties: [] } : usualPlaces(profile), trips(profile.id)),
  );
  const { clock } = manifest;
  return {
    people,
    days: Math.floor((clock.steps * clock.stepSeconds) / SECONDS_PER_DAY),
    firstWeekday: firstWeekdayOf(clock),
  };
}

export function usualPlaces({ home, work, attributes: { school } }: Profile): UsualPlaces {
  return { home, duties: [work, typeof school === 'number' ? school : null] };
}

export function monthOf({ home, duties }: UsualPlaces, trips: readonly TripRow[]): PersonMonth {
  const usual = [home, ...duties].filter((place) => place !== null);
  return {
    stays: staysOf(home, trips),
    usual: new Set(usual),
    duty: duties.find((place) => place !== null) ?? null,
  };
}
