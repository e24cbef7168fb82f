import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { type ReadOptions, readLocations, readMoveSim, readTrajectories, type TrajectoryFile } from '@itinera/mobility';
import { formatOfName, formats } from '@itinera/tables';
import { openFile, STDIN, standardInput } from '@itinera/tables/node';
import { readRun } from './read-run.js';
import { replayFiles } from './replay-files.js';
import { syntheticMark, syntheticMarks } from './synthetic-mark.js';

/** Names of an open file, which need not be a pipe: `< FILE`. */
const OPENED = /^\/dev\/(stdin|fd\/\d+)$/;

const EXPECTED = `${formats
  .toReversed()
  .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
  .join(', ')} (all optionally .gz), or the folder of a run, of an AgentSociety 2 run or of such files`;

/** Options of `readTrajectoriesAt`. */
export interface FileReadOptions extends ReadOptions {
  /** Table of places, for rows that name a place and have no position. */
  readonly locationsFile?: string;
}

/** The places of LibCity's `.dyna` file or of a folder with one: its `.geo` file; undefined if there is none. */
function geoOf(path: string): string | undefined {
  if (path === STDIN) return undefined;
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const names = isFolder || (path.endsWith('.dyna') && existsSync(path)) ? readdirSync(folder) : [];
  if (!names.some((name) => name.endsWith('.dyna'))) return undefined;
  const own = `${basename(path, '.dyna')}.geo`;
  const found = names.includes(own) && !isFolder ? own : names.filter((name) => name.endsWith('.geo')).sort()[0];
  return found === undefined ? undefined : join(folder, found);
}

/**
 * Reads positions or stays from a file, a pipe, standard input (`-`), or the folder of a run, of an AgentSociety 2 run or of
 * files.
 * @throws UserError as `readTrajectories` of `@itinera/mobility`, and when a folder has no trajectories
 */
export async function readTrajectoriesAt(path: string, options: FileReadOptions = {}): Promise<TrajectoryFile> {
  const file = await readUnmarked(path, options);
  const mark = file.synthetic ? [syntheticMark(path)] : syntheticMarks(path);
  if (mark.length === 0) return file;
  const { notes, doubts = [] } = file;
  return { ...file, synthetic: true, notes: [...mark, ...notes], doubts: [...mark, ...doubts] };
}

async function readUnmarked(path: string, { locationsFile, ...given }: FileReadOptions): Promise<TrajectoryFile> {
  const geo = locationsFile ?? geoOf(path);
  const options = geo === undefined ? given : { ...given, locations: await readLocations(openFile(geo)) };
  if (path === STDIN) return readTrajectories(standardInput(), { ...options, name: 'standard input' });
  if (path.endsWith('.data')) return readMoveSimFile(path, options);
  const stats = statSync(path, { throwIfNoEntry: false });
  const isFolder = stats?.isDirectory() === true;
  if (!isFolder && stats !== undefined && path.endsWith('.pb'))
    throw new UserError(
      `${path}: this is a city map, not trajectories. Pass a run on it: the folder that asbench run or asbench simulate writes.`,
    );
  // The first bytes show the format.
  if (!isFolder && !stats?.isFIFO() && !OPENED.test(path) && formatOfName(path) === undefined)
    throw new UserError(`${path}: expected trajectories as ${EXPECTED}. Convert the file first.`);
  if (isFolder && existsSync(join(path, 'run.json'))) return readRun(path, options);
  return readTrajectories((isFolder ? filesOf(path) : [path]).map(openFile), { ...options, name: path });
}

/** Reads sequences of MoveSim, whose positions are in the file `gps` in the same folder. */
function readMoveSimFile(path: string, options: ReadOptions): TrajectoryFile {
  const gps = join(dirname(path), 'gps');
  if (!existsSync(gps))
    throw new UserError(
      `${path}: the positions of its locations are missing. Expected ${gps} with one position per line.`,
    );
  const text = (file: string) => readWithin(file).toString();
  return readMoveSim(text(path), text(gps), { ...options, name: path });
}

/** The files of trajectories of a folder, by name. */
function filesOf(folder: string): string[] {
  const replay = replayFiles(folder);
  if (replay) return replay;
  const names = readdirSync(folder).sort();
  // Windows writes a Thumbs.db that is no database; a manifest of a set, and a note, are about files.
  const files = names.filter(
    (name) => formatOfName(name) !== undefined && !/(?:\.db|\.set\.json|-metadata\.json)$/.test(name),
  );
  if (files.length > 0) return files.map((name) => join(folder, name));
  // GeoLife: Data/000/Trajectory/20081023025304.plt
  const tracks = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.plt'));
  if (tracks.length > 0) return tracks.sort().map((name) => join(folder, name));
  const isTruth = names.some((name) => name.endsWith('.npy') || name === 'hurricane_groundtruth.json');
  throw new UserError(
    isTruth
      ? `${folder} contains the distributions of a ground truth, not trajectories. Pass it to asbench measure as the real data, or score a run against it with asbench evaluate.`
      : `${folder} contains no trajectories. Expected ${EXPECTED}.`,
  );
}
