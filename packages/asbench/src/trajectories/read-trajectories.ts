import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { emptyRow, type ReadOptions, readTrajectories, type TrajectoryFile, TrajectoryRows } from '@itinera/mobility';
import { createClock, formatOfName, formats } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { readRun } from './read-run.js';
import { replayFiles } from './replay-files.js';

const EXPECTED = `${formats
  .toReversed()
  .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
  .join(', ')} (all optionally .gz), or the folder of a run, of an AgentSociety 2 run or of such files`;

/**
 * Reads positions or stays from a file, the folder of a run, of an AgentSociety 2 run or of files.
 * @throws UserError as `readTrajectories` of `@itinera/mobility`, and when a folder has no trajectories
 */
export async function readTrajectoriesAt(path: string, options: ReadOptions = {}): Promise<TrajectoryFile> {
  if (path.endsWith('.data')) return readMoveSim(path, options);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  if (!isFolder && formatOfName(path) === undefined)
    throw new UserError(`${path}: expected trajectories as ${EXPECTED}. Convert the file first.`);
  if (isFolder && existsSync(join(path, 'run.json'))) return readRun(path, options);
  return readTrajectories((isFolder ? filesOf(path) : [path]).map(openFile), { ...options, name: path });
}

const HOUR = 3600;

/**
 * Reads sequences of MoveSim: one person per line, with a location per hour (48 or 96: of one day), by the line of the location
 * in the file `gps` in the same folder.
 */
function readMoveSim(path: string, { zone, ...limits }: ReadOptions): TrajectoryFile {
  const gps = join(dirname(path), 'gps');
  if (!existsSync(gps))
    throw new UserError(
      `${path}: the positions of its locations are missing. Expected ${gps} with one position per line.`,
    );
  const numbers = (file: string) =>
    readWithin(file)
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) =>
        line
          .trim()
          .split(/[\s,]+/)
          .map(Number),
      );
  const positions = numbers(gps);
  // Latitude first, unless it cannot be one.
  const isLonFirst = positions.some(([first]) => Math.abs(first!) > 90);
  const rows = new TrajectoryRows(path, createClock(zone), limits);
  rows.expect({ ends: false, places: true, activities: false });
  const row = emptyRow();
  for (const [line, sequence] of numbers(path).entries()) {
    const step = [48, 96].includes(sequence.length) ? (24 * HOUR) / sequence.length : HOUR;
    const person = rows.person(String(line + 1));
    for (const [i, place] of sequence.entries()) {
      const [a = Number.NaN, b = Number.NaN] = positions[place] ?? [];
      [row.lat, row.lon] = isLonFirst ? [b, a] : [a, b];
      row.time = i * step;
      row.place = place;
      const why = rows.fault(row);
      if (why) rows.drop(why, line + 1);
      else rows.add(person, row);
    }
  }
  return rows.finish();
}

/** The files of trajectories of a folder, by name. */
function filesOf(folder: string): string[] {
  const replay = replayFiles(folder);
  if (replay) return replay;
  const names = readdirSync(folder).sort();
  // Windows writes a Thumbs.db that is no database.
  const files = names.filter((name) => formatOfName(name) !== undefined && !name.endsWith('.db'));
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
