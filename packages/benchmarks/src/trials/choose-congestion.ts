import type { RunManifest } from '@itinera/run';

/**
 * From so many people on, cars queue. The busiest road of a city has 700 vehicles in its busiest hour with some 8,000 people
 * in Monaco, 22,000 in Liechtenstein and 23,000 in Harrisburg (day-pattern, without congestion).
 */
const PEOPLE_WHO_FILL_ROADS = 10_000;

/** Rows that people in step hold in memory together, at some 110 bytes each: three gigabytes. */
const MOST_ROWS = 30_000_000;

/**
 * How people slow each other down where nobody has said it.
 * @param steps of each of them
 * @param isDealtOut true where others make parts of the run: people who wait for each other cannot be parted
 * @param note told why, when it is `queue` or would be
 */
export function chooseCongestion(
  people: number,
  steps: number,
  isDealtOut: boolean,
  note: (message: string) => void,
): RunManifest['congestion'] {
  if (people < PEOPLE_WHO_FILL_ROADS) return 'off';
  const many = `${people.toLocaleString('en-US')} people can fill a road, which free flow drives too fast (9 % at 700 vehicles an hour)`;
  const obstacle = isDealtOut
    ? "parts of a run know nothing of each other's cars"
    : people * steps > MOST_ROWS
      ? `${(people * steps).toLocaleString('en-US')} rows of people in step are more than memory may hold (fewer --days, a longer --step)`
      : null;
  note(
    obstacle === null
      ? `${many}, so cars queue, and people live in step, in one thread. --congestion off lets them drive freely.`
      : `${many}, but ${obstacle}, so they drive freely. They queue with --congestion queue`,
  );
  return obstacle === null ? 'queue' : 'off';
}
