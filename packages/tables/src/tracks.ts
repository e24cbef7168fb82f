import { counted, UserError } from '@itinera/base';
import type { OpenFile } from './open-file.js';
import { CellRow, type OnStart, takeCells } from './row.js';

/** Point of a track: time, latitude and longitude as texts, and its line in the file. */
type Point = readonly [time: string, lat: string, lon: string, line: number];

const NAMES = ['time', 'lat', 'lon'];
const PLT_HEAD_LINES = 6;

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
/** The first characters of a file, whose first piece may be large. */
const startOf = (head: Uint8Array) => textOf(head.subarray(0, 4096));
export const isPlt = (head: Uint8Array): boolean => startOf(head).startsWith('Geolife trajectory');
/** The days of LLMob and TrajLLM, perhaps in a list or after a word. */
export const isDays = (head: Uint8Array): boolean =>
  /^[^\n,]{0,40}Activities at \d{4}-\d\d-\d\d:/.test(startOf(head).trimStart());
export const isKml = (head: Uint8Array): boolean => /^\s*</.test(startOf(head)) && /<kml[\s>]/.test(startOf(head));
export const isGpx = (head: Uint8Array): boolean => /^\s*</.test(startOf(head)) && startOf(head).includes('<gpx');

/** Reads a GeoLife file: latitude, longitude, 0, altitude, days, date, time in UTC. The person is the folder above `Trajectory`. */
export async function* readPlt(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const bytes = await file.whole();
  file.budget.spendText(bytes);
  const lines = textOf(bytes).split('\n').slice(PLT_HEAD_LINES);
  const points = lines.flatMap((text, i): Point[] => {
    const cells = text.trim().split(',');
    return cells.length < 7 ? [] : [[`${cells[5]} ${cells[6]}Z`, cells[0]!, cells[1]!, i + PLT_HEAD_LINES + 1]];
  });
  const [person, folder] = file.name.split(/[/\\]/).slice(-3);
  yield* taken(file, points, folder?.toLowerCase() === 'trajectory' ? person! : stemOf(file), onStart);
}

/** Reads the points of tracks in a GPX file with position and time. The person is the name of the file. */
export async function* readGpx(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const text = textOf(await file.whole());
  const points: Point[] = [];
  let [line, passed, without] = [1, 0, 0];
  for (let at = text.indexOf('<trkpt'); at >= 0; ) {
    const next = text.indexOf('<trkpt', at + 1);
    for (; passed < at; passed++) if (text.charCodeAt(passed) === 10) line++;
    const point = text.slice(at, next < 0 ? undefined : next);
    const tag = point.slice(0, point.indexOf('>') + 1);
    const [lat, lon] = ['lat', 'lon'].map(
      (name) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']{1,40})["']`).exec(tag)?.[1],
    );
    const from = point.indexOf('<time>');
    const time = from < 0 ? undefined : point.slice(from + 6, point.indexOf('<', from + 6)).trim();
    if (lat === undefined || lon === undefined || time === undefined) without++;
    else points.push([time, lat, lon, line]);
    at = next;
  }
  if (without > 0) file.note(`Omitted ${counted(without, 'point')} without position or time.`);
  if (points.length === 0)
    throw new UserError(
      `${file.name}: no point of a track (trkpt) has a position and a time. Export the recorded track with its times; places (wpt) and planned routes (rte) are no movements.`,
    );
  noteTracks(file, text.match(/<trk[\s>]/g)?.length ?? 0);
  yield* taken(file, points, stemOf(file), onStart);
}

/**
 * Reads the tracks of a KML file, `gx:Track` or `Track`: as many times (`when`) as positions (`coord`), in their order. The person
 * is the name of the file.
 */
export async function* readKml(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const text = textOf(await file.whole());
  const points: Point[] = [];
  let [line, passed, without] = [1, 0, 0];
  for (let at = text.search(TRACK); at >= 0; ) {
    const length = text.slice(at).search(TRACK_END);
    const end = length < 0 ? -1 : at + length;
    const track = text.slice(at, end < 0 ? undefined : end);
    for (; passed < at; passed++) if (text.charCodeAt(passed) === 10) line++;
    const times = valuesOf(track, 'when');
    const positions = valuesOf(track, 'coord');
    without += Math.abs(times.length - positions.length);
    for (let i = 0; i < Math.min(times.length, positions.length); i++) {
      const [lon, lat] = positions[i]!.split(/[\s,]+/);
      if (lon === undefined || lat === undefined || lat === '') without++;
      else points.push([times[i]!, lat, lon, line]);
    }
    const next = end < 0 ? -1 : text.slice(end).search(TRACK);
    at = next < 0 ? -1 : end + next;
  }
  if (without > 0) file.note(`Omitted ${counted(without, 'point')} without position or time.`);
  if (points.length === 0)
    throw new UserError(
      `${file.name}: no track (gx:Track) with times and positions. Export tracks, or convert it to GPX.`,
    );
  noteTracks(file, text.match(new RegExp(TRACK, 'g'))?.length ?? 0);
  yield* taken(file, points, stemOf(file), onStart);
}

function noteTracks(file: OpenFile, count: number): void {
  if (count > 1)
    file.note(
      `${count} tracks are read as those of one person, ${stemOf(file)}; if they are of several people, write a file for each.`,
    );
}

const [TRACK, TRACK_END] = [/<(?:gx:)?Track[\s>]/, /<\/(?:gx:)?Track>/];

/** The texts of the elements of a name, with or without a prefix. */
function valuesOf(text: string, name: string): string[] {
  return Array.from(text.matchAll(new RegExp(`<(?:gx:)?${name}>([^<]{0,200})</`, 'g')), ([, value]) => value!.trim());
}

/**
 * Reads days of LLMob and TrajLLM: `Activities at 2019-01-02: Cafe#12 at 08:30:00, Office#3 at 09:00:00`. The person is the name of
 * the file; places have names, and positions only in a table of places.
 */
export async function* readDays(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const text = textOf(await file.whole());
  const visits: Visit[] = [];
  for (const day of text.matchAll(/Activities at (\d{4}-\d\d-\d\d):([^\n"\\]*)/g))
    for (const [, found, time] of day[2]!.matchAll(/(.{1,200}?)\s{1,3}at\s{1,3}(\d{1,2}:\d\d(?::\d\d)?)/g)) {
      const place = found!.replace(/^[\s,]+/, '');
      visits.push([`${day[1]} ${time}`, place, place.split('#')[0]!, visits.length + 1]);
    }
  yield* taken(file, visits, stemOf(file), onStart, ['time', 'place', 'activity']);
}

/** A visit of a day: time, place, kind of place, and its number. */
type Visit = readonly [time: string, place: string, activity: string, line: number];

function* taken(
  file: OpenFile,
  points: readonly (Point | Visit)[],
  person: string,
  onStart: OnStart,
  names: readonly string[] = NAMES,
): Generator<void> {
  const taker = onStart({ names, cells: names, person });
  file.budget.spend(points.length * taker.columns.length);
  const row = new CellRow(names.length);
  const take = () => {
    row.line = points[row.row]![3];
    taker.take(row);
  };
  takeCells({ ...taker, take }, row, (place) => (i) => points[i]![place], { first: 1, length: points.length });
  yield;
}

function stemOf({ name }: OpenFile): string {
  return name
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\.(gpx|kml|plt|txt|json)(\.gz)?$/i, '');
}
