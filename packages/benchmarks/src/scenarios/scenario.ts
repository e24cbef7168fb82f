import { basename, dirname, resolve } from 'node:path';
import type { Area } from '@itinera/city';
import { SECONDS_PER_DAY, UserError } from '@itinera/metrics';
import { describeIssue, nearest, parseJson, readWithin, WEEKDAYS } from '@itinera/run';
import { z } from 'zod';

const MOST_ENTRIES = 1000;
const degrees = z.tuple([z.number().min(-180).max(180), z.number().min(-180).max(180)]);
const list = <T extends z.ZodType>(of: T) => z.array(of).min(1).max(MOST_ENTRIES);
const share = z.number().min(0).max(1);
const time = z.string().transform((text, context) => {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (all >= 0 && all <= SECONDS_PER_DAY && Number(minutes) < 60 && Number(seconds) < 60) return all;
  context.addIssue({ code: 'custom', message: `got "${text}", expected a time of day such as "07:30"` });
  return z.NEVER;
});

const onDays = z
  .union([z.enum(['all', 'weekdays', 'weekends']), list(z.string())])
  .transform((given, context): number[] | null => {
    if (given === 'all') return null;
    if (given === 'weekdays') return [1, 2, 3, 4, 5];
    if (given === 'weekends') return [0, 6];
    return given.map((name) => {
      const day = WEEKDAYS.findIndex((weekday) => weekday.toLowerCase().startsWith(name.toLowerCase()));
      if (day < 0 || name.length < 2)
        context.addIssue({ code: 'custom', message: `got "${name}", expected weekdays such as Monday` });
      return day;
    });
  });

const area = {
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  /** Corners, or a GeoJSON file. */
  polygon: z.union([z.string(), z.array(degrees).min(3).max(100_000)]).optional(),
};
const hours = { from: time.optional(), to: time.optional(), days: onDays.optional() };
const roads = {
  road: z.union([z.number().int(), z.string(), list(z.union([z.number().int(), z.string()]))]).optional(),
  ...area,
};

/** The keys of each section; sections that are lists may also hold one entry. */
const sections = {
  close: z.strictObject({ ...roads, ...hours, for: z.enum(['cars', 'everyone']).optional() }),
  speed: z.strictObject({
    ...roads,
    kmh: z.number().min(1).max(300).optional(),
    factor: z.number().min(0.01).max(10).optional(),
  }),
  lanes: z.strictObject({ ...roads, lanes: z.number().int().min(1).max(12) }),
  add: z.strictObject({
    road: z.unknown().optional(),
    bus: z.unknown().optional(),
    gtfs: z.string().min(1).optional(),
  }),
  'add.road': z.strictObject({
    name: z.string().optional(),
    points: z.array(degrees).min(2).max(10_000),
    lanes: z.number().int().min(1).max(12).optional(),
    kmh: z.number().min(1).max(300).optional(),
    'both-ways': z.boolean().optional(),
    walking: z.boolean().optional(),
  }),
  'add.bus': z.strictObject({
    name: z.string().min(1),
    stops: z.array(degrees).min(2).max(1000),
    headway: z.number().min(0.5).max(1440),
    from: time.optional(),
    to: time.optional(),
    kmh: z.number().min(1).max(200).optional(),
    'both-ways': z.boolean().optional(),
  }),
  'work-at-home': share,
  'shift-departures': z.strictObject({
    minutes: z.number().min(-720).max(720),
    ...hours,
    share: share.optional(),
    purpose: z.enum(['work', 'any']).optional(),
  }),
  evacuate: z.strictObject({
    ...area,
    at: time,
    day: z.number().int().min(0).max(364).optional(),
    within: z.number().min(0).max(1440).optional(),
  }),
  price: z.strictObject({
    ...area,
    ...hours,
    amount: z.number().positive(),
    'value-of-time': z.number().positive().optional(),
  }),
} as const;
const LISTS = ['close', 'speed', 'lanes', 'add', 'shift-departures', 'price'] as const;
const SINGLE = ['name', 'work-at-home', 'evacuate'] as const;
const KEYS: readonly string[] = [...SINGLE, ...LISTS];

/** Roads by id, name or area. */
export interface RoadsGiven {
  readonly road?: readonly (number | string)[];
  readonly area?: Area;
}

/** Hours of each day, or of some weekdays (0 is Sunday); a time that begins later than it ends passes midnight. */
export interface HoursGiven {
  readonly from: number;
  readonly to: number;
  readonly days: readonly number[] | null;
}

