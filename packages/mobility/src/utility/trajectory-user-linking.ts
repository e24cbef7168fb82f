import type { MetricMeta } from '@itinera/metrics';
import { placeSequences } from '../person/place-sequences.js';
import type { Trajectories } from '../trajectories.js';

trajectoryUserLinking.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'lower',
  digits: 3,
  source:
    'Q. Gao et al. (2017), Identifying human mobility via trajectory embeddings, doi:10.24963/ijcai.2017/234 (the task); ' +
    'here by cosine of place frequencies',
} satisfies MetricMeta;

export interface LinkingResult {
  /** Share of trajectories whose person ranks first, among the first 5. NaN without trajectories. */
  readonly acc1: number;
  readonly acc5: number;
  /** For each test trajectory the likeliest known person; null when nobody is known. */
  readonly predicted: readonly (string | null)[];
}

/** A trajectory as the places it visits, and its person. */
export interface OwnedPlaces {
  readonly person: string;
  readonly places: ArrayLike<number>;
}

/**
 * Trajectory-user linking: whether the places of a trajectory reveal its person. Each is linked to the known person
 * with the highest cosine of place frequencies, the first one among equals. Lower is more private.
 *
 * @param known trajectories of known people, with places
 * @param test of the same people (by id), with places with the same numbering
 * @throws RangeError when either has no places
 */
export function trajectoryUserLinking(known: Trajectories, test: Trajectories): LinkingResult {
  return linkPlaces(ownedPlaces(known), ownedPlaces(test));
}

function ownedPlaces(trajectories: Trajectories): OwnedPlaces[] {
  const sequences = placeSequences('trajectoryUserLinking', trajectories);
  return sequences.map((places, i) => ({ person: trajectories.people[i], places }));
}

/** `trajectoryUserLinking` for plain place sequences; several known ones of a person are combined. */
export function linkPlaces(known: readonly OwnedPlaces[], test: readonly OwnedPlaces[]): LinkingResult {
  const people = [...new Set(known.map(({ person }) => person))];
  const numberOf = new Map(people.map((person, i) => [person, i]));
  const frequencies = people.map(() => new Map<number, number>());
  for (const { person, places } of known) countPlaces(frequencies[numberOf.get(person) as number], places);
  // Who is at a place, with which component of the person's unit vector.
  const visitors = new Map<number, { person: number; weight: number }[]>();
  for (const [person, counts] of frequencies.entries()) {
    let squares = 0;
    for (const count of counts.values()) squares += count * count;
    for (const [place, count] of counts) {
      const entry = { person, weight: count / Math.sqrt(squares) };
      const there = visitors.get(place);
      if (there) there.push(entry);
      else visitors.set(place, [entry]);
    }
  }
  let first = 0;
  let amongFive = 0;
  const predicted = test.map(({ person, places }) => {
    const likeness = new Float64Array(people.length);
    for (const [place, count] of countPlaces(new Map(), places)) {
      for (const visitor of visitors.get(place) ?? []) likeness[visitor.person] += count * visitor.weight;
    }
    const best = greatestFive(likeness);
    const rank = best.indexOf(numberOf.get(person) ?? -1);
    if (rank === 0) first++;
    if (rank >= 0) amongFive++;
    return best.length > 0 ? people[best[0]] : null;
  });
  return { acc1: first / test.length, acc5: amongFive / test.length, predicted };
}

function countPlaces(counts: Map<number, number>, places: ArrayLike<number>): Map<number, number> {
  for (let i = 0; i < places.length; i++) counts.set(places[i], (counts.get(places[i]) ?? 0) + 1);
  return counts;
}

/** Positions of the five largest values; the lower position first among equals up to rounding. */
function greatestFive(values: Float64Array): number[] {
  const best: number[] = [];
  for (let i = 0; i < values.length; i++) {
    let at = best.length;
    while (at > 0 && values[i] > values[best[at - 1]] * (1 + 1e-12)) at--;
    if (at < 5) best.splice(at, 0, i);
    if (best.length > 5) best.pop();
  }
  return best;
}
