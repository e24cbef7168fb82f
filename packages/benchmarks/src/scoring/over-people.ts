import { counted } from '@itinera/base';
import type { BothProfiles, Draws, PairDraws } from '../port/draws.js';
import type { PersonResult } from '../port/results.js';
import { anyOf, coins, shuffled } from './resampling.js';

/** Returns the score of the people at the given indices, each as often as it occurs. */
type ScoreOf<P> = (people: readonly P[], places?: ArrayLike<number>) => BothProfiles;

/** Returns noise from a bootstrap over people, for results by person. @param width values per person */
export function noiseOverPeople<P>(people: readonly P[], score: ScoreOf<P>, width: number): Draws {
  const count = people.length;
  return {
    method: `bootstrap over ${counted(count, 'person', 'people')}`,
    work: (count + 2) * width,
    isOfOne: count === 1,
    draw: (random) => score(people, anyOf(random, count)),
  };
}

/**
 * Returns differences of two sets of people: paired if the people are the same (by id), with coin tosses for the p value;
 * otherwise independent, with people shuffled between the two.
 */
export function compareOverPeople<P extends PersonResult>(
  first: readonly P[],
  second: readonly P[],
  score: ScoreOf<P>,
  width: number,
): PairDraws {
  const count = first.length;
  const work = (count + second.length + 2) * width;
  const byId = new Map(second.map((person) => [person.id, person]));
  const partners = first.flatMap(({ id }) => byId.get(id) ?? []);
  if (partners.length === count && count === second.length)
    return {
      method: `${counted(count, 'person', 'people')} in pairs, exchanged at random: interval and p value`,
      work,
      byChance: (random) => {
        const tossed = coins(random, count);
        const side = (which: number) => score(first.map((one, i) => (tossed[i] === which ? one : partners[i]!)));
        return [side(0), side(1)];
      },
    };
  const all = [...first, ...second];
  return {
    method: 'unpaired people, shuffled between the two results: interval and p value',
    work,
    byChance: (random) => {
      const order = shuffled(random, all.length);
      return [score(all, order.subarray(0, count)), score(all, order.subarray(count))];
    },
  };
}
