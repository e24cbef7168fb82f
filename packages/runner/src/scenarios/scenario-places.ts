import {
  type Area,
  type CityMap,
  type LineSelection,
  projectionOf,
  roadsInto,
  type Scenario,
  type StationSelection,
  type Timetable,
} from '@itinera/city';
import { closedFor } from './effects.js';
import { findLines, findStations, linesOf } from './find-lines.js';
import { findRoads } from './find-roads.js';

/** Where a scenario changes the city, to be drawn on a map. */
export interface ScenarioPlace {
  readonly kind: 'closed' | 'changed' | 'charged' | 'new';
  /** What a map writes next to it: `Bridge Street closed, 07:00–19:00`. */
  readonly label: string;
  /** Rows of the map. */
  readonly roads: readonly number[];
  /** The course of a new road or line, the stops of a closed line, or the middle of a closed station, in degrees; empty if roads say where it is. */
  readonly points: Area;
  /** Ids of its lines on the map, if it closes or adds some. */
  readonly sublines: readonly number[];
}

/**
 * Where a scenario changes roads, where its new roads, new bus lines and closed lines run, and where its closed
 * stations are.
 * @param map that the scenario has changed
 * @param timetable of the map; null if it has none, or is not on this machine: closed lines and stations are then left out
 * @throws UserError if a road, line or station is not on the map
 */
export function placesOfScenario(
  { close, speed, lanes, add, price }: Scenario,
  map: CityMap,
  timetable: Timetable | null,
): ScenarioPlace[] {
  const place = (
    kind: ScenarioPlace['kind'],
    label: string,
    roads: readonly number[],
    points: Area = [],
    sublines: readonly number[] = [],
  ) => ({ kind, label, roads, points, sublines });
  const named = (roads: readonly number[]) => {
    const names = [...new Set(roads.map((row) => map.text(map.roads.name[row]!)))].filter((name) => name !== '');
    return names.length === 0 || names.length > MOST_NAMES ? `${roads.length} roads` : names.join(', ');
  };
  const addedSublines = sublinesOfAdded(add, map, timetable);
  return [
    ...close.flatMap((one) => {
      if ('station' in one)
        return closedStations(map, timetable, one).map(({ name, middle }) =>
          place('closed', `${name} closed${hoursOf(one)}`, [], [middle]),
        );
      if (!('for' in one))
        return closedLines(map, timetable, one).map(({ name, stops, sublines }) =>
          place('closed', `Line ${name} closed${hoursOf(one)}`, [], stops, sublines),
        );
      const roads = findRoads(map, one, 'close', closedFor(one));
      const name =
        one.bridge === undefined || one.bridge.length > MOST_NAMES
          ? named(roads)
          : one.bridge.map(bridgeName).join(', ');
      return [place('closed', `${name} closed${hoursOf(one)}`, roads)];
    }),
    ...speed.map((one) => {
      const roads = findRoads(map, one, 'speed');
      const limit = 'kmh' in one ? `${one.kmh} km/h` : `${Math.round(100 * one.factor)} % of the speed`;
      return place('changed', `${named(roads)}: ${limit}`, roads);
    }),
    ...lanes.map((one) => {
      const roads = findRoads(map, one, 'lanes');
      return place('changed', `${named(roads)}: ${one.lanes} ${one.lanes === 1 ? 'lane' : 'lanes'}`, roads);
    }),
    ...add.flatMap((one) => {
      if ('road' in one) return [place('new', `New road ${one.road.name}`, [], one.road.points)];
      if (!('bus' in one)) return [];
      const { name, stops } = one.bus;
      return [place('new', `New line ${name}`, [], stops, addedSublines.get(one))];
    }),
    ...price.map((one) =>
      place('charged', `Charge of ${one.amount}${hoursOf(one)}`, roadsInto(map, one.area, 'price')),
    ),
  ];
}

/** The sublines of each added bus line. Lines are added after those of the map, which may have the same names. */
function sublinesOfAdded(
  add: Scenario['add'],
  map: CityMap,
  timetable: Timetable | null,
): ReadonlyMap<Scenario['add'][number], readonly number[]> {
  const lines = timetable === null ? [] : linesOf(map, timetable);
  const added = new Map<Scenario['add'][number], readonly number[]>();
  for (const one of [...add].reverse()) {
    if (!('bus' in one)) continue;
    const { name } = one.bus;
    const at = lines.findLastIndex((line) => line.name === name && line.id === name && line.agencyId === '');
    if (at >= 0) added.set(one, lines.splice(at, 1)[0]!.sublines);
  }
  return added;
}

