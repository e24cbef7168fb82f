import type { RunManifest } from '@itinera/run';

/**
 * From so many people on, cars queue. The busiest road of a city has 700 vehicles in its busiest hour with some 8,000 people
 * in Monaco, 22,000 in Liechtenstein and 23,000 in Harrisburg (day-pattern, without congestion).
 */
const PEOPLE_WHO_FILL_ROADS = 10_000;

/**
 * How people slow each other down where nobody has said it.
 * @param isDealtOut true where others make parts of the run: people who wait for each other cannot be parted
 * @param note told why, when it is `queue` or would be
 */
export function chooseCongestion(
  people: number,
  isDealtOut: boolean,
  note: (message: string) => void,
): RunManifest['congestion'] {
  if (people < PEOPLE_WHO_FILL_ROADS) return 'off';
  const many = `${people.toLocaleString('en-US')} people can fill a road, which free flow drives too fast (31 % at 700 vehicles an hour)`;
  note(
    isDealtOut
      ? `${many}, but parts of a run know nothing of each other's cars, so they drive freely. In one process they queue: --congestion queue`
      : `${many}, so cars queue, and people live in step, in one thread. --congestion off lets them drive freely.`,
  );
  return isDealtOut ? 'off' : 'queue';
}
