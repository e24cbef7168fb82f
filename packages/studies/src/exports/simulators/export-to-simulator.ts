import { join } from 'node:path';
import { counted, SECONDS_PER_DAY, UserError } from '@itinera/base';
import { writeDurably, writeSet } from '@itinera/base/node';
import { type CityMap, isSyntheticMap, readMapFile, readTimetableFile, timetablePathOf } from '@itinera/city';
import { DEFAULT_HOME, type RunFolder, readManifest, requireFinished } from '@itinera/run';
import { manifestHere } from '@itinera/runner';
import { openGeography } from '../export-run.js';
import { inPieces } from '../formats/pieces.js';
import { requireRoutes } from '../tables.js';
import { type CarNetwork, carNetwork } from './car-network.js';
import { matsimNetwork, matsimPlans } from './matsim-files.js';
import { hourCounts, plansOfRun } from './run-plans.js';
import { sumoNetwork, sumoTraffic, type ToolFiles } from './sumo-files.js';

export const SIMULATORS = ['matsim', 'sumo'] as const;
export type SimulatorName = (typeof SIMULATORS)[number];

/**
 * Writes the network of a map for another simulator as files in a folder, which is created if it is missing.
 * @returns the names of the files
 */
export async function exportMapToSimulator(path: string, simulator: SimulatorName, folder: string): Promise<string[]> {
  const { map, sha256 } = await readMapFile(path);
  return writeFiles(
    folder,
    await networkFiles(map, carNetwork(map), path, sha256, simulator, null),
    isSyntheticMap(map),
  );
}

/**
 * Writes a run for another simulator: the network, and cars with their routes (SUMO) or people with their plans, public
 * transport and counts (MATSim).
 * @returns the names of the files
 * @throws UserError if the run is not finished or has no routes
 */
export async function exportRunToSimulator(
  folder: RunFolder,
  simulator: SimulatorName,
  output: string,
  { home = DEFAULT_HOME, map: moved }: { readonly home?: string | undefined; readonly map?: string | undefined } = {},
): Promise<string[]> {
  const manifest = readManifest(folder);
  requireFinished(folder, manifest.state === 'finished');
  requireRoutes({ folder, manifest });
  const here = await manifestHere(folder, { home, map: moved });
  const geography = await openGeography(folder, { home, map: moved });
  const { map } = geography;
  const isSynthetic = manifest.dataset.synthetic || isSyntheticMap(map);
  const date = manifest.clock.firstDay ?? null;
  const roads = carNetwork(map);
  const network = await networkFiles(map, roads, here.map.path, here.map.hash, simulator, date);
  const counts = hourCounts(folder, here, geography);
  const seconds = manifest.clock.steps * manifest.clock.stepSeconds;
  if (simulator === 'sumo') {
    const trips = [...plansOfRun(folder, here, geography)].flatMap((plan) =>
      plan.trips.flatMap(({ car }) => (car === null ? [] : [car])),
    );
    return writeFiles(output, { ...network, ...sumoTraffic(roads, trips, counts, seconds) }, isSynthetic);
  }
  if (seconds > SECONDS_PER_DAY)
    throw new UserError(
      `${folder.name} has ${counted(Number((seconds / SECONDS_PER_DAY).toFixed(2)), 'day')}, and a plan of MATSim has one. Simulate one day: --days 1`,
    );
  const hasTransit = 'transitSchedule.xml' in network;
  const share = Number(manifest.movement?.sampleFactor ?? 1);
  const plans = matsimPlans(map, roads, plansOfRun(folder, here, geography), counts, { share, date, hasTransit });
  return writeFiles(output, { ...network, ...plans }, isSynthetic);
}

async function networkFiles(
  map: CityMap,
  network: CarNetwork,
  path: string,
  sha256: string,
  simulator: SimulatorName,
  date: string | null,
): Promise<ToolFiles> {
  if (simulator === 'sumo') return sumoNetwork(map, network);
  const timetable = await readTimetableFile(timetablePathOf(path), sha256);
  return matsimNetwork(map, network, timetable ?? null, date);
}

async function writeFiles(folder: string, files: ToolFiles, isSynthetic: boolean): Promise<string[]> {
  const notice = isSynthetic ? 'SYNTHETIC: this city or these people do not exist.' : '';
  await writeSet(folder, 'network', (stage) => {
    for (const [name, lines] of Object.entries(files)) writeDurably(join(stage, name), inPieces(ended(lines, notice)));
  });
  return Object.keys(files);
}

/** The lines of a file; those after the first, which may be a declaration, follow the notice. */
function* ended(lines: Iterable<string>, notice: string): Generator<string> {
  let isFirst = true;
  for (const line of lines) {
    yield `${line}\n`;
    if (isFirst && notice !== '') yield `<!-- ${notice} -->\n`;
    isFirst = false;
  }
}
