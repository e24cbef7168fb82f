import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { UserError } from '@itinera/metrics';
import { fromColumns, type Trajectories } from '@itinera/mobility';
import { type Layout, layoutOf } from './csv-layout.js';
import { createClock } from './local-clock.js';

/** What a file of trajectories holds, and what was left out of it and why. */
export interface TrajectoryFile {
  readonly trajectories: Trajectories;
  /** Rows by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** What the reader should know. */
  readonly notes: readonly string[];
}

export interface ReadOptions {
  /** IANA name of the zone of the clock on which times are read; without, times count as they are written. */
  readonly zone?: string;
}

/** Characters that a line may have. */
const MAX_LINE = 2 ** 20;
const DROPS = {
  columns: 'too few columns',
  time: 'time is none',
  coordinates: 'coordinates are none, or beyond 180 and 90 degrees',
  masked: 'masked cell',
  ends: 'stay ends before it begins',
  person: 'no person',
} as const;

/**
 * Reads a CSV file of positions or stays, plain or gzipped. Rows that make no sense are dropped and counted.
 *
 * @throws UserError when the file is none, has no usable row, or its columns look swapped
 */
export async function readTrajectories(path: string, { zone }: ReadOptions = {}): Promise<TrajectoryFile> {
  if (!/\.(csv|tsv|txt)(\.gz)?$/i.test(path)) {
    throw new UserError(`${path}: expected trajectories as .csv, .tsv or .txt, also with .gz. Convert the file first.`);
  }
  const clock = createClock(zone);
  const rows = new Rows();
  const dropped = new Map<string, number>();
  const drop = (why: string) => dropped.set(why, (dropped.get(why) ?? 0) + 1);
  let layout: Layout | undefined;
  for await (const line of linesOf(path)) {
    if (line.trim() === '') continue;
    if (!layout) {
      layout = layoutOf(path, line);
      if (layout.header) continue;
    }
    const why = rows.take(line.split(layout.separator).map(bare), layout, clock.read);
    if (why) drop(DROPS[why]);
  }
  if (rows.uids.length === 0) {
    const swapped = rows.beyond > 0 && rows.couldBeSwapped === rows.beyond;
    throw new UserError(
      `${path}: no usable rows${dropped.size > 0 ? ` (${[...dropped].map(([why, n]) => `${n}: ${why}`).join('; ')})` : ''}. ${
        swapped ? 'Are lon and lat swapped?' : 'Expected columns uid, time, lat, lon.'
      }`,
    );
  }
  const notes = [...clock.notes()];
  if (rows.couldBeSwapped > rows.uids.length / 10)
    notes.push(`${path}: many latitudes are beyond 90 degrees; are lon and lat swapped?`);
  if (rows.repeated > 0) notes.push(`${path}: ${rows.repeated} rows repeat the one before them.`);
  if (rows.backwards > 0)
    notes.push(`${path}: ${rows.backwards} rows are earlier than the one before of the same person; they were sorted.`);
  return { trajectories: trajectoriesOf(path, rows), dropped: Object.fromEntries(dropped), notes };
}

/** @throws UserError for times that no person lives through, such as milliseconds taken for seconds */
function trajectoriesOf(path: string, rows: Rows): Trajectories {
  try {
    return rows.finish();
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`${path}: ${error.message}`);
    throw error;
  }
}

function bare(cell: string): string {
  const text = cell.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const stream = path.toLowerCase().endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of stream) {
      rest += decoder.decode(chunk as Buffer, { stream: true });
      const lines = rest.split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE) {
        throw new UserError(`${path}: a line is longer than ${MAX_LINE} characters; this is no CSV of positions.`);
      }
      yield* lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      throw new UserError(`${path}: expected gzip, but it cannot be unpacked. Is the file whole?`);
    }
    throw error;
  }
  yield rest + decoder.decode();
}

/** Growing columns. */
class Rows {
  readonly uids: string[] = [];
  readonly #times: number[] = [];
  readonly #lons: number[] = [];
  readonly #lats: number[] = [];
  readonly #ends: number[] = [];
  readonly #places: number[] = [];
  repeated = 0;
  backwards = 0;
  beyond = 0;
  couldBeSwapped = 0;

  /** @returns why a row is dropped */
  take(cells: readonly string[], layout: Layout, clock: (text: string) => number): keyof typeof DROPS | undefined {
    const { uid, time, lon, lat, end, place, humob } = layout.columns;
    if (cells.length <= layout.last) return 'columns';
    const id = cells[uid]!;
    if (id === '') return 'person';
    const number = (column: number) => (cells[column] === '' ? Number.NaN : Number(cells[column]));
    if (humob) {
      const [day, slot, x, y] = [number(humob.d), number(humob.t), number(humob.x), number(humob.y)];
      if (x === -999 || y === -999) return 'masked';
      if (!Number.isInteger(day) || !Number.isInteger(slot)) return 'time';
      if (!Number.isInteger(x) || !Number.isInteger(y) || Math.abs(x) > 10_000 || Math.abs(y) > 10_000)
        return 'coordinates';
      this.#push(id, day * 86_400 + slot * 1800, x * CELL, y * CELL, undefined, undefined);
      return undefined;
    }
    const at = clock(cells[time]!);
    if (!Number.isFinite(at)) return 'time';
    const [east, north] = [number(lon), number(lat)];
    if (!(Math.abs(east) <= 180 && Math.abs(north) <= 90)) {
      this.beyond++;
      if (Math.abs(east) <= 90 && Math.abs(north) <= 180) this.couldBeSwapped++;
      return 'coordinates';
    }
    const until = end === undefined ? undefined : clock(cells[end]!);
    if (until !== undefined && !(until >= at)) return 'ends';
    this.#push(id, at, east, north, until, place === undefined ? undefined : number(place));
    return undefined;
  }

  #push(id: string, time: number, lon: number, lat: number, end: number | undefined, place: number | undefined): void {
    const last = this.uids.length - 1;
    if (last >= 0 && this.uids[last] === id) {
      if (this.#times[last]! > time) this.backwards++;
      if (this.#times[last] === time && this.#lons[last] === lon && this.#lats[last] === lat) this.repeated++;
    }
    this.uids.push(id);
    this.#times.push(time);
    this.#lons.push(lon);
    this.#lats.push(lat);
    if (end !== undefined) this.#ends.push(end);
    if (place !== undefined && Number.isInteger(place) && place >= 0) this.#places.push(place);
  }

  finish(): Trajectories {
    return fromColumns({
      uids: this.uids,
      times: this.#times,
      lons: this.#lons,
      lats: this.#lats,
      ...(this.#ends.length > 0 && { ends: this.#ends }),
      ...(this.#places.length === this.uids.length && this.uids.length > 0 && { places: this.#places }),
    });
  }
}

/** Degrees of 500 m at the equator, where HuMob's cells without a place on Earth are laid. */
const CELL = 500 / ((6_371_000 * Math.PI) / 180);
