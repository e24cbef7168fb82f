import type { RandomStream } from '../random-stream.js';

/**
 * Share of adults of the United States with a usable bicycle at home: Breakaway Research Group (2015), U.S. Bicycling Participation
 * Benchmarking Study, for PeopleForBikes. Children and other countries have the same (assumption).
 */
const SHARE = 0.52;
/** The key of the person's stream of random numbers. */
const BIKE = -20_001;

/** Whether a person has a bicycle. @param person the person's stream, from which only forks are drawn */
export function hasBike(person: RandomStream): boolean {
  return person.fork(BIKE).chance(SHARE);
}
