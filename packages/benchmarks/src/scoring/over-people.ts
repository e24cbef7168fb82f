import type { BothProfiles, Draws, PairDraws } from '../port/draws.js';
import type { PersonResult } from '../port/results.js';
import { anyOf, coins, shuffled } from './resampling.js';

/** The score of people: of those at the given places, each as often as it is named. */
type ScoreOf<P> = (people: readonly P[], places?: ArrayLike<number>) => BothProfiles;

/** Noise by a bootstrap over people, for results that are gathered person by person. @param width values a person */
export function noiseOverPeople<P>(people: readonly P[], score: ScoreOf<P>, width: number): Draws {
  const count = people.length;
  return {
    method: `bootstrap over ${count} people`,
    work: (count + 2) * width,
    draw: (random) => score(people, anyOf(random, count)),
  };
}

/**
 * Differences of two sets of people: the same ones (by id) in pairs, with coins for the p value; else each on its own, with
 * people shuffled between the two.
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
      method: `${count} people in pairs, exchanged by coins: interval and p value`,
      work,
      byChance: (random) => {
        const tossed = coins(random, count);
        const side = (which: number) => score(first.map((one, i) => (tossed[i] === which ? one : partners[i]!)));
        return [side(0), side(1)];
      },
    };
  const all = [...first, ...second];
  return {
    method: 'people of the two results apart, shuffled between them: interval and p value',
    work,
    byChance: (random) => {
      const order = shuffled(random, all.length);
      return [score(all, order.subarray(0, count)), score(all, order.subarray(count))];
    },
  };
}
