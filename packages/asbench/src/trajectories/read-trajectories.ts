import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/metrics';
import { createClock } from './local-clock.js';
import { readArrow } from './read-arrow.js';
import { readGeoJson } from './read-geojson.js';
import { readParquet } from './read-parquet.js';
import { readPositionCsv } from './read-position-csv.js';
import { readRun } from './read-run.js';
import { type TrajectoryFile, TrajectoryRows } from './trajectory-rows.js';

export interface ReadOptions {
  /** IANA name of the zone of the clock on which times are read; without, times count as they are written. */
  readonly zone?: string;
  /** Rows that are held at most; of larger files some people are drawn by their id, and that is said. */
  readonly maxRows?: number;
  /** As `maxRows`, of people. */
  readonly maxPeople?: number;
  /** Numbers of activities by name; pass one map to the readings of files that are to be compared. */
  readonly activities?: Map<string, number>;
}

type Reader = (path: string, rows: TrajectoryRows) => Promise<void> | void;

const READERS: readonly (readonly [name: RegExp, read: Reader])[] = [
  [/\.(csv|tsv|txt)(\.gz)?$/i, readPositionCsv],
  [/\.(parquet|pq)$/i, readParquet],
  [/\.(arrow|arrows|feather|ipc)(\.gz)?$/i, readArrow],
  [/\.(geojson|geojsonl|geojsons|ndjson|json)(\.gz)?$/i, readGeoJson],
];
const EXPECTED =
  '.csv, .tsv, .txt, .arrow, .feather or .geojson (all also with .gz), .parquet, or the folder of a run or of such files';

/**
 * Reads positions or stays: CSV, Parquet, Arrow, GeoJSON, the folder of a run, or a folder of such files. Rows that make
 * no sense are dropped and counted by reason.
 *
 * @throws UserError when the file is none, has no usable row, or its columns look swapped
 */
export async function readTrajectories(path: string, options: ReadOptions = {}): Promise<TrajectoryFile> {
  const { zone, ...limits } = options;
  const rows = new TrajectoryRows(path, createClock(zone), limits);
  if (!isFolder(path)) await readerOf(path)(path, rows);
  else if (existsSync(join(path, 'run.json'))) readRun(path, rows);
  else for (const file of filesOf(path)) await readerOf(file)(file, rows);
  return rows.finish();
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function readerOf(path: string): Reader {
  const reader = READERS.find(([name]) => name.test(path));
  if (!reader) throw new UserError(`${path}: expected trajectories as ${EXPECTED}. Convert the file first.`);
  return reader[1];
}

/** The files of trajectories of a folder, by name. */
function filesOf(folder: string): string[] {
  const names = readdirSync(folder).sort();
  const files = names
    .filter((name) => READERS.some(([pattern]) => pattern.test(name)))
    .map((name) => join(folder, name));
  if (files.length > 0) return files;
  const isTruth = names.some((name) => name.endsWith('.npy') || name === 'hurricane_groundtruth.json');
  throw new UserError(
    isTruth
      ? `${folder}: holds distributions of a truth, not where anybody was. Give it to asbench measure as the real side, or score a run against it: asbench evaluate.`
      : `${folder}: holds no trajectories. Expected ${EXPECTED}.`,
  );
}
