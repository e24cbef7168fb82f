import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { UserError } from '@itinera/metrics';
import { fromColumns, type Trajectories } from '@itinera/mobility';
import { type LineFormat, parseHeader, parseTrajectoryLine } from './parse-trajectory-line.js';

/** What was read of a file, and what was not. */
export interface TrajectoryCsv {
  readonly trajectories: Trajectories;
  /** How many lines were dropped, by reason, with the number of the first such line. */
  readonly dropped: ReadonlyMap<string, { readonly count: number; readonly firstLine: number }>;
}

/** Longer lines are no rows: nothing is kept of them. */
const MAX_LINE = 65_536;

/**
 * Reads trajectories of CSV (comma, semicolon or tab; plain or `.gz`) with a header that names person, time, latitude and
 * longitude, and where they are given an end and a place.
 *
 * @throws UserError when the file is no such table, has a line that never ends, or no row is left
 */
export async function readTrajectoriesCsv(path: string): Promise<TrajectoryCsv> {
  const uids: string[] = [];
  const [times, lons, lats, ends, places]: number[][] = [[], [], [], [], []];
  const dropped = new Map<string, { count: number; firstLine: number }>();
  let format: LineFormat | null = null;
  let lineNumber = 0;
  for await (const line of linesOf(path)) {
    lineNumber++;
    if (line.trim() === '') continue;
    if (!format) {
      format = parseHeader(line);
      if (!format) {
        throw new UserError(
          `${path}: the first line has to name the columns uid, time, lat and lon, got "${line.slice(0, 80)}".`,
        );
      }
      continue;
    }
    const row = parseTrajectoryLine(line, format);
    if ('problem' in row) {
      const known = dropped.get(row.problem);
      if (known) known.count++;
      else dropped.set(row.problem, { count: 1, firstLine: lineNumber });
      continue;
    }
    uids.push(row.uid);
    times!.push(row.time);
    lons!.push(row.lon);
    lats!.push(row.lat);
    if (row.end !== undefined) ends!.push(row.end);
    if (row.place !== undefined) places!.push(row.place);
  }
  if (uids.length === 0) {
    const [reason] = dropped.keys();
    throw new UserError(
      reason
        ? `${path}: none of ${lineNumber - 1} lines is a row; the first has ${reason}.`
        : `${path} holds no rows. Expected a line with the columns uid, time, lat and lon, and a line a row.`,
    );
  }
  const trajectories = fromColumns({
    uids,
    times: times!,
    lons: lons!,
    lats: lats!,
    ...(ends!.length > 0 && { ends: ends! }),
    ...(places!.length > 0 && { places: places! }),
  });
  return { trajectories, dropped };
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const bytes = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // A pipe does not hand errors on.
  if (bytes !== file) file.on('error', (error) => bytes.destroy(error));
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of bytes) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r?\n/);
      rest = lines.pop() as string;
      if (rest.length > MAX_LINE) {
        throw new UserError(`${path}: a line is longer than ${MAX_LINE} characters. Is it a table of text?`);
      }
      yield* lines;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_')) throw new UserError(`${path}: not a whole gzip file (${(error as Error).message}).`);
    throw error;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