/** What a scenario changes: of the network, of the people, and of the clock. All seconds and degrees. */
export interface Scenario {
  readonly name: string;
  readonly close: readonly (RoadsGiven & HoursGiven & { readonly for: 'cars' | 'everyone' })[];
  readonly speed: readonly (RoadsGiven & ({ readonly kmh: number } | { readonly factor: number }))[];
  readonly lanes: readonly (RoadsGiven & { readonly lanes: number })[];
  readonly add: readonly ScenarioAddition[];
  readonly workAtHome: number;
  readonly shift: readonly (HoursGiven & {
    readonly seconds: number;
    readonly share: number;
    readonly purpose: 'work' | 'any';
  })[];
  readonly evacuate: { readonly area: Area; readonly at: number; readonly within: number } | null;
  readonly price: readonly (HoursGiven & {
    readonly area: Area;
    readonly amount: number;
    /** Per hour. */
    readonly valueOfTime: number;
  })[];
}

/** A new road, bus line or feed. */
export type ScenarioAddition =
  | {
      readonly road: {
        readonly name: string;
        readonly points: Area;
        readonly lanes: number;
        readonly speed: number;
        readonly bothWays: boolean;
        readonly walking: boolean;
      };
    }
  | {
      readonly bus: {
        readonly name: string;
        readonly stops: Area;
        readonly headway: number;
        readonly from: number;
        readonly to: number;
        readonly speed: number;
        readonly bothWays: boolean;
      };
    }
  | { readonly gtfs: string };

/** Local personal travel, dollars of 2015 per hour: US Department of Transportation, Valuation of Travel Time, 2016. */
const VALUE_OF_TIME = 13.6;
/** Of a local bus with its stops, km/h: Transit Capacity and Quality of Service Manual, TCRP Report 165. */
const BUS_SPEED = 20;

/**
 * Reads a scenario.
 * @param document as parsed from YAML or JSON
 * @param path of its file: paths in it are relative to its folder
 * @throws UserError for an unknown key or an invalid value
 */
export function parseScenario(document: unknown, path: string): Scenario {
  const file = basename(path);
  const here = (name: string) => resolve(dirname(path), name);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new UserError(`${file}: expected keys and values (${KEYS.join(', ')}). See docs/scenarios.md.`);
  const given = document as Record<string, unknown>;
  requireKnown(file, '', Object.keys(given), KEYS);
  const part = <K extends keyof typeof sections>(section: K, where: string, value: unknown) =>
    parsePart(file, section, where, value);
  const entries = <K extends (typeof LISTS)[number]>(section: K) => {
    const value = given[section];
    if (value === undefined || value === null) return [];
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return all.map((one, i) => {
      const where = Array.isArray(value) ? `${section} ${i + 1}` : section;
      return { where, entry: part(section, where, one) };
    });
  };
  const areaOf = (where: string, one: AreaGiven) => areaGiven(file, where, one, here);
  const required = (where: string, one: AreaGiven): Area => {
    const found = areaOf(where, one);
    if (found === undefined) throw new UserError(`${file}: ${where}: expected a box or a polygon.`);
    return found;
  };
  const roadsOf = (where: string, { road, box, polygon }: AreaGiven & { road?: RoadKeys | undefined }): RoadsGiven => {
    const found = areaOf(where, { box, polygon });
    if (road === undefined && found === undefined)
      throw new UserError(`${file}: ${where}: which roads? Expected road (id or name), box or polygon.`);
    return {
      ...(road !== undefined && { road: Array.isArray(road) ? road : [road as number | string] }),
      ...(found && { area: found }),
    };
  };
  const { name, evacuate, 'work-at-home': atHome } = given;
  const evacuation = evacuate === undefined ? null : part('evacuate', 'evacuate', evacuate);
  const scenario: Scenario = {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : file.replace(/\.(ya?ml|json)$/i, ''),
    close: entries('close').map(({ where, entry }) => ({
      ...roadsOf(where, entry),
      ...hoursOf(entry),
      for: entry.for ?? 'cars',
    })),
    speed: entries('speed').map(({ where, entry: { kmh, factor, ...entry } }) => {
      if ((kmh === undefined) === (factor === undefined))
        throw new UserError(`${file}: ${where}: expected either kmh or factor.`);
      return { ...roadsOf(where, entry), ...(kmh === undefined ? { factor: factor! } : { kmh }) };
    }),
    lanes: entries('lanes').map(({ where, entry }) => ({ ...roadsOf(where, entry), lanes: entry.lanes })),
    add: entries('add').map(({ where, entry }) => additionOf(file, where, entry, here)),
    workAtHome: atHome === undefined ? 0 : part('work-at-home', 'work-at-home', atHome),
    shift: entries('shift-departures').map(({ entry }) => ({
      ...hoursOf(entry),
      seconds: entry.minutes * 60,
      share: entry.share ?? 1,
      purpose: entry.purpose ?? 'any',
    })),
    evacuate: evacuation && {
      area: required('evacuate', evacuation),
      at: (evacuation.day ?? 0) * SECONDS_PER_DAY + evacuation.at,
      within: (evacuation.within ?? 0) * 60,
    },
    price: entries('price').map(({ where, entry }) => ({
      ...hoursOf(entry),
      area: required(where, entry),
      amount: entry.amount,
      valueOfTime: entry['value-of-time'] ?? VALUE_OF_TIME,
    })),
  };
  if (isEmpty(scenario)) throw new UserError(`${file} changes nothing. Expected one of ${KEYS.slice(1).join(', ')}.`);
  return scenario;
}

