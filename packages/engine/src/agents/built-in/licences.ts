import type { StatusMemory } from '../../memory/status-memory.js';
import type { RandomStream } from '../random-stream.js';

/** Below this age nobody drives. */
const DRIVING_AGE = 16;

/**
 * Share of people with a driving licence by age in the United States, 2014: M. Sivak, B. Schoettle (2016), Recent decreases in the
 * proportion of persons with a driver's license across all age groups, UMTRI-2016-4. From 40 to 69 rounded; other countries have the
 * same (assumption).
 */
const LICENCES: readonly (readonly [below: number, share: number])[] = [
  [DRIVING_AGE, 0],
  [17, 0.245],
  [18, 0.45],
  [19, 0.6],
  [20, 0.69],
  [25, 0.767],
  [30, 0.851],
  [35, 0.866],
  [40, 0.879],
  [70, 0.9],
  [Number.POSITIVE_INFINITY, 0.79],
];

/** Whether a person of an age has a licence. */
export function hasLicence(random: RandomStream, age: number): boolean {
  return random.chance(LICENCES.find(([below]) => age < below)![1]);
}

/** Whether a person drives without asking the others of the household: in a car of their own, at an age at which people may. */
export function drivesOwnCar(status: StatusMemory): boolean {
  return status.get('has_car', true) && !(Number.parseInt(String(status.get('age', '')), 10) < DRIVING_AGE);
}
