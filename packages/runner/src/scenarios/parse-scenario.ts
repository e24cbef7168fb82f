import { basename, dirname, resolve } from 'node:path';
import { parseJson, printable, SECONDS_PER_DAY, UserError, WEEKDAYS } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import type { Area, HoursOfDays, RoadSelection, Scenario } from '@itinera/city';
import { z } from 'zod';
import { type LISTS, parsePart, requireKnown, scenarioFile, type sections } from './scenario-schema.js';

const KEYS = Object.keys(scenarioFile.shape);

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
  const known = `keys and values (${KEYS.join(', ')}). See docs/scenarios.md.`;
  if (document === null) throw new UserError(`${file} is empty. Expected ${known}`);
  if (typeof document !== 'object' || Array.isArray(document)) throw new UserError(`${file}: expected ${known}`);
  const given = document as Record<string, unknown>;
  requireKnown(file, '', Object.keys(given), KEYS);
  for (const [key, value] of Object.entries(given))
    if (value === null || (Array.isArray(value) && value.length === 0))
      throw new UserError(`${file}: ${key} is empty. Give it a value, or remove it.`);
  const part = <K extends keyof typeof sections>(section: K, where: string, value: unknown) =>
    parsePart(file, section, where, value);
  const entries = <K extends (typeof LISTS)[number]>(section: K) => {
    const value = given[section];
    if (value === undefined) return [];
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return all.map((one, i) => {
      const where = Array.isArray(value) ? `${section} ${i + 1}` : section;
      return { where, entry: part(section, where, one) };
    });
  };
  const hoursOf = (where: string, one: TimesGiven) => hoursGiven(file, where, one);
  const areaOf = (where: string, one: AreaGiven) => areaGiven(file, where, one, here);
  const required = (where: string, one: AreaGiven): Area => {
    const found = areaOf(where, one);
    if (found === undefined) throw new UserError(`${file}: ${where}: expected a box or a polygon.`);
    return found;
  };
  const roadsOf = (
    where: string,
    { road, bridge, box, polygon }: AreaGiven & { road?: RoadKeys | undefined; bridge?: RoadKeys | undefined },
  ): RoadSelection => {
    const found = areaOf(where, { box, polygon });
    requireOneKind(file, where, { road, bridge });
    if (road === undefined && bridge === undefined && found === undefined)
      throw new UserError(`${file}: ${where}: which roads? Expected road (id or name), bridge (name), box or polygon.`);
    return {
      ...(road !== undefined && { road: listed(road) }),
      ...(bridge !== undefined && { bridge: listed(bridge) }),
      ...(found && { area: found }),
    };
  };
  const { name, evacuate, 'work-at-home': atHome } = given;
  const evacuation = evacuate === undefined ? null : part('evacuate', 'evacuate', evacuate);
  const scenario: Scenario = {
    name: nameGiven(file, name) || file.replace(/\.(ya?ml|json)$/i, ''),
    close: entries('close').map(({ where, entry: { line, agency, station, ...entry } }) => {
      const times = hoursOf(where, entry);
      if (line === undefined && agency === undefined && station === undefined)
        return { ...roadsOf(where, entry), ...times, for: entry.for ?? 'cars' };
      requireOneKind(file, where, {
        ...(line === undefined ? { agency } : { line }),
        station,
        road: entry.road,
        bridge: entry.bridge,
      });
      if (entry.for !== undefined)
        throw new UserError(`${file}: ${where}: "for" applies to roads, not to lines and stations. Remove it.`);
      const area = areaOf(where, entry);
      if (station !== undefined) return { station: listed(station), ...(area && { area }), ...times };
      if (area !== undefined)
        throw new UserError(`${file}: ${where}: a line is closed as a whole. Remove the area, or close a station.`);
      return { ...(line !== undefined && { line: listed(line) }), ...(agency !== undefined && { agency }), ...times };
    }),
    speed: entries('speed').map(({ where, entry: { kmh, factor, ...entry } }) => {
      if ((kmh === undefined) === (factor === undefined))
        throw new UserError(`${file}: ${where}: expected either kmh or factor.`);
      return { ...roadsOf(where, entry), ...(kmh === undefined ? { factor: factor! } : { kmh }) };
    }),
    lanes: entries('lanes').map(({ where, entry: { lanes, 'bus-lanes': busLanes, ...entry } }) => ({
      ...roadsOf(where, entry),
      lanes,
      ...(busLanes !== undefined && { busLanes }),
    })),
    add: entries('add').map(({ where, entry }) => additionOf(file, where, entry, here)),
    workAtHome: atHome === undefined ? 0 : part('work-at-home', 'work-at-home', atHome),
    shift: entries('shift-departures').map(({ where, entry }) => ({
      ...hoursOf(where, entry),
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
      ...hoursOf(where, entry),
      area: required(where, entry),
      amount: entry.amount,
      valueOfTime: entry['value-of-time'] ?? VALUE_OF_TIME,
    })),
  };
  if (isEmpty(scenario)) throw new UserError(`${file} changes nothing. Expected one of ${KEYS.slice(1).join(', ')}.`);
  return scenario;
}