type RoadKeys = number | string | readonly (number | string)[];
interface AreaGiven {
  readonly box?: readonly [number, number, number, number] | undefined;
  readonly polygon?: string | readonly (readonly [number, number])[] | undefined;
}

function isEmpty({ name: _, workAtHome, evacuate, ...lists }: Scenario): boolean {
  return workAtHome === 0 && evacuate === null && Object.values(lists).every((entries) => entries.length === 0);
}

function hoursOf({
  from = 0,
  to = SECONDS_PER_DAY,
  days = null,
}: Partial<Record<'from' | 'to', number | undefined>> & { days?: number[] | null | undefined }): HoursGiven {
  return { from, to, days };
}

function parsePart<K extends keyof typeof sections>(
  file: string,
  section: K,
  where: string,
  value: unknown,
): z.infer<(typeof sections)[K]> {
  const schema = sections[section];
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null)
    requireKnown(file, where, Object.keys(value), Object.keys(schema.shape));
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data as z.infer<(typeof sections)[K]>;
  const [issue] = error.issues;
  const at = [where, ...issue!.path.slice(0, 1).map(String)].join('.');
  throw new UserError(
    `${file}: ${at}: ${issue!.code === 'custom' ? issue!.message : describeIssue(issue!)}. Correct the file.`,
  );
}

function requireKnown(file: string, where: string, keys: readonly string[], known: readonly string[]): void {
  for (const key of keys) {
    if (known.includes(key)) continue;
    const near = nearest(key, known);
    const hint = near === null ? `Known keys: ${known.join(', ')}.` : `Did you mean "${near}"?`;
    throw new UserError(`${file}: ${where === '' ? '' : `${where}: `}unknown key "${key}". ${hint}`);
  }
}

function additionOf(
  file: string,
  where: string,
  { road, bus, gtfs }: z.infer<typeof sections.add>,
  here: (name: string) => string,
): ScenarioAddition {
  if ([road, bus, gtfs].filter((one) => one !== undefined).length !== 1)
    throw new UserError(`${file}: ${where}: expected one of road, bus, gtfs.`);
  if (gtfs !== undefined) return { gtfs: here(gtfs) };
  if (road !== undefined) {
    const given = parsePart(file, 'add.road', `${where}: road`, road);
    const { name = '', points, lanes = 1, kmh = 50, walking = true } = given;
    return { road: { name, points, lanes, speed: kmh, bothWays: given['both-ways'] ?? true, walking } };
  }
  const given = parsePart(file, 'add.bus', `${where}: bus`, bus);
  const { name, stops, headway, from = 5 * 3600, to = 23 * 3600, kmh = BUS_SPEED } = given;
  if (from > to)
    throw new UserError(`${file}: ${where}: bus: its last departure is before its first. Correct the file.`);
  return { bus: { name, stops, headway: headway * 60, from, to, speed: kmh, bothWays: given['both-ways'] ?? true } };
}

function areaGiven(
  file: string,
  where: string,
  { box, polygon }: AreaGiven,
  here: (name: string) => string,
): Area | undefined {
  if (box !== undefined && polygon !== undefined)
    throw new UserError(`${file}: ${where}: expected a box or a polygon, not both.`);
  if (box !== undefined) {
    const [west, south, east, north] = box;
    if (!(west < east && south < north))
      throw new UserError(`${file}: ${where}: the box is empty. Expected [west, south, east, north] in degrees.`);
    return [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ];
  }
  return typeof polygon === 'string' ? polygonIn(here(polygon), `${file}: ${where}`) : polygon;
}

/** Reads the first polygon of a GeoJSON file. */
function polygonIn(path: string, what: string): Area {
  let value: unknown;
  try {
    value = parseJson(readWithin(path).toString(), path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${what}: ${path} cannot be read as GeoJSON. Check the path.`);
  }
  type Json = { geometry?: Json; features?: Json[]; coordinates?: unknown; type?: string } | null;
  const from = value as Json;
  const geometry = from?.features?.[0]?.geometry ?? from?.geometry ?? from;
  const rings = geometry?.type === 'MultiPolygon' ? (geometry.coordinates as unknown[])?.[0] : geometry?.coordinates;
  const ring = (rings as unknown[] | undefined)?.[0];
  const points = z.array(z.array(z.number()).min(2)).min(3).safeParse(ring);
  if (geometry?.type?.endsWith('Polygon') !== true || !points.success)
    throw new UserError(`${what}: ${basename(path)} contains no polygon. Expected a GeoJSON polygon in degrees.`);
  return points.data.map(([lon, lat]) => [lon!, lat!] as const);
}
