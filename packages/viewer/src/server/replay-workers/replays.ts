import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { compiledUrl, endThreads, LOADS_BY_IMPORT } from '@itinera/base';
import { isAbandonedPart, writeDurably } from '@itinera/base/node';
import type { RunFolder, RunManifest } from '@itinera/run';
import { Piscina } from 'piscina';
import type { ReplayParts } from '../../replay/make-replay.js';
import type { ReplayState } from '../../wire/replay.js';
import { knownBenchmark } from '../known-benchmark.js';
import type { Body } from '../respond.js';
import { stampOfFiles } from '../run-edits.js';
import { doneGroups, NO_MAP } from '../run-list.js';
import type { ReplayJob, ReplayProgress } from './replay-worker.js';

/** Raised when existing replays, and what is kept next to them, must be prepared again. */
const VERSION = 8;

interface Making {
  share: number;
  doing: string;
  error: string | null;
  readonly thread: Piscina;
}

/** Replays of runs: prepared once in a separate thread, and kept. */
export class Replays {
  readonly #cache: string;
  readonly #mapCache: string;
  readonly #making = new Map<string, Making>();

  constructor(home: string) {
    this.#cache = join(home, 'cache', 'viewer');
    this.#mapCache = join(home, 'cache');
  }

  /** The state of a replay; starts to prepare it if there is none yet. */
  state(folder: RunFolder, manifest: RunManifest, attributes: readonly string[]): ReplayState {
    if (!existsSync(manifest.map.path)) return { state: 'impossible', reason: NO_MAP };
    const groups = doneGroups(folder, manifest);
    if (groups.length === 0) return { state: 'impossible', reason: 'Nobody has finished yet. Try again in a moment.' };
    const version = versionOf(manifest, groups.length);
    const out = join(this.#cache, version);
    const parts = readParts(out);
    if (parts !== null) {
      const days = (knownBenchmark(manifest)?.weather ?? []).map(({ statement, hurricaneStatus }) => ({
        weather: statement,
        stormy: hurricaneStatus === 'active',
      }));
      return { state: 'ready', ...parts, attributes, days, firstDay: manifest.clock.firstDay ?? null, version };
    }
    const making = this.#making.get(version) ?? this.#begin(version, out, folder, manifest, groups);
    if (making.error !== null) return { state: 'impossible', reason: making.error };
    return { state: 'working', share: making.share, doing: making.doing };
  }

  /** A file of a replay, gzipped; null if there is none. */
  file(version: string, name: string): Body | null {
    if (!/^[\w-]+$/.test(version) || !/^(ids|flows|traffic|trips|bins\/\d+)$/.test(name)) return null;
    const path = join(this.#cache, version, `${name}.gz`);
    return existsSync(path) ? { type: 'application/octet-stream', bytes: readFileSync(path), packed: true } : null;
  }

  /**
   * Bytes that take long to compute from the tables of a run, kept next to its replay once that is prepared.
   * @param stamp changes when other files than the tables do
   */
  async kept(
    folder: RunFolder,
    manifest: RunManifest,
    { name, stamp }: { readonly name: string; readonly stamp: string },
    make: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const groups = doneGroups(folder, manifest);
    const out = join(this.#cache, versionOf(manifest, groups.length));
    const tables = groups.flatMap(({ group }) => [
      folder.tablePath('statuses', group),
      folder.tablePath('trips', group),
    ]);
    const path = join(out, `${name}-${hashOf([stamp, stampOfFiles(tables)])}`);
    if (existsSync(path)) return readFileSync(path);
    const bytes = await make();
    try {
      for (const old of readdirSync(out)) if (old.startsWith(`${name}-`)) rmSync(join(out, old));
      writeDurably(path, [bytes]);
    } catch {
      // Without a replay, or with a full disk, they are computed again.
    }
    return bytes;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#making.values()].map(({ thread }) => endThreads(thread)));
  }

  #begin(
    version: string,
    out: string,
    folder: RunFolder,
    manifest: RunManifest,
    groups: readonly { readonly group: number }[],
  ): Making {
    const job: ReplayJob = {
      run: folder.path,
      manifest,
      groups: groups.map(({ group }) => group),
      clock: manifest.clock,
      mapCache: this.#mapCache,
      out,
    };
    this.#removeFormer(version);
    const thread = new Piscina({
      ...LOADS_BY_IMPORT,
      filename: compiledUrl('./replay-worker.js', import.meta.url),
      maxThreads: 1,
    });
    const making: Making = { share: 0, doing: 'Opening the map.', error: null, thread };
    this.#making.set(version, making);
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (progress: ReplayProgress) => Object.assign(making, progress));
    thread
      .run({ job, progress: port2 }, { transferList: [port2] })
      .then(
        () => this.#making.delete(version),
        (error: Error) => {
          making.error = error.message;
        },
      )
      .finally(() => {
        port1.close();
        return endThreads(thread);
      });
    return making;
  }

  /** Removes earlier replays of the same run, with fewer finished people. */
  #removeFormer(version: string): void {
    if (!existsSync(this.#cache)) return;
    const [stem, groups] = version.split('-') as [string, string];
    for (const name of readdirSync(this.#cache)) {
      const isFormer = name.startsWith(`${stem}-`) && Number.parseInt(name.slice(stem.length + 1), 10) < Number(groups);
      if (isFormer && (!name.endsWith('.part') || isAbandonedPart(name)))
        rmSync(join(this.#cache, name), { recursive: true, force: true });
    }
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

const versionOf = ({ expId, map }: RunManifest, groups: number) => `${hashOf([VERSION, expId, map.hash])}-${groups}`;

function readParts(out: string): ReplayParts | null {
  try {
    return JSON.parse(readFileSync(join(out, 'meta.json'), 'utf8')) as ReplayParts;
  } catch {
    return null;
  }
}
