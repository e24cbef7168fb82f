import { UserError } from '@itinera/metrics';
import { z } from 'zod';
import { fieldsOf, missingOf, type RowFields } from './fields.js';
import { wholeBytes } from './open-bytes.js';
import { type ColumnCells, takeColumns } from './take-columns.js';
import type { TrajectoryRows } from './trajectory-rows.js';

/** A text may not be longer than an engine holds. */
const MAX_BYTES = 400 * 2 ** 20;
/** Stands before each feature of a text sequence. */
const RECORD = String.fromCharCode(30);
/** Properties that hold a time a point of a line. */
const TIMES = ['times', 'timestamps', 'datetimes', 'coordTimes', 'coordinateProperties'];

const position = z.array(z.unknown());
const feature = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }).nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
});
const collection = z.object({ features: z.array(z.unknown()) });

/**
 * Reads the features of a GeoJSON file, or of a text with a feature a line: points with a person and a time among their
 * properties; lines with a time a point, in a property such as `times` or as the fourth coordinate.
 *
 * @throws UserError when it is none
 */
export async function readGeoJson(path: string, rows: TrajectoryRows): Promise<void> {
  const text = (await wholeBytes(path, MAX_BYTES)).toString('utf8');
  const table = new PointTable();
  for (const found of featuresOf(path, text)) {
    const parsed = feature.safeParse(found);
    if (parsed.success) table.take(parsed.data);
    else table.skip();
  }
  const fields = table.fields();
  const missing = missingOf(fields);
  if (missing.length > 0 || 'd' in fields) {
    throw new UserError(
      `${path}: ${table.features} features have no ${missing.join(', ') || 'positions'}. Expected points with the properties uid and time, or lines with the property times.`,
    );
  }
  takeColumns(fields as unknown as RowFields, (name) => table.column(name, fields), table.length, 1, rows);
  if (table.skipped > 0)
    rows.note(`${path}: ${table.skipped} features are neither points nor lines with times; they were left out.`);
}

function featuresOf(path: string, text: string): readonly unknown[] {
  const whole = parse(text);
  const parsed = collection.safeParse(whole);
  if (parsed.success) return parsed.data.features;
  if (whole !== undefined && feature.safeParse(whole).success) return [whole];
  // A feature a line, some with a record separator before it.
  const lines = text.split('\n').map((line) => (line.startsWith(RECORD) ? line.slice(1) : line).trim());
  const features = lines.filter((line) => line !== '').map(parse);
  if (features.length > 0 && features[0] !== undefined) return features;
  throw new UserError(`${path}: expected GeoJSON: a FeatureCollection, or a feature a line.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Points of features as a table whose columns are the properties, `lon` and `lat`. */
class PointTable {
  readonly #points: { readonly lon: unknown; readonly lat: unknown; readonly properties: object; time?: unknown }[] =
    [];
  readonly #names = new Set<string>();
  features = 0;
  skipped = 0;

  get length(): number {
    return this.#points.length;
  }

  skip(): void {
    this.features++;
    this.skipped++;
  }

  take({ id, geometry, properties }: z.infer<typeof feature>): void {
    this.features++;
    const named = { ...(id !== null && id !== undefined && { id }), ...properties };
    const { type, coordinates } = geometry ?? {};
    const one = type === 'Point' ? position.safeParse(coordinates) : undefined;
    const many = type === 'LineString' || type === 'MultiPoint' ? z.array(position).safeParse(coordinates) : undefined;
    if (one?.success) this.#add(one.data, named, undefined);
    else if (many?.success) {
      const times = timesOf(named);
      if (!times && !many.data.every((point) => point.length > 3)) this.skipped++;
      else for (const [i, point] of many.data.entries()) this.#add(point, named, times ? (times[i] ?? null) : point[3]);
    } else this.skipped++;
  }

  #add(point: readonly unknown[], properties: object, time: unknown): void {
    for (const name of Object.keys(properties)) this.#names.add(name);
    this.#points.push({ lon: point[0], lat: point[1], properties, ...(time !== undefined && { time }) });
  }

  /** Where columns would stand: properties first, then what points say themselves. */
  fields(): Partial<Record<string, number>> {
    const own = ['lon', 'lat', ...(this.#points.some((point) => 'time' in point) ? ['time'] : [])];
    return fieldsOf([...own, ...this.#others(own)]);
  }

  #others(own: readonly string[]): string[] {
    return [...this.#names].filter((name) => !own.includes(name.toLowerCase()));
  }

  column(field: string, fields: Partial<Record<string, number>>): ColumnCells {
    const own = ['lon', 'lat', ...(this.#points.some((point) => 'time' in point) ? ['time'] : [])];
    const name = [...own, ...this.#others(own)][fields[field]!]!;
    const points = this.#points;
    if (name === 'lon' || name === 'lat') return (row) => points[row]![name];
    if (name === 'time' && own.includes('time')) return (row) => points[row]!.time;
    return (row) => (points[row]!.properties as Record<string, unknown>)[name];
  }
}

function timesOf(properties: object): readonly unknown[] | undefined {
  for (const [name, value] of Object.entries(properties)) {
    if (!TIMES.includes(name)) continue;
    if (Array.isArray(value)) return value;
    const inner = (value as { times?: unknown } | null)?.times;
    if (Array.isArray(inner)) return inner;
  }
  return undefined;
}
