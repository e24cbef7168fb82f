import type { MovementSettings } from '@itinera/city';
import type { RunTraffic } from '@itinera/run';

/** Few enough that the sentence is shown whole. */
const SHOWN = 3;

type Jam = RunTraffic['jams'][number];

/** The report of a gridlock: where it began, its roads, since when, and what to try; null if there was none. */
export function jamReport(
  jams: RunTraffic['jams'],
  { sampleFactor: share, queue: { routeIterations = 1, rerouteShare = 0 } = {} }: MovementSettings,
): string | null {
  if (jams.length === 0) return null;
  const cars = jams.reduce((sum, jam) => sum + jam.cars, 0);
  const named = ({ roadId, name }: Jam) => (name ? `${name} (road ${roadId})` : `road ${roadId}`);
  const [first] = [...jams].sort((a, b) => a.since - b.since || a.roadId - b.roadId);
  const worst = [...jams].sort((a, b) => b.cars - a.cars || a.since - b.since || a.roadId - b.roadId).slice(0, SHOWN);
  const list = worst.map((jam) => `${named(jam)}, ${clock(jam.since)} to ${clock(jam.until)}, ${jam.cars}`);
  const end = Math.max(...jams.map(({ until }) => until));
  return [
    `Gridlock: demand exceeds the capacity of the roads. ${jams.length} road${jams.length === 1 ? ' was' : 's were'} full`,
    `between ${clock(first!.since)} and ${clock(end)}, the first one ${named(first!)};`,
    `${cars} car${cars === 1 ? '' : 's'} moved on without space after the longest wait. Most of them: ${list.join('; ')}.`,
    'Travel times in these hours are unreliable.',
    share === undefined
      ? 'If the people are a sample of the real traffic, set --represents or --sample-factor.'
      : `Road capacities were scaled to ${Number((100 * share).toPrecision(3))} %, the simulated share of the real traffic.`,
    routeIterations > 1 || rerouteShare > 0
      ? 'Drivers already chose routes by the traffic: compare the demand with counts, and check lanes and lights of the first road.'
      : 'Drivers chose routes by free-flow times: --route-iterations 10 shows whether better routes suffice.',
  ].join(' ');
}

function clock(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `day ${Math.floor(minutes / 1440)} ${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
