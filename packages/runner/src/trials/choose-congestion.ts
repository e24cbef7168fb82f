import type { RunManifest } from '@itinera/run';

/**
 * Number of people at which cars start to queue. The busiest road of a city has 700 vehicles in its busiest hour with
 * about 8,000 people in Monaco, 22,000 in Liechtenstein and 23,000 in Harrisburg (day-pattern, without congestion).
 */
export const PEOPLE_WHO_FILL_ROADS = 10_000;

/** Maximum number of rows of people in step, which are all in memory at about 110 bytes each: three gigabytes in total. */
const MOST_ROWS = 30_000_000;

/**
 * Chooses the default of `--congestion`.
 * @param steps number of steps per person
 * @param isDealtOut true if the run is split into parts: people who wait for each other cannot be split
 * @param note receives the reason if the choice is `queue`, or would be if possible
 */
export function chooseCongestion(
  people: number,
  steps: number,
  isDealtOut: boolean,
  note: (message: string) => void,
): RunManifest['congestion'] {
  if (people < PEOPLE_WHO_FILL_ROADS) return 'off';
  const many = `${people.toLocaleString('en-US')} people can fill a road, where free flow would be too fast (9 % at 700 vehicles per hour)`;
  const obstacle = isDealtOut
    ? "parts of a run do not see each other's cars"
    : people * steps > MOST_ROWS
      ? `${(people * steps).toLocaleString('en-US')} rows of people in step exceed the memory limit (use fewer --days or a longer --step)`
      : null;
  note(
    obstacle === null
      ? `${many}, so cars queue, and people are simulated in step, in one thread. Free flow: --congestion off`
      : `${many}, but ${obstacle}, so they drive freely. Queues: --congestion queue`,
  );
  return obstacle === null ? 'queue' : 'off';
}
