import { type CityMap, Places, WayPaths } from '@itinera/city';
import {
  decodeEvents,
  decodeStatuses,
  decodeTrips,
  eventRows,
  INTENTIONS,
  type RunFolder,
  type RunManifest,
  type StatusTable,
  tripRows,
} from '@itinera/run';
import { laneWays } from '../replay/lane-ways.js';
import { simplifyInTime } from '../replay/simplify.js';
import type { ShownFindings } from '../wire/findings.js';
import type { PersonDetail, Stretch } from '../wire/people.js';
import { personRow } from '../wire/people-index.js';
import type { PeopleTable } from './people.js';
import { placeName } from './places.js';
import { problemGroups } from './problem-groups.js';
import { profilesOf } from './profiles.js';
import { hasRoutes, storedWays } from './replay-workers/read-ways.js';
import { tableOf } from './run-list.js';

const LONGEST_VALUE = 2000;
const TOLERANCE = 5;

/** A person's days. @param map null if it is not available; paths are then empty */
export function personDetail(
  folder: RunFolder,
  manifest: RunManifest,
  people: PeopleTable,
  id: number,
  map: CityMap | null,
  findings: ShownFindings | null,
): PersonDetail | null {
  const row = people.rowOf.get(id);
  if (row === undefined) return null;
  const group = people.group[row]!;
  const statuses = decodeStatuses(...tableOf(folder, 'statuses', group));
  const own = personRow(people, row);
  const profile = profilesOf(manifest).get(id);
  const from = statuses.id.indexOf(id);
  const to = statuses.id.lastIndexOf(id) + 1;
  const stretches = stretchesOf(folder, group, id, statuses, from, map);
  return {
    row: own,
    profile: profileInWords(profile?.attributes ?? {}),
    home: profile?.home ?? null,
    work: profile?.work ?? null,
    stretches,
    intentions: intentionsOf(statuses, from, to),
    problems: problemGroups(statuses.facts.problems.filter(({ person }) => person === id)),
    percentiles: {
      radius: shareBelow(findings?.realRadius ?? null, own.radius),
      places: shareBelow(findings?.realPlaces ?? null, own.places),
    },
    previous: row > 0 ? people.id[row - 1]! : null,
    next: row + 1 < people.id.length ? people.id[row + 1]! : null,
  };
}

function stretchesOf(
  folder: RunFolder,
  group: number,
  id: number,
  statuses: StatusTable,
  from: number,
  map: CityMap | null,
): Stretch[] {
  const end = statuses.facts.clock.steps * statuses.facts.clock.stepSeconds;
  const places = map && new Places(map);
  const centroids = places?.aoiCentroids();
  const centre = (aoi: number): readonly [number, number] | null => {
    const row = map === null ? -1 : map.aoiIndex(aoi);
    return row < 0 || !centroids ? null : [centroids[2 * row]!, centroids[2 * row + 1]!];
  };
  const ways =
    map && hasRoutes(folder)
      ? [...storedWays(folder, [group])].flatMap((part) => [...laneWays(part)].filter(({ person }) => person === id))
      : [];
  const paths = map && new WayPaths(map, centre);
  const trips = [...tripRows(decodeTrips(...tableOf(folder, 'trips', group)))].filter((trip) => trip.id === id);
  const stretches: Stretch[] = [];
  let [since, place] = [0, statuses.parentId[from] ?? -1];
  const stay = (until: number) => {
    if (until - since < 1) return;
    const at = centre(place);
    stretches.push({
      kind: 'stay',
      from: since,
      to: until,
      place,
      label: placeName(map, place),
      mode: null,
      metres: null,
      path: at ? [...at] : [],
    });
  };
  trips.forEach((trip, i) => {
    stay(trip.departure);
    const until = trip.arrival ?? trip.departure + trip.seconds;
    const way = ways[i];
    stretches.push({
      kind: 'trip',
      from: trip.departure,
      to: until,
      place: trip.destination,
      label:
        trip.ended === 'arrived'
          ? placeName(map, trip.destination)
          : `${placeName(map, trip.destination)}, ${trip.ended}`,
      mode: MODES[trip.mode] ?? 'foot',
      metres: trip.metres,
      path: way && paths ? line(paths, way) : [],
    });
    since = until;
    if (trip.arrival !== null) place = trip.destination;
  });
  stay(end);
  return [...stretches, ...failuresOf(folder, group, id, map)].sort((a, b) => a.from - b.from);
}

function line(paths: WayPaths, way: Parameters<WayPaths['points']>[0]): number[] {
  const { t, x, y } = paths.points(way);
  if (t.length === 0) return [];
  return simplifyInTime(t, x, y, 0, t.length, TOLERANCE).flatMap((i) => [Math.round(x[i]!), Math.round(y[i]!)]);
}

function failuresOf(folder: RunFolder, group: number, id: number, map: CityMap | null): Stretch[] {
  const events = decodeEvents(...tableOf(folder, 'events', group));
  return [...eventRows(events)]
    .filter((event) => event.id === id && event.kind === 'failure')
    .map(({ time, destination, reason }) => ({
      kind: 'failed',
      from: time,
      to: time,
      place: destination,
      label: `${placeName(map, destination ?? -1)}: ${reason ?? 'unknown reason'}`,
      mode: null,
      metres: null,
      path: [],
    }));
}

function intentionsOf({ action, facts }: StatusTable, from: number, to: number): PersonDetail['intentions'] {
  const { stepSeconds } = facts.clock;
  const spans: { from: number; to: number; text: string; colour: number }[] = [];
  for (let row = from; row < to; row++) {
    const text = action.texts[action.keys[row]!] ?? '';
    const begin = (row - from) * stepSeconds;
    const last = spans.at(-1);
    if (last?.text === text) last.to = begin + stepSeconds;
    else {
      const known = (INTENTIONS as readonly string[]).indexOf(text);
      const colour = known === -1 ? INTENTIONS.length : known;
      spans.push({ from: begin, to: begin + stepSeconds, text: text.slice(0, LONGEST_VALUE), colour });
    }
  }
  return spans;
}

function shareBelow(sorted: readonly number[] | null, value: number | null): number | null {
  if (sorted === null || value === null || sorted.length === 0) return null;
  return sorted.filter((one) => one < value).length / sorted.length;
}

const MODES: Readonly<Record<string, Stretch['mode']>> = {
  DRIVE_ONLY: 'car',
  PASSENGER: 'car',
  BIKE_WALK: 'bike',
  BUS_WALK: 'transit',
  SUBWAY_WALK: 'transit',
  BUS_SUBWAY_WALK: 'transit',
};

/** What is known of a person; places are on the map, so their coordinates are left out. */
function profileInWords(attributes: Readonly<Record<string, unknown>>): PersonDetail['profile'] {
  return Object.entries(attributes)
    .filter(([name, value]) => value !== null && value !== '' && !/_(lon|lat)$/.test(name))
    .map(([name, value]) => ({ name, value: asText(value) }));
}

function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST_VALUE);
}
