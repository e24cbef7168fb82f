import { counted, momentOf, SECONDS_PER_DAY } from '@itinera/base';
import type { MovementSettings } from '@itinera/city';
import type { RunManifest, RunTraffic } from '@itinera/run';

/** Few enough that the sentence is shown whole. */
const SHOWN = 3;
/** Share of the car trips from which cars that were let through are a gridlock. Below, hardly anybody waits behind them. */
const GRIDLOCK_SHARE = 0.001;

type Jam = RunTraffic['jams'][number];
type JammedRun = Pick<RunManifest, 'traffic' | 'movement' | 'modes' | 'clock'>;

/**
 * The report of roads that were so full that cars were let through: of a gridlock, where it began, its roads, since when, and what to
 * try; null if there were none.
 * @param trips trips of the run, which count if those by car are not known; 0 if they are not known either
 */
export function jamReport(manifest: JammedRun, trips = 0): string | null {
  const jams = manifest.traffic?.jams ?? [];
  if (jams.length === 0) return null;
  const few = fewLetThrough(manifest, trips);
  if (few !== null) return few;
  const { sampleFactor: share, queue: { routeIterations = 1, rerouteShare = 0 } = {} } = (manifest.movement ??
    {}) as MovementSettings;
  const { steps, stepSeconds } = manifest.clock;
  const days = (steps * stepSeconds) / SECONDS_PER_DAY;
  const time = (milliseconds: number) => momentOf(milliseconds / 1000, days);
  const named = ({ roadId, name }: Jam) => (name ? `${name} (road ${roadId})` : `road ${roadId}`);
  const [first] = [...jams].sort((a, b) => a.since - b.since || a.roadId - b.roadId);
  const list = worstOf(jams).map((jam) => `${named(jam)}, ${time(jam.since)} to ${time(jam.until)}, ${jam.cars}`);
  const end = Math.max(...jams.map(({ until }) => until));
  return [
    `Gridlock: demand exceeds the capacity of the roads. ${counted(jams.length, 'road was', 'roads were')} full`,
    `between ${time(first!.since)} and ${time(end)}, ${jams.length === 1 ? '' : 'the first one '}${named(first!)};`,
    `${letThrough(jams)}.${jams.length === 1 ? '' : ` Most of them: ${list.join('; ')}.`}`,
    'Travel times in these hours are unreliable.',
    share === undefined
      ? 'If the people are a sample of the real traffic, set --represents or --sample-factor.'
      : `Road capacities were scaled to ${Number((100 * share).toPrecision(3))} %, the simulated share of the real traffic.`,
    routeIterations > 1 || rerouteShare > 0
      ? 'Drivers already chose routes by the traffic: compare the demand with counts, and check lanes and lights of the first road.'
      : 'Drivers chose routes by free-flow times: --route-iterations 10 shows whether better routes suffice.',
  ].join(' ');
}

/** A sentence on cars that were let through, if there were any but too few for a gridlock; otherwise null. @param trips as of `jamReport` */
function fewLetThrough({ traffic, modes }: Pick<JammedRun, 'traffic' | 'modes'>, trips: number): string | null {
  const jams = traffic?.jams ?? [];
  const drives = modes?.trips['by car'] ?? trips;
  if (jams.length === 0 || carsOf(jams) >= GRIDLOCK_SHARE * drives) return null;
  const names = worstOf(jams).map(({ name, roadId }) => name ?? `road ${roadId}`);
  const others = jams.length - names.length;
  return `${letThrough(jams)}, at ${names.join(', ')}${others > 0 ? ` and ${counted(others, 'other road')}` : ''}.`;
}

/** How many cars were let through without space, in words. */
function letThrough(jams: readonly Jam[]): string {
  return `${counted(carsOf(jams), 'car')} moved on without space after the longest wait`;
}

function carsOf(jams: readonly Jam[]): number {
  return jams.reduce((sum, { cars }) => sum + cars, 0);
}

function worstOf(jams: readonly Jam[]): Jam[] {
  return [...jams].sort((a, b) => b.cars - a.cars || a.since - b.since || a.roadId - b.roadId).slice(0, SHOWN);
}
