import { didYouMean, nearest, printable, SECONDS_PER_DAY, UserError, WEEKDAYS } from '@itinera/base';
import { z } from 'zod';

const MOST_ENTRIES = 1000;
const degrees = z.tuple([z.number().min(-180).max(180), z.number().min(-180).max(180)]).meta({ id: 'point' });
const list = <T extends z.ZodType>(of: T) => z.array(of).min(1).max(MOST_ENTRIES);
const share = z.number().min(0).max(1);
const time = z.string().transform((text, context) => {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (all >= 0 && all <= SECONDS_PER_DAY && Number(minutes) < 60 && Number(seconds) < 60) return all;
  context.addIssue({ code: 'custom' });
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
      if (day < 0 || name.length < 2) context.addIssue({ code: 'custom', message: JSON.stringify(name) });
      return day;
    });
  })
  .meta({ id: 'days' });

const name = z.union([z.number().int(), z.string()]).meta({ id: 'name' });
const named = z
  .union([name, list(name)])
  .meta({ id: 'names' })
  .optional();

const area = {
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).meta({ id: 'box' }).optional(),
  /** Corners, or a GeoJSON file. */
  polygon: z
    .union([z.string(), z.array(degrees).min(3).max(100_000)])
    .meta({ id: 'polygon' })
    .optional(),
};
const hours = { from: time.optional(), to: time.optional(), days: onDays.optional() };
const roads = {
  road: named,
  bridge: named,
  ...area,
};