/** The closed lines of a selection, each with the stops of its longest course. */
function closedLines(
  map: CityMap,
  timetable: Timetable | null,
  selection: LineSelection,
): { readonly name: string; readonly stops: Area; readonly sublines: readonly number[] }[] {
  if (timetable === null) return [];
  const { patterns, stops } = timetable;
  const closed = new Set(findLines(map, timetable, selection, 'close').sublines);
  const centroids = map.aoiCentroids;
  const projection = projectionOf(map);
  const lines = new Map<string, { readonly name: string; course: Int32Array; sublines: number[] }>();
  for (const { name, agencyId, sublines } of linesOf(map, timetable)) {
    // Routes of one name and agency are one line.
    const key = JSON.stringify([name, agencyId]);
    const line = lines.get(key) ?? { name, course: new Int32Array(), sublines: [] };
    for (const id of sublines.filter((one) => closed.has(one))) {
      lines.set(key, line);
      line.sublines.push(id);
      const pattern = patterns.sublineIds.indexOf(id);
      const course = patterns.stops.subarray(patterns.stopOffsets[pattern], patterns.stopOffsets[pattern + 1]);
      if (course.length > line.course.length) line.course = course;
    }
  }
  return [...lines.values()].slice(0, MOST_STOPPED).map(({ name, course, sublines }) => {
    const rows = Array.from(course, (stop) => map.aoiIndex(stops.aoiIds[stop]!)).filter((row) => row >= 0);
    const points = rows.map((row): Area[number] => {
      const { lon, lat } = projection.toLonLat(centroids[2 * row]!, centroids[2 * row + 1]!);
      return [lon, lat];
    });
    return { name, stops: points, sublines };
  });
}

/** The stations of a selection, each at the mean of its stops. */
function closedStations(
  map: CityMap,
  timetable: Timetable | null,
  { station: wanted, ...selection }: StationSelection,
): { readonly name: string; readonly middle: Area[number] }[] {
  if (timetable === null) return [];
  const centroids = map.aoiCentroids;
  const projection = projectionOf(map);
  const { stops, labels } = timetable;
  const stationOf = new Map(Array.from(stops.aoiIds, (aoi, stop) => [map.aoiIndex(aoi), labels?.stops[stop]?.[2]]));
  return wanted.slice(0, MOST_STOPPED).map((one) => {
    const rows = findStations(map, timetable, { ...selection, station: [one] }, 'close').map((aoi) =>
      map.aoiIndex(aoi),
    );
    const mean = (axis: 0 | 1) => rows.reduce((sum, row) => sum + centroids[2 * row + axis]!, 0) / rows.length;
    const { lon, lat } = projection.toLonLat(mean(0), mean(1));
    const names = new Set(rows.map((row) => map.text(map.aois.name[row]!)));
    const [name] = names.size === 1 ? names : rows.map((row) => stationOf.get(row) || `Station ${one}`);
    return { name: name || `Station ${one}`, middle: [lon, lat] };
  });
}

/** Lines or stations that a map can name. */
const MOST_STOPPED = 12;
/** More names say less than their number. */
const MOST_NAMES = 3;
const DAY = 86_400;

function hoursOf({ from, to }: { readonly from: number; readonly to: number }): string {
  if (from === 0 && to === DAY) return '';
  const clock = (seconds: number) =>
    [seconds / 3600, (seconds % 3600) / 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  return `, ${clock(from)}–${clock(to)}`;
}

/** `Old Town Bridge`, `Bridge Street (bridge)`: not the whole street. */
function bridgeName(name: number | string): string {
  return /bridge$/i.test(String(name)) ? String(name) : `${name} (bridge)`;
}

/** A scenario as the subject of a sentence: `Closing Bridge Street`, `Work at home`; by its name if it does several things. */
export function subjectOfScenario(scenario: Scenario): string {
  const { name, close, speed, lanes, add, shift, price, workAtHome, evacuate } = scenario;
  const kinds = [close, speed, lanes, add, shift, price].filter(({ length }) => length > 0).length;
  if (kinds + add.length === 0 && workAtHome > 0 && evacuate === null) return 'Work at home';
  const isOne = kinds === 1 && workAtHome === 0 && evacuate === null;
  const isOnlyLines = close.every((one) => !('for' in one) && !('station' in one));
  const closed = close.flatMap((one): readonly (number | string | null)[] => {
    const isLine = !('station' in one) && !('for' in one);
    const names = 'station' in one ? one.station : 'for' in one ? (one.bridge?.map(bridgeName) ?? one.road) : one.line;
    if (!names?.every((text) => typeof text === 'string')) return [null];
    return isLine && !isOnlyLines ? names.map((text) => `line ${text}`) : names;
  });
  const added = add.map((one) => ('road' in one ? one.road.name : 'bus' in one ? `line ${one.bus.name}` : null));
  const things = closed.length > 0 ? closed : added;
  if (!isOne || things.length === 0 || things.length > MOST_NAMES || things.includes(null))
    return `The scenario ${name}`;
  const verb = closed.length === 0 ? 'Adding' : isOnlyLines ? 'Closing line' : 'Closing';
  return `${verb} ${things.join(' and ')}`;
}
