import { householdsOf, type Profile } from '@itinera/engine';

/** People of larger runs are a sample: the first households. */
const MOST_PEOPLE = 10_000;

/** The households whose people the realism card describes. */
export function firstHouseholds(people: readonly Profile[]): readonly (readonly Profile[])[] {
  let count = 0;
  return householdsOf(people).filter(({ length }) => {
    count += length;
    return count <= MOST_PEOPLE;
  });
}