/** @throws UserError if one entry closes roads, lines and stations */
function requireOneKind(file: string, where: string, given: Readonly<Record<string, unknown>>): void {
  const kinds = Object.keys(given).filter((kind) => given[kind] !== undefined);
  if (kinds.length > 1)
    throw new UserError(`${file}: ${where}: got ${kinds.join(' and ')}. Use a separate entry for each.`);
}

function listed(one: RoadKeys): readonly (number | string)[] {
  return Array.isArray(one) ? one : [one as number | string];
}

type RoadKeys = number | string | readonly (number | string)[];
interface AreaGiven {
  readonly box?: readonly [number, number, number, number] | undefined;
  readonly polygon?: string | readonly (readonly [number, number])[] | undefined;
}

function isEmpty({ name: _, workAtHome, evacuate, ...lists }: Scenario): boolean {
  return workAtHome === 0 && evacuate === null && Object.values(lists).every((entries) => entries.length === 0);
}

interface TimesGiven {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly days?: number[] | null | undefined;
}

function hoursGiven(file: string, where: string, { from = 0, to = SECONDS_PER_DAY, days = null }: TimesGiven) {
  const isWholeDay = from === 0 && to === SECONDS_PER_DAY;
  if (isWholeDay || from % SECONDS_PER_DAY !== to % SECONDS_PER_DAY) return { from, to, days };
  throw new UserError(`${file}: ${where}: from and to are both ${clockTime(from)}. Omit both for the whole day.`);
}

/** A time of day as `07:30`. */
export function clockTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [hours, minutes, ...(rest > 0 ? [rest] : [])].map((part) => String(part).padStart(2, '0')).join(':');
}

function nameGiven(file: string, name: unknown): string {
  if (typeof name === 'string' || typeof name === 'number') return String(name).trim();
  if (name === undefined) return '';
  throw new UserError(`${file}: name: got ${printable(JSON.stringify(name))}, expected text.`);
}

function additionOf(
  file: string,
  where: string,
  { road, bus, gtfs }: z.infer<typeof sections.add>,
  here: (name: string) => string,
): Scenario['add'][number] {
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
  const still = stops.findIndex(([lon, lat], i) => i > 0 && lon === stops[i - 1]![0] && lat === stops[i - 1]![1]);
  if (still > 0)
    throw new UserError(`${file}: ${where}: bus: stops ${still} and ${still + 1} are at the same place. Remove one.`);
  // A line whose last bus leaves before its first one runs past midnight.
  const last = to < from ? to + SECONDS_PER_DAY : to;
  return {
    bus: { name, stops, headway: headway * 60, from, to: last, speed: kmh, bothWays: given['both-ways'] ?? true },
  };
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

/** Reads the polygon of a GeoJSON file. */
function polygonIn(path: string, what: string): Area {
  let value: unknown;
  try {
    value = parseJson(readWithin(path).toString(), path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${what}: ${path} cannot be read as GeoJSON. Check the path.`);
  }
  const name = basename(path);
  const polygons = polygonsOf(value as Json);
  const expected = 'Expected one polygon without holes, in degrees';
  if (polygons.length === 0)
    throw new UserError(`${what}: ${name} contains no polygon. Expected a GeoJSON polygon in degrees.`);
  if (polygons.length > 1) throw new UserError(`${what}: ${name} contains ${polygons.length} polygons. ${expected}.`);
  const rings = polygons[0] as unknown[] | undefined;
  if (Array.isArray(rings) && rings.length > 1)
    throw new UserError(`${what}: ${name} contains a polygon with a hole. ${expected}.`);
  const points = z.array(z.array(z.number()).min(2)).min(3).safeParse(rings?.[0]);
  if (!points.success) throw new UserError(`${what}: the polygon in ${name} is invalid. ${expected}.`);
  return points.data.map(([lon, lat]) => [lon!, lat!] as const);
}

type Json = {
  readonly type?: unknown;
  readonly geometry?: Json;
  readonly features?: unknown;
  readonly coordinates?: unknown;
} | null;

/** The coordinates of the polygons in GeoJSON. */
function polygonsOf(json: Json): unknown[] {
  if (Array.isArray(json?.features)) return json.features.flatMap(polygonsOf);
  if (json?.geometry) return polygonsOf(json.geometry);
  if (json?.type === 'Polygon') return [json.coordinates];
  return json?.type === 'MultiPolygon' && Array.isArray(json.coordinates) ? json.coordinates : [];
}

/** ` from 07:00 to 19:00 on weekdays`, or nothing for always. */
export function hoursText({ from, to, days }: HoursOfDays): string {
  const isAllDay = from === 0 && to === SECONDS_PER_DAY;
  const hours = isAllDay ? '' : ` from ${clockTime(from)} to ${clockTime(to)}${to < from ? ' the next day' : ''}`;
  if (days === null) return hours;
  const names = [...days].sort().join();
  if (names === '1,2,3,4,5') return `${hours} on weekdays`;
  return `${hours} ${names === '0,6' ? 'at weekends' : `on ${days.map((day) => WEEKDAYS[day]).join(', ')}`}`;
}
