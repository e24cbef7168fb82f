import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CityMap } from '@itinera/city';
import { carNetwork, sumoNetwork } from '@itinera/studies';

// Drives trips through SUMO on a network of ours: the same lanes, connections, light programmes and routes. Only to renew the
// figures of traffic.json, where SUMO is installed.

/** A trip for SUMO: its roads (ids), and metres on the first and the last. */
export interface SumoTrip {
  readonly roads: readonly number[];
  readonly departure: number;
  readonly departS: number;
  readonly arriveS: number;
}

/** The outcome: seconds per trip, waits to set out included (NaN for trips that never arrived). */
export interface SumoOutcome {
  readonly seconds: Float64Array;
  /** Cars that were removed because they were stuck. */
  readonly teleports: number;
  /** Cars that waited for more than a minute to set out, or never arrived. */
  readonly keptOut: number;
}

/** A wait to set out from which a car counts as kept out, seconds. */
const KEPT_OUT = 60;

/** Writes the network and converts it. @param crossings type of crossings without lights */
export function writeSumoNetwork(map: CityMap, folder: string, crossings = 'priority'): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, lines] of Object.entries(sumoNetwork(map, carNetwork(map), crossings)))
    writeFileSync(join(folder, name), [...lines].join('\n'));
  run('netconvert', ['-c', 'network.netccfg'], folder);
}

/** Drives trips; cars follow the routes given. Those without a route stay out. */
export function driveSumo(
  folder: string,
  trips: readonly SumoTrip[],
  seed: number,
  options: readonly string[] = [],
): SumoOutcome {
  const order = [...trips.keys()]
    .filter((i) => trips[i]!.roads.length > 0)
    .sort((a, b) => trips[a]!.departure - trips[b]!.departure);
  const rows = order.map((i) => {
    const { roads, departure, departS, arriveS } = trips[i]!;
    return `<vehicle id="${i}" type="car" depart="${(departure / 1000).toFixed(2)}" departLane="best" departPos="${departS.toFixed(1)}" arrivalPos="${arriveS.toFixed(1)}"><route edges="${roads.join(' ')}"/></vehicle>`;
  });
  writeFileSync(
    join(folder, 't.rou.xml'),
    `<routes><vType id="car" sigma="0.5" speedFactor="1" speedDev="0" accel="2.6" decel="4.5" tau="1" minGap="2.5" length="5"/>\n${rows.join('\n')}\n</routes>`,
  );
  const log = run(
    'sumo',
    [
      '-n',
      'network.net.xml',
      '-r',
      't.rou.xml',
      '--tripinfo-output',
      'trips.xml',
      '--no-step-log',
      '--duration-log.statistics',
      '--step-length',
      '0.5',
      '--seed',
      String(seed),
      '--end',
      '14400',
      '--ignore-route-errors',
      '--no-warnings',
      ...options,
    ],
    folder,
  );
  const seconds = new Float64Array(trips.length).fill(Number.NaN);
  let setOut = 0;
  for (const [, id, delay, duration] of readFileSync(join(folder, 'trips.xml'), 'utf8').matchAll(
    /<tripinfo id="(\d+)".*? departDelay="([\d.]+)".*? duration="([\d.]+)"/g,
  )) {
    seconds[Number(id)] = Number(delay) + Number(duration);
    if (Number(delay) <= KEPT_OUT) setOut++;
  }
  return { seconds, teleports: Number(/Teleports: (\d+)/.exec(log)?.[1] ?? 0), keptOut: order.length - setOut };
}

function run(program: string, given: readonly string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync('nice', [program, ...given], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr.slice(-2000)}`);
  return stdout;
}
