import { nearestNames, UserError } from '@itinera/base';
import { aoisIn, type CityMap, type LineSelection, type StationSelection, type Timetable } from '@itinera/city';
import { groupNearby, plainName } from './find-roads.js';

/** A line of the timetable. */
interface Line {
  readonly id: string;
  readonly name: string;
  readonly longName: string;
  readonly agencyId: string;
  readonly agency: string;
  /** Ids of its courses on the map. */
  readonly sublines: number[];
}

/** Names or ids that a message offers. */
const OFFERED = 3;
/** Stops of one name farther apart than this are different stations, metres. */
const SAME_STATION = 500;

/**
 * The lines of a selection.
 * @param what the part of the scenario, for messages
 * @returns names of the lines, partial ones with the number of their courses, and the ids of their sublines in ascending order
 * @throws UserError if the map has no timetable, a line or agency is not in it, or a name means several lines
 */
export function findLines(
  city: CityMap,
  timetable: Timetable | null,
  { line: wanted, agency }: LineSelection,
  what: string,
): { readonly names: readonly string[]; readonly sublines: readonly number[] } {
  const all = linesOf(city, requireTimetable(timetable, what));
  const lines = agency === undefined ? all : linesOfAgency(all, agency, what);
  const found = wanted?.map((one) => linesCalled(lines, one, agency, what)) ?? [lines];
  const sublines = new Set(found.flat().flatMap((line) => line.sublines));
  const partial = ({ name, sublines: all }: Line) => {
    const closed = all.filter((id) => sublines.has(id)).length;
    return closed === all.length ? name : `${name} (${closed} of ${all.length} courses)`;
  };
  const closed = lines.filter((line) => line.sublines.some((id) => sublines.has(id)));
  return { names: [...new Set(closed.map(partial))], sublines: [...sublines].sort((a, b) => a - b) };
}

/** The lines of a timetable, from the names of its feed, or of the map if it has none. */
export function linesOf(city: CityMap, { patterns, labels }: Timetable): Line[] {
  const lines = new Map<number | string, Line>();
  patterns.sublineIds.forEach((subline, pattern) => {
    const row = labels?.lineOf[pattern] ?? -1;
    const name = city.text(city.sublines.parentName[city.sublineIndex(subline)] ?? 0);
    const key = row < 0 ? name : row;
    const label = labels?.lines[row] ?? { id: '', name, longName: '', agencyId: '', agency: '' };
    const line = lines.get(key) ?? { ...label, sublines: [] };
    line.sublines.push(subline);
    lines.set(key, line);
  });
  return [...lines.values()];
}

function linesOfAgency(lines: readonly Line[], wanted: string, what: string): Line[] {
  const plain = plainName(wanted);
  const own = lines.filter(({ agency, agencyId }) => plainName(agency) === plain || agencyId === wanted);
  if (own.length > 0) return own;
  const names = [...new Set(lines.map(({ agency, agencyId }) => agency || agencyId))].filter((name) => name !== '');
  const hint =
    names.length === 0
      ? 'The timetable does not name agencies: rebuild the map with --gtfs, or omit agency'
      : `${names.length === 1 ? 'The only one is' : 'The nearest names are'} ${nearNames(wanted, names)}`;
  throw new UserError(`${what}: no agency in the timetable is called "${wanted}". ${hint}.`);
}

function linesCalled(lines: readonly Line[], wanted: number | string, agency: string | undefined, what: string) {
  const text = String(wanted);
  const course = lines.find(({ sublines }) => sublines.some((id) => String(id) === text));
  if (course) return [{ ...course, sublines: [Number(text)] }];
  const plain = plainName(text);
  const named = lines.filter(({ name, longName }) => [name, longName].some((one) => plainName(one) === plain));
  const found = named.length > 0 ? named : lines.filter(({ id }) => id === text);
  const of = agency === undefined ? 'in the timetable' : `of ${agency}`;
  if (found.length === 0) {
    const names = [...new Set(lines.flatMap(({ name, longName }) => [name, longName]))].filter((name) => name !== '');
    throw new UserError(`${what}: no line ${of} is called "${text}". The nearest names are ${nearNames(text, names)}.`);
  }
  // Feeds may split a line into several routes.
  const distinct = new Map(found.map((line) => [JSON.stringify([line.name, line.longName, line.agencyId]), line]));
  if (distinct.size === 1) return found;
  const offers = [...distinct.values()].slice(0, OFFERED).map(described);
  const more = distinct.size > OFFERED ? ' …' : '';
  throw new UserError(
    `${what}: "${text}" is the name of ${distinct.size} lines ${of}: ${offers.join(', ')}${more}. Select by id or agency.`,
  );
}

/** `id 101 (Harbour, Metro)`. */
function described({ id, longName, agency }: Line): string {
  const rest = [longName, agency].filter((text) => text !== '').join(', ');
  return `id ${id}${rest === '' ? '' : ` (${rest})`}`;
}

/**
 * The ids of the AOIs of stations, in ascending order. A station in the sense of the feed is all of its stops; a name is all stops
 * of this name.
 * @param what the part of the scenario, for messages
 * @throws UserError if the map has no timetable, a station is not in it, or a name means stations far apart
 */
export function findStations(
  city: CityMap,
  timetable: Timetable | null,
  { station: wanted, area }: StationSelection,
  what: string,
): number[] {
  const { stops, labels } = requireTimetable(timetable, what);
  const inside = area && aoisIn(city, area, what);
  const all = Array.from(stops.aoiIds, (aoi, stop) => {
    const row = city.aoiIndex(aoi);
    const [id = '', stationId = '', station = ''] = labels?.stops[stop] ?? [];
    return { aoi, row, ids: [id, stationId, String(aoi)], names: [city.text(city.aois.name[row]!), station] };
  });
  const centroids = city.aoiCentroids;
  const ids = wanted.flatMap((one) => {
    const text = String(one);
    const plain = plainName(text);
    const named = all.filter(({ names }) => names.some((name) => name !== '' && plainName(name) === plain));
    const known = named.length > 0 ? named : all.filter((stop) => stop.ids.includes(text));
    if (known.length === 0) {
      const names = [...new Set(all.flatMap((stop) => stop.names))].filter((name) => name !== '');
      throw new UserError(
        `${what}: no station in the timetable is called "${text}". The nearest names are ${nearNames(text, names)}.`,
      );
    }
    const found = inside ? known.filter(({ row }) => inside[row] === 1) : known;
    if (found.length === 0)
      throw new UserError(`${what}: ${text} is in the timetable, but not in the area. Enlarge the area.`);
    const places = found.map(({ row }) => [[centroids[2 * row]!, centroids[2 * row + 1]!] as const]);
    const apart = named.length > 0 ? groupNearby(places, SAME_STATION).length : 1;
    if (apart > 1)
      throw new UserError(
        `${what}: "${text}" is the name of ${apart} separate stations, such as AOI ${found[0]!.aoi}. Select by id, or add a box.`,
      );
    return found.map(({ aoi }) => aoi);
  });
  return [...new Set(ids)].sort((a, b) => a - b);
}

function requireTimetable(timetable: Timetable | null, what: string): Timetable {
  if (timetable !== null) return timetable;
  throw new UserError(
    `${what}: the map has no timetable, so it has no lines. Build it with: asbench map build city.osm.pbf --gtfs feed.zip`,
  );
}

function nearNames(wanted: string, names: readonly string[]): string {
  return nearestNames(wanted, [...new Set(names)], OFFERED)
    .map((name) => `"${name}"`)
    .join(', ');
}
