import { haversine } from '../distance.js';
import { type PlaceNumbers, placeNumbers } from '../place/place-numbers.js';
import type { Trajectories } from '../trajectories.js';

/** Metres that one place may be apart in two sets, whatever the size of the town. */
const SAME_PLACE = 100;

/**
 * The reason why the place numbers of two sets differ in meaning, judged by the positions of their rows; undefined if
 * they do not.
 */
export function placeMismatch(a: Trajectories, b: Trajectories): string | undefined {
  const [first, second] = [placeNumbers(a), placeNumbers(b)];
  // Numbers without rows have no coordinates.
  const used = ({ names, lons }: PlaceNumbers) =>
    Array.from(names, (name, number) => [name, number] as const).filter(([, number]) => !Number.isNaN(lons[number]));
  const numberIn = new Map(used(second));
  const pairs = used(first).flatMap(([name, number]) => {
    const other = numberIn.get(name);
    return other === undefined ? [] : [[number, other] as const];
  });
  if (pairs.length === 0) return 'the sets have no place number in common';
  const metres = ([one, other]: readonly [number, number]) =>
    haversine(first.lons[one], first.lats[one], second.lons[other], second.lats[other]);
  const same = middleOf(pairs.map(metres));
  // The expected distance for arbitrary numbers: each place against the other set's next one.
  const other = middleOf(pairs.map(([one], i) => metres([one, pairs[(i + 1) % pairs.length][1]])));
  if (same <= Math.max(SAME_PLACE, other / 2)) return undefined;
  return `places with the same number are ${Math.round(same)} m apart in the two sets`;
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
