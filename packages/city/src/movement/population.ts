import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UserError } from '@itinera/metrics';
import type { CityMap } from '../map/city-map.js';
import { allocate, type Column, packColumns, type SharedColumns } from '../map/shared-columns.js';
import { buildRoutingData, packRoutingData, type RoutingData } from '../routing/routing-data.js';
import { createMovement } from './create-world.js';
import { type MovementSettings, resolveMovementOptions } from './options.js';
import {
  type EventColumns,
  joinEvents,
  openColumns,
  type RowColumns,
  rowColumns,
  type TotalColumns,
  totalColumns,
} from './population-columns.js';
import { CHUNK, chunkRunner, type PopulationTask, type RowTimes } from './population-task.js';
import type { Milliseconds } from './world.js';

/** People and what they are to do, in columns; person i has the trips `tripOffsets[i] … tripOffsets[i + 1] - 1`. */
export interface Population {
  /** Ids of people, all different. */
  readonly personIds: Int32Array;
  /** Ids of the AOIs they are in at time 0. */
  readonly homeAoiIds: Int32Array;
  /** As many as people, and one more. */
  readonly tripOffsets: Int32Array;
  readonly tripAoiIds: Int32Array;
  /** Milliseconds; NaN: when the trip before has ended. */
  readonly tripDepartures: Float64Array;
  /** `TripMode`s. */
  readonly tripModes: Uint8Array;
}

export interface PopulationOptions {
  /** End of the simulated time. */
  readonly until: Milliseconds;
  readonly settings?: MovementSettings;
  /** Made once per map by `buildRoutingData` with the same turn penalties; built here when left out. */
  readonly routing?: RoutingData;
  /** Instants at which everybody is looked at, none of them after `until`; left out: no rows. */
  readonly rowTimes?: RowTimes;
  /** Threads; as many as the machine offers when left out. The result does not depend on it. */
  readonly threads?: number;
  /** Called now and then with the share of people done, 0..1. */
  readonly onProgress?: (share: number) => void;
}

export interface PopulationResult {
  readonly events: EventColumns;
  /** Person i at instant k is row `i * rowTimes.count + k`; null when no rows were asked for. */
  readonly rows: RowColumns | null;
  readonly totals: TotalColumns;
}

/**
 * Carries out the schedules of people who do not affect each other, on several threads that share the map. A person
 * has a state only while it is being simulated, so that memory is that of the columns.
 * @throws UserError when a home is not in the map, an id is there twice, columns do not match, or congestion is on
 */
export async function runPopulation(
  city: CityMap,
  population: Population,
  { until, settings = {}, routing, rowTimes, threads = availableParallelism(), onProgress }: PopulationOptions,
): Promise<PopulationResult> {
  const { turnPenalties, congestion } = resolveMovementOptions(settings);
  if (congestion !== 'off')
    throw new UserError(`movement.congestion: got ${congestion}, but a population's people do not meet. Use a world.`);
  checkPopulation(city, population);
  if (rowTimes && rowTimes.count > 0 && rowTimes.first + (rowTimes.count - 1) * rowTimes.every > until)
    throw new UserError(`The last row is after the end of the simulated time, ${until} ms. Ask for fewer rows.`);
  const data = routing ?? buildRoutingData(city, { turnPenalties });
  const count = population.personIds.length;
  const columns = packColumns({
    ...(population as unknown as Record<string, Column>),
    ...totalColumns(count),
    ...(rowTimes ? rowColumns(count * rowTimes.count) : {}),
  });
  const task: PopulationTask = { columns, until, rowTimes: rowTimes ?? null };
  const chunks = Math.ceil(count / CHUNK);
  const events: EventColumns[] = new Array(chunks);
  let done = 0;
  const finish = (chunk: number, made: EventColumns): void => {
    events[chunk] = made;
    onProgress?.(++done / chunks);
  };
  const workers = Math.min(Math.floor(threads), chunks);
  if (workers > 1) {
    const shared = { city: { buffer: city.buffer, layout: city.layout }, routing: packRoutingData(data) };
    const work = { ...shared, settings, task, chunks, counter: new Int32Array(allocate(4)) };
    await runWorkers(workers, work, finish);
  } else {
    const runChunk = chunkRunner(createMovement(city, settings, data), task);
    for (let chunk = 0; chunk < chunks; chunk++) finish(chunk, runChunk(chunk));
  }
  const results = openColumns<RowColumns & TotalColumns>(columns);
  const { status, aoiId, laneId, s, x, y, trips, seconds, metres } = results;
  return {
    events: joinEvents(events),
    rows: rowTimes ? { status, aoiId, laneId, s, x, y } : null,
    totals: { trips, seconds, metres },
  };
}

/** What a worker is started with. */
export interface PopulationWork {
  readonly city: SharedColumns;
  readonly routing: SharedColumns;
  readonly settings: MovementSettings;
  readonly task: PopulationTask;
  readonly chunks: number;
  /** The next chunk that nobody works on. */
  readonly counter: Int32Array;
}

async function runWorkers(
  count: number,
  work: PopulationWork,
  finish: (chunk: number, events: EventColumns) => void,
): Promise<void> {
  // Threads need compiled code: tests run from the sources beside it.
  const url = new URL('./population-worker.js', import.meta.url.replace('/src/movement/', '/dist/movement/'));
  const workers = Array.from({ length: count }, () => new Worker(url, { workerData: work }));
  try {
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            worker.on('message', ({ chunk, events }: { chunk: number; events: EventColumns }) => finish(chunk, events));
            worker.on('error', reject);
            worker.on('exit', (code) =>
              code === 0 ? resolve() : reject(new Error(`a thread of the population ended with code ${code}`)),
            );
          }),
      ),
    );
  } finally {
    for (const worker of workers) void worker.terminate();
  }
}

function checkPopulation(
  city: CityMap,
  { personIds, homeAoiIds, tripOffsets, tripAoiIds, tripDepartures, tripModes }: Population,
): void {
  if (homeAoiIds.length !== personIds.length || tripOffsets.length !== personIds.length + 1)
    throw new UserError(
      `Population: ${homeAoiIds.length} homes and ${tripOffsets.length} trip offsets for ${personIds.length} people.`,
    );
  if (tripOffsets.at(-1) !== tripAoiIds.length)
    throw new UserError(`Population: the offsets end at trip ${tripOffsets.at(-1)} of ${tripAoiIds.length}.`);
  if (tripOffsets[0] !== 0 || tripOffsets.some((offset, i) => offset < tripOffsets[i - 1]!))
    throw new UserError(
      'Population: the trip offsets go down, or do not begin with 0. Give the trips person by person.',
    );
  if (tripDepartures.length !== tripAoiIds.length || tripModes.length !== tripAoiIds.length)
    throw new UserError(
      `Population: ${tripDepartures.length} departures and ${tripModes.length} modes for ${tripAoiIds.length} trips.`,
    );
  const seen = new Set<number>();
  personIds.forEach((person, i) => {
    if (seen.has(person)) throw new UserError(`Person ${person} is in the population twice. Give each its own id.`);
    seen.add(person);
    if (city.aoiIndex(homeAoiIds[i]!) < 0)
      throw new UserError(
        `Person ${person}: AOI ${homeAoiIds[i]} is not in the map. Does the population belong to this map?`,
      );
  });
}
