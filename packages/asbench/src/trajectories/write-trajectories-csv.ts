import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { csvText, withPath } from '@itinera/base';
import { isPipe, partPath } from '@itinera/base/node';
import { humobSlot, SLOTS } from '@itinera/metrics';
import { humobCellAt, localClock, sortedIds, type Trajectories } from '@itinera/mobility';

const LINES_A_PIECE = 4096;

/**
 * Writes trajectories as CSV with a header: `uid,time,lat,lon` and, if present, `end` and `place`; times are dates on the
 * local clock. Compressed if the name ends in `.gz`. The file appears under its name when it is complete.
 */
export async function writeTrajectoriesCsv(path: string, trajectories: Trajectories): Promise<void> {
  await writeLines(path, pieces([trajectories]));
}

/** Same as `writeTrajectoriesCsv`, for parts with different people and the same columns; people are sorted as in one set. */
export async function writePartsCsv(path: string, parts: readonly Trajectories[]): Promise<void> {
  await writeLines(path, pieces(parts));
}

/** Writes trajectories whose positions are cells of HuMob, `uid,d,t,x,y`: one row per half hour that a stay includes. */
export async function writeCellsCsv(path: string, trajectories: Trajectories): Promise<void> {
  await writeLines(path, cellPieces(trajectories));
}

async function writeLines(path: string, pieces: Iterable<string>): Promise<void> {
  const part = isPipe(path) ? path : partPath(path);
  const file = createWriteStream(part);
  try {
    if (/\.gz$/i.test(path)) await pipeline(Readable.from(pieces), createGzip(), file);
    else await pipeline(Readable.from(pieces), file);
    if (part !== path) await rename(part, path);
  } catch (error) {
    if (part !== path) await rm(part, { force: true });
    throw withPath(error, path);
  }
}

function* pieces(parts: readonly Trajectories[]): Generator<string> {
  const [{ ends: hasEnds, places: hasPlaces } = {} as Partial<Trajectories>] = parts;
  let lines = [['uid', 'time', 'lat', 'lon', ...(hasEnds ? ['end'] : []), ...(hasPlaces ? ['place'] : [])].join()];
  const sets = parts.map(localClock);
  const found = new Map(sets.flatMap((set) => set.people.map((uid, person) => [uid, [set, person] as const])));
  for (const uid of parts.length === 1 ? parts[0]!.people : sortedIds([...found.keys()])) {
    const [{ starts, times, lons, lats, ends, places }, person] = found.get(uid)!;
    const name = csvText(uid);
    for (let row = starts[person]!; row < starts[person + 1]!; row++) {
      const cells: (string | number)[] = [name, clockTime(times[row]!), round(lats[row]!), round(lons[row]!)];
      if (ends) cells.push(clockTime(ends[row]!));
      if (places) cells.push(places[row]!);
      lines.push(cells.join());
      if (lines.length === LINES_A_PIECE) {
        yield `${lines.join('\n')}\n`;
        lines = [];
      }
    }
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

function* cellPieces({ people, starts, times, lons, lats, ends }: Trajectories): Generator<string> {
  let lines = ['uid,d,t,x,y'];
  for (const [person, uid] of people.entries()) {
    const name = csvText(uid);
    let last = -Infinity;
    for (let row = starts[person]!; row < starts[person + 1]!; row++) {
      const { x, y } = humobCellAt(lons[row]!, lats[row]!);
      const arrival = Math.floor(humobSlot(times[row]!));
      const first = Math.max(last + 1, arrival);
      last = Math.max(last, arrival, ends ? Math.ceil(humobSlot(ends[row]!)) - 1 : arrival);
      for (let slot = first; slot <= last; slot++)
        lines.push(`${name},${Math.floor(slot / SLOTS)},${slot % SLOTS},${x},${y}`);
      if (lines.length >= LINES_A_PIECE) {
        yield `${lines.join('\n')}\n`;
        lines = [];
      }
    }
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

/** Rounded to whole seconds. */
function clockTime(seconds: number): string {
  return new Date(Math.round(seconds) * 1000).toISOString().slice(0, 19);
}

/** Degrees, accurate to about a millimetre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e8) / 1e8;
}
