import { parentPort, workerData } from 'node:worker_threads';
import { CityMap } from '../map/city-map.js';
import { openRoutingData } from '../routing/routing-data.js';
import { createMovement } from './create-world.js';
import type { PopulationWork } from './population.js';
import { chunkRunner } from './population-task.js';

// Takes chunks of people until none is left; started by `runPopulation`.
const { city: packed, routing, settings, task, chunks, counter } = workerData as PopulationWork;
const city = CityMap.open(packed);
const runChunk = chunkRunner(createMovement(city, settings, openRoutingData(routing, city)!), task);
for (let chunk = Atomics.add(counter, 0, 1); chunk < chunks; chunk = Atomics.add(counter, 0, 1)) {
  const events = runChunk(chunk);
  parentPort!.postMessage(
    { chunk, events },
    Object.values(events).map((column) => column.buffer as ArrayBuffer),
  );
}
