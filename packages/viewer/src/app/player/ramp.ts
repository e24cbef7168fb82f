import { tenTo } from '@itinera/base';

/** The classes of a scale: lower limits, ascending; the first is open below, the last is open above. */
export type ClassLimits = readonly number[];

/** At most `classes` round limits from 1 up to about `most`, each 2 to 10 times the one before. */
export function roundLimits(most: number, classes = 5): ClassLimits {
  const steps = Array.from({ length: 9 }, (_, digits) => [1, 2, 5].map((step) => step * tenTo(digits))).flat();
  const all = steps.filter((step) => step <= Math.max(1, most));
  const skip = Math.ceil(all.length / classes);
  return all.filter((_, i) => (all.length - 1 - i) % skip === 0);
}

/** The class of a value. */
export function classOf(value: number, limits: ClassLimits): number {
  let found = 0;
  while (found + 1 < limits.length && value >= limits[found + 1]!) found++;
  return found;
}

/** Kilometres per hour: limits of the classes of speed. */
export const SPEED_CLASSES: ClassLimits = [0, 10, 20, 35, 50, 80];
export const SPEED_NAMES: readonly string[] = SPEED_CLASSES.map((speed, i) =>
  i === 0
    ? `under ${SPEED_CLASSES[1]} km/h`
    : i + 1 === SPEED_CLASSES.length
      ? `over ${speed} km/h`
      : `${speed}–${SPEED_CLASSES[i + 1]} km/h`,
);
