import { MOST_PEOPLE_OF_CARD, Random } from '@itinera/base';
import { householdsOf, type Profile } from '@itinera/engine';

/** The same households in all runs of the same people, whatever their seeds. */
const SEED = 1;

/**
 * The households whose people the realism card describes: all, or a random sample in the order of the people, since files of people
 * may be sorted by household.
 */
export function householdsOfCard(people: readonly Profile[]): readonly (readonly Profile[])[] {
  const households = householdsOf(people);
  if (people.length <= MOST_PEOPLE_OF_CARD) return households;
  const isDrawn = new Set<number>();
  let count = 0;
  for (const i of new Random(SEED).shuffled(households.length)) {
    const { length } = households[i]!;
    if (count + length > MOST_PEOPLE_OF_CARD) continue;
    count += length;
    isDrawn.add(i);
  }
  return households.filter((_, i) => isDrawn.has(i));
}
