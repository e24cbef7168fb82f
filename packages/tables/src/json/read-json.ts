import { beyondLimits, limitOf, refuseHollow, refuseManyNames, textCost, UserError } from '@itinera/base';
import { RECORD_SEPARATOR } from '../file-kinds.js';
import { saysSynthetic } from '../note.js';
import type { OpenFile } from '../open-file.js';
import { CellRow, type OnStart, takeCells } from '../row.js';

/** Properties that hold one time per point of a line. */
const TIMES = ['times', 'timestamps', 'datetimes', 'coordTimes', 'coordinateProperties'];

/** Whole numbers that doubles may not hold, which are kept as texts; strings are matched so that digits in them are not. */
const LONG = /\d{16}/;
const IS_LONG = /^-?\d{16,}$/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

type Fields = Readonly<Record<string, unknown>>;

/** A row: the fields of an object, with the fields of its geometry in `own`. */
interface Entry {
  readonly line: number;
  readonly fields: Fields;
  readonly own?: Fields;
}

/**
 * Reads a list of objects, one object per line, or GeoJSON: points, and lines with a time for each point, in a property such
 * as `times` or as the fourth coordinate. Columns are the properties, `lon`, `lat` and `time`.
 */
export async function* readJson(file: OpenFile, onStart: OnStart): AsyncGenerator<void> {
  const bytes = await file.whole();
  if (textCost(bytes) > limitOf('jsonMemory'))
    throw beyondLimits(file.name, 'has more values than fit into memory (convert it to CSV or Parquet)');
  let opened = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 91 || bytes[i] === 123) opened++;
  refuseHollow(file.name, opened, bytes.length);
  const text = new TextDecoder().decode(bytes);
  refuseManyNames(file.name, text);
  const entries: Entry[] = [];
  let skipped = 0;
  const { description, objects } = objectsOf(file.name, text);
  for (const { line, value } of objects) {
    if (!isFeature(value)) entries.push({ line, fields: value });
    else if (!addPoints(entries, line, value)) skipped++;
  }
  if (skipped > 0 && entries.length === 0)
    throw new UserError(
      `${file.name}: the features are neither points nor lines with times (${skipped} of them). Export points with their times, or give each line a property "times" with a time for each of its points.`,
    );
  if (skipped > 0) file.note(`${skipped} features are neither points nor lines with times; they were omitted.`);
  const own = new Set<string>();
  const others = new Set<string>();
  for (const entry of entries) {
    for (const name of Object.keys(entry.own ?? {})) own.add(name);
    for (const name of Object.keys(entry.fields)) others.add(name);
  }
  // Fields of the geometry take precedence over properties of the same name.
  const names = [...own, ...[...others].filter((name) => !own.has(name.toLowerCase()))];
  const taker = onStart({ names, cells: names, isSynthetic: saysSynthetic(description) });
  // Every row may have names of its own.
  file.budget.spend(entries.length * taker.columns.length);
  const cellsOf = (place: number) => {
    const name = names[place]!;
    return own.has(name) ? (row: number) => entries[row]!.own?.[name] : (row: number) => entries[row]!.fields[name];
  };
  const row = new CellRow(names.length);
  const take = () => {
    row.line = entries[row.row]!.line;
    taker.take(row);
  };
  takeCells({ ...taker, take }, row, cellsOf, { first: 1, length: entries.length });
  yield;
}

/** The objects of a file, and what a collection of features says about itself. */
function objectsOf(
  name: string,
  text: string,
): { readonly description?: unknown; readonly objects: readonly { line: number; value: Fields }[] } {
  const whole = parse(text);
  const collection = isObject(whole) && Array.isArray(whole.features) ? whole : undefined;
  const list = Array.isArray(whole) ? whole : (collection?.features as readonly unknown[] | undefined);
  if (list) {
    const objects = list.map((value, i) => ({ line: i + 1, value: objectOf(name, value, `entry ${i + 1}`) }));
    return { description: collection?.description, objects };
  }
  if (isObject(whole)) {
    refuseColumns(name, whole);
    return { objects: [{ line: 1, value: whole }] };
  }
  const objects = text.split('\n').flatMap((line, i) => {
    const bare = (line.startsWith(RECORD_SEPARATOR) ? line.slice(1) : line).trim();
    return bare === '' ? [] : [{ line: i + 1, value: objectOf(name, parse(bare), `line ${i + 1}`) }];
  });
  return { objects };
}

/** @throws UserError if all parts of an object are lists or objects: a table as pandas writes it unless told otherwise */
function refuseColumns(name: string, whole: Fields): void {
  const parts = Object.values(whole);
  if (parts.length < 2 || !parts.every((part) => typeof part === 'object' && part !== null)) return;
  const found = Object.keys(whole).slice(0, 4).join(', ').slice(0, 80);
  throw new UserError(
    `${name}: expected a list of rows, but it is an object of ${parts.length} parts (${found}), as pandas writes columns. Write rows: to_json(orient="records").`,
  );
}

function objectOf(name: string, value: unknown, where: string): Fields {
  if (isObject(value)) return value;
  const found = value === undefined ? 'is not valid JSON' : `is ${JSON.stringify(value).slice(0, 40)}`;
  throw new UserError(`${name}: ${where} ${found}. Expected JSON: a list of objects, one object per line, or GeoJSON.`);
}

/** @returns undefined if it is not JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(
      LONG.test(text) ? text.replace(TOKENS, (token) => (IS_LONG.test(token) ? `"${token}"` : token)) : text,
    );
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFeature(value: Fields): boolean {
  return (
    value.type === 'Feature' || isObject(value.temporalGeometry) || value.geometry === null || isObject(value.geometry)
  );
}

/** @returns whether the feature has points */
function addPoints(
  entries: Entry[],
  line: number,
  { id, geometry: still, temporalGeometry, properties }: Fields,
): boolean {
  // OGC Moving Features: a time for each point.
  const moving = isObject(temporalGeometry) ? temporalGeometry : undefined;
  const geometry = moving ? { type: 'LineString', coordinates: moving.coordinates } : still;
  if (!isObject(geometry)) return false;
  const { type, coordinates } = geometry;
  const fields = { ...(id !== null && id !== undefined && { id }), ...(isObject(properties) && properties) };
  const add = ([lon, lat]: readonly unknown[], time?: unknown) =>
    entries.push({ line, fields, own: { lon, lat, ...(time !== undefined && { time }) } });
  if (!Array.isArray(coordinates)) return false;
  if (type === 'Point') add(coordinates);
  else if ((type === 'LineString' || type === 'MultiPoint') && coordinates.every(Array.isArray)) {
    const times = moving ? listOf(moving.datetimes) : timesOf(fields);
    if (!times && !coordinates.every((point) => point.length > 3)) return false;
    for (const [i, point] of coordinates.entries()) add(point, times ? (times[i] ?? null) : point[3]);
  } else return false;
  return true;
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : undefined);

function timesOf(properties: Fields): readonly unknown[] | undefined {
  for (const [name, value] of Object.entries(properties)) {
    if (!TIMES.includes(name)) continue;
    if (Array.isArray(value)) return value;
    if (isObject(value) && Array.isArray(value.times)) return value.times;
  }
  return undefined;
}
