import type { RoadJam } from '@itinera/city';

const SHOWN = 5;

/**
 * The report of a gridlock: its roads, and since when; null if there was none.
 * @param share the simulated share of the real traffic, if it was set
 */
export function jamReport(jams: readonly RoadJam[], share?: number): string | null {
  if (jams.length === 0) return null;
  const cars = jams.reduce((sum, jam) => sum + jam.cars, 0);
  const worst = [...jams].sort((a, b) => b.cars - a.cars || a.since - b.since || a.roadId - b.roadId).slice(0, SHOWN);
  const list = worst.map((jam) => `road ${jam.roadId} (${clock(jam.since)} to ${clock(jam.until)}, ${jam.cars})`);
  return (
    `Gridlock: ${jams.length} road${jams.length === 1 ? ' was' : 's were'} full, and ${cars} car${cars === 1 ? '' : 's'} ` +
    `passed without space after the stuck time. Most of them: ${list.join(', ')}. ` +
    (share === undefined
      ? 'If the people are a sample of the real traffic, set --sample-factor.'
      : `Roads had ${Number((100 * share).toPrecision(3))} % of their capacity, the simulated share of the real traffic.`)
  );
}

function clock(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `day ${Math.floor(minutes / 1440)} ${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
