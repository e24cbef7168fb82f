import { counted, UserError } from '@itinera/base';
import type { OpenFile } from './open-file.js';
import { CellRow, type OnStart, takeCells } from './row.js';

/** Point of a track: time, latitude and longitude as texts, and its line in the file. */
type Point = readonly [time: string, lat: string, lon: string, line: number];

const NAMES = ['time', 'lat', 'lon'];
const PLT_HEAD_LINES = 6;

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
export const isPlt = (head: Uint8Array): boolean => textOf(head).startsWith('Geolife trajectory');
export const isGpx = (head: Uint8Array): boolean => /^\s*</.test(textOf(head)) && textOf(head).includes('<gpx');

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
  if (points.length === 0) throw new UserError(`${file.name}: no point of a track (trkpt) has a position and a time.`);
  yield* taken(file, points, stemOf(file), onStart);
}

function* taken(file: OpenFile, points: readonly Point[], person: string, onStart: OnStart): Generator<void> {
  const taker = onStart({ names: NAMES, cells: NAMES, person });
  file.budget.spend(points.length * taker.columns.length);
  const row = new CellRow(NAMES.length);
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
    .replace(/\.(gpx|plt)(\.gz)?$/i, '');
}