/** The keys of each section; sections that are lists may also hold one entry. */
export const sections = {
  close: z.strictObject({
    ...roads,
    line: named,
    agency: z.union([z.string().min(1), z.number().transform(String)]).optional(),
    station: named,
    ...hours,
    for: z.enum(['cars', 'cars-not-buses', 'everyone']).optional(),
  }),
  speed: z.strictObject({
    ...roads,
    kmh: z.number().min(1).max(300).optional(),
    factor: z.number().min(0.01).max(10).optional(),
  }),
  lanes: z.strictObject({
    ...roads,
    lanes: z.number().int().min(1).max(12),
    'bus-lanes': z.number().int().min(0).max(3).optional(),
  }),
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
    kmh: z.number().min(1).max(300).optional(),
    'both-ways': z.boolean().optional(),
  }),
  'work-at-home': share,
  'shift-departures': z.strictObject({
    minutes: z
      .number()
      .min(-720)
      .max(720)
      .refine((minutes) => minutes !== 0),
    ...hours,
    share: share.gt(0).optional(),
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

/** The sections that may be a list of entries. */
export const LISTS = ['close', 'speed', 'lanes', 'add', 'shift-departures', 'price'] as const;

/** One entry or a list of them. @param id of an entry among the definitions of the JSON schema */
function entries<T extends z.ZodType>(id: string, of: T) {
  const entry = of.meta({ id });
  return z.union([entry, list(entry)]).optional();
}

/** The whole file. `parsePart` checks it section by section, with better messages. */
export const scenarioFile = z.strictObject({
  name: z.union([z.string(), z.number()]).optional(),
  'work-at-home': sections['work-at-home'].optional(),
  evacuate: sections.evacuate.meta({ id: 'evacuate' }).optional(),
  close: entries('close', sections.close),
  speed: entries('speed', sections.speed),
  lanes: entries('lanes', sections.lanes),
  add: entries(
    'add',
    sections.add.extend({
      road: sections['add.road'].meta({ id: 'add.road' }).optional(),
      bus: sections['add.bus'].meta({ id: 'add.bus' }).optional(),
    }),
  ),
  'shift-departures': entries('shift-departures', sections['shift-departures']),
  price: entries('price', sections.price),
});

/** The values that keys expect, for messages and editors. */
const EXPECTED: Readonly<Record<string, string>> = {
  road: 'the id or name of a road, or a list of them',
  bridge: 'the name of a road at its bridge, or of a water for all bridges over it, or a list of them',
  line: 'the name or id of a line, or a list of them',
  agency: 'the name or id of an agency',
  station: 'the name or id of a station, or a list of them',
  box: '[west, south, east, north] in degrees',
  polygon: 'a list of three or more [lon, lat] points, or the path of a GeoJSON file',
  points: 'a list of two or more [lon, lat] points',
  stops: 'a list of two or more [lon, lat] points',
  from: 'a time of day such as "07:30"',
  to: 'a time of day such as "07:30"',
  at: 'a time of day such as "07:30"',
  days: 'all, weekdays, weekends or a list of weekdays such as [Monday, Tuesday]',
  for: 'cars, cars-not-buses or everyone',
  kmh: 'km/h from 1 to 300',
  factor: 'a number from 0.01 to 10',
  lanes: 'a whole number from 1 to 12',
  'bus-lanes': 'a whole number from 0 to 3',
  name: 'text',
  headway: 'the minutes between two buses, from 0.5 to 1440',
  'both-ways': 'true or false',
  walking: 'true or false',
  gtfs: 'the path of a GTFS feed (.zip or folder)',
  'work-at-home': 'a share from 0 to 1, such as 0.2 for 20 %',
  'shift-departures.share': 'a share above 0, up to 1, such as 0.2 for 20 %',
  minutes: 'minutes other than 0, from -720 to 720',
  purpose: 'work or any',
  day: 'a day of the run, 0 for the first',
  within: 'minutes from 0 to 1440',
  amount: 'a number above 0',
  'value-of-time': 'a number above 0',
};

/** What the sections do, for editors. */
const MEANINGS: Readonly<Record<string, string>> = {
  name: 'name of the scenario, for reports',
  'work-at-home': 'share of the workers who stay at home, such as 0.2 for 20 %',
  evacuate: 'everybody leaves an area at a time of day',
  close: 'roads, lines, agencies or stations that are closed, always or at hours of days',
  speed: 'a new speed limit for roads: kmh, or a factor on the current one',
  lanes: 'a different number of lanes on roads',
  add: 'a new road, a new bus line, or a timetable (GTFS) in addition',
  'shift-departures': 'people who leave earlier (negative minutes) or later',
  price: 'a price for driving in an area, such as a toll for the centre',
  'add.road': 'a road along points, joined to the streets at its ends',
  'add.bus': 'a bus line that calls at stops',
};

/** JSON schema of the file, for editors. Keys have the descriptions of the messages. */
export function scenarioJsonSchema(): Record<string, unknown> {
  const { definitions, ...file } = z.toJSONSchema(scenarioFile, {
    target: 'draft-7',
    io: 'input',
  }) as JsonSchema;
  const known = Object.entries(definitions as Record<string, JsonSchema>).map(([id, schema]) => [
    id,
    id in sections
      ? withDescriptions(schema, (key) => MEANINGS[`${id}.${key}`] ?? EXPECTED[`${id}.${key}`] ?? EXPECTED[key])
      : schema,
  ]);
  return { ...withDescriptions(file, (key) => MEANINGS[key]), definitions: Object.fromEntries(known) };
}

interface JsonSchema extends Record<string, unknown> {
  readonly properties?: Record<string, JsonSchema>;
}

function withDescriptions(schema: JsonSchema, of: (key: string) => string | undefined): JsonSchema {
  const described = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const description = of(key);
    // In this version of JSON schema, nothing beside a reference counts.
    const { $ref, ...rest } = value;
    return [key, { description, ...($ref === undefined ? rest : { allOf: [{ $ref }] }) }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

/**
 * Checks one section.
 * @param where its place in the file, for messages
 * @throws UserError for an unknown key, a missing one or an invalid value
 */
export function parsePart<K extends keyof typeof sections>(
  file: string,
  section: K,
  where: string,
  value: unknown,
): z.infer<(typeof sections)[K]> {
  const schema: z.ZodType = sections[section];
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  if (keys.length > 0 && isObject(value)) requireKnown(file, where, Object.keys(value), keys);
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data as z.infer<(typeof sections)[K]>;
  const issue = error.issues[0]!;
  const { path, code, message } = issue;
  const key = path[0];
  const at = [where, ...path.slice(0, 1).map(String)].join('.');
  const expected =
    EXPECTED[`${section}.${String(key)}`] ?? EXPECTED[String(key ?? section)] ?? `keys and values (${keys.join(', ')})`;
  const got = code === 'custom' && message.startsWith('"') ? message : valueAt(value, path);
  if (got === undefined) throw new UserError(`${file}: ${at} is missing. Expected ${expected}.`);
  const meant = didYouMean(got.replace(/^"|"$/g, ''), choicesOf(issue));
  throw new UserError(`${file}: ${at}: got ${got}, expected ${expected}.${meant}`);
}

/** The words that a value may be, as far as its schema lists them. */
function choicesOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'invalid_union') return issue.errors.flatMap(([first]) => (first ? choicesOf(first) : []));
  return issue.code === 'custom' && issue.message.startsWith('"') ? WEEKDAYS : [];
}

/** A value within another as JSON, or undefined if it is missing. */
function valueAt(value: unknown, path: readonly PropertyKey[]): string | undefined {
  const found = path.reduce((inside, key) => (inside as Record<PropertyKey, unknown> | undefined)?.[key], value);
  return found === undefined ? undefined : printable(JSON.stringify(found));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws UserError for an unknown key, with the nearest known one */
export function requireKnown(file: string, where: string, keys: readonly string[], known: readonly string[]): void {
  for (const key of keys) {
    if (known.includes(key)) continue;
    const near = nearest(key, known);
    const hint = near === null ? `Known keys: ${known.join(', ')}.` : `Did you mean "${near}"?`;
    throw new UserError(`${file}: ${where === '' ? '' : `${where}: `}unknown key "${key}". ${hint}`);
  }
}
