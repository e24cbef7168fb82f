import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { openRoutingData } from '@itinera/city';
import { prepareCity } from '@itinera/engine';
import { type Clock, partPath, RunFolder, readManifest } from '@itinera/run';
import { cityShape } from './city-shape.js';
import { makeReplay } from './make-replay.js';
import { openWays, worldFor } from './read-ways.js';

/** What a thread is asked to make. */
export interface ReplayJob {
  readonly run: string;
  readonly groups: readonly number[];
  readonly clock: Clock;
  /** Where maps are kept as they are in memory. */
  readonly mapCache: string;
  readonly out: string;
}

export type FromReplayWorker =
  | { readonly kind: 'progress'; readonly share: number; readonly doing: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

const port = parentPort;
if (port) {
  const tell = (message: FromReplayWorker) => port.postMessage(message);
  make(workerData as ReplayJob, (share, doing) => tell({ kind: 'progress', share, doing }))
    .then(() => tell({ kind: 'done' }))
    .catch((error: unknown) =>
      tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
}

/** Makes a replay beside its place and moves it there in one go. */
async function make(job: ReplayJob, onProgress: (share: number, doing: string) => void): Promise<void> {
  const folder = new RunFolder(job.run);
  const manifest = readManifest(folder);
  onProgress(0, 'Opening the map.');
  const city = await prepareCity(manifest.map.path, { cacheFolder: job.mapCache });
  const { map } = city;
  const end = job.clock.steps * job.clock.stepSeconds;
  const open = () => {
    const routing = openRoutingData(city.routing, map);
    if (routing === null) throw new Error('the routing data are of another map');
    return worldFor(map, manifest, routing);
  };
  const temporary = partPath(job.out);
  mkdirSync(temporary, { recursive: true });
  const parts = makeReplay({
    folder,
    groups: job.groups,
    map,
    ways: openWays(folder, open, end),
    clock: job.clock,
    out: temporary,
    onProgress,
  });
  writeFileSync(join(temporary, 'city.gz'), gzipSync(cityShape(map), { level: 6 }));
  writeFileSync(join(temporary, 'meta.json'), JSON.stringify(parts));
  rmSync(job.out, { recursive: true, force: true });
  renameSync(temporary, job.out);
}
