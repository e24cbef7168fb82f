import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import { compiledUrl, endThreads, LOADS_BY_IMPORT } from '@itinera/base';
import { makeFolder, partPath } from '@itinera/base/node';
import { prepareCity } from '@itinera/engine';
import { type Clock, RunFolder, type RunManifest, type WayPart } from '@itinera/run';
import { cityOfRun, routeCostsOf } from '@itinera/runner';
import { Piscina } from 'piscina';
import { makeReplay } from '../../replay/make-replay.js';
import { hasRoutes, statusesOf, storedWays } from './read-ways.js';
import type { RoutesJob } from './routes-worker.js';

const gzipped = promisify(gzip);
/** Parts of the routes that are computed while one is drawn. */
const PARTS_AHEAD = 4;
/** Files that are compressed at the same time. */
const MOST_OPEN = 4;

/** A replay to prepare in a thread. */
export interface ReplayJob {
  readonly run: string;
  /** Its manifest, with the paths of its data on this machine. */
  readonly manifest: RunManifest;
  readonly groups: readonly number[];
  readonly clock: Clock;
  /** Folder of decoded maps. */
  readonly mapCache: string;
  readonly out: string;
}

/** Its progress. */
export interface ReplayProgress {
  readonly share: number;
  readonly doing: string;
}

/** Prepares a replay in a temporary folder and moves it into place with one rename. */
export default async function make({
  job,
  progress,
}: {
  readonly job: ReplayJob;
  readonly progress: MessagePort;
}): Promise<void> {
  const { run, manifest, groups, clock } = job;
  const onProgress = (share: number, doing: string) => progress.postMessage({ share, doing } satisfies ReplayProgress);
  const folder = new RunFolder(run);
  onProgress(0, 'Opening the map.');
  const city = await prepareCity(manifest.map.path, { cacheFolder: job.mapCache, routeCosts: routeCostsOf(manifest) });
  const { map } = city;
  const out = new ReplayFiles(partPath(job.out));
  const ways = hasRoutes(folder)
    ? storedWays(folder, groups)
    : recomputedInThread({ run, groups, clock, city: cityOfRun(manifest, city) });
  const parts = await makeReplay({ statuses: statusesOf(folder, groups), map, ways, clock, out, onProgress });
  await out.end();
  writeFileSync(join(out.folder, 'meta.json'), JSON.stringify(parts));
  rmSync(job.out, { recursive: true, force: true });
  renameSync(out.folder, job.out);
}

/** Recomputes the routes in another thread, which begins at once and stays some parts ahead. */
function recomputedInThread(job: RoutesJob): AsyncIterable<WayPart> {
  const thread = new Piscina<RoutesJob | null, WayPart | null>({
    ...LOADS_BY_IMPORT,
    filename: compiledUrl('./routes-worker.js', import.meta.url),
    maxThreads: 1,
    concurrentTasksPerWorker: PARTS_AHEAD,
  });
  const ask = (next: RoutesJob | null) => {
    const part = thread.run(next);
    part.catch(() => {});
    return part;
  };
  const ahead = Array.from({ length: PARTS_AHEAD }, (_, i) => ask(i === 0 ? job : null));
  async function* parts() {
    try {
      for (let part = await ahead.shift()!; part !== null; part = await ahead.shift()!) {
        ahead.push(ask(null));
        yield part;
      }
    } finally {
      await endThreads(thread);
    }
  }
  return parts();
}

/** The files of a replay, compressed and written while the next ones are made. */
class ReplayFiles {
  readonly #writing: Promise<void>[] = [];

  constructor(readonly folder: string) {
    makeFolder(join(folder, 'bins'));
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    const file = gzipped(bytes, { level: 5 }).then((packed) => writeFile(join(this.folder, `${name}.gz`), packed));
    file.catch(() => {});
    this.#writing.push(file);
    if (this.#writing.length > MOST_OPEN) await this.#writing.shift();
  }

  async end(): Promise<void> {
    await Promise.all(this.#writing);
  }
}
