import { sameProblems } from '@itinera/benchmarks';
import type { CityMap, WayPaths } from '@itinera/city';
import { INTENTIONS, type RunManifest, type StatusTable } from '@itinera/run';
import { simplifyInTime } from '../replay/simplify.js';
import type { ShownFindings } from '../wire/findings.js';
import type { PersonDetail, Stretch } from '../wire/people.js';
import { personRow } from '../wire/people-index.js';
import { wordOf } from './attributes.js';
import type { DayMap, GroupDays } from './group-days.js';
import type { PeopleTable } from './people.js';
import { placeName } from './places.js';
import { profilesOf } from './profiles.js';

const LONGEST_VALUE = 2000;
const TOLERANCE = 5;

/** The run, its map and the days of the person's group. */
export interface PersonSource {
  readonly manifest: RunManifest;
  readonly people: PeopleTable;
  readonly days: GroupDays;
  readonly on: DayMap;
  readonly findings: ShownFindings | null;
}

/** A person's days. @param row of the table of people */
export function personDetail({ manifest, people, days, on, findings }: PersonSource, row: number): PersonDetail {
  const id = people.id[row]!;
  const own = personRow(people, row);
  const profile = profilesOf(manifest).get(id);
  const { statuses } = days;
  return {
    row: own,
    profile: profileInWords(profile?.attributes ?? {}, on.map),
    home: profile?.home ?? null,
    work: profile?.work ?? null,
    stretches: stretchesOf(id, days, on),
    intentions: intentionsOf(statuses, ...days.rows(id)),
    problems: sameProblems([statuses.facts.problems.filter(({ person }) => person === id)]),
    percentiles: {
      radius: shareBelow(findings?.realRadius ?? null, own.radius),
      places: shareBelow(findings?.realPlaces ?? null, own.places),
    },
    previous: row > 0 ? people.id[row - 1]! : null,
    next: row + 1 < people.id.length ? people.id[row + 1]! : null,
  };
}

function stretchesOf(id: number, days: GroupDays, on: DayMap): Stretch[] {
  const { map } = on;
  const { clock } = days.statuses.facts;
  const end = clock.steps * clock.stepSeconds;
  const ways = days.ways(id);
  const stretches: Stretch[] = [];
  let [since, place] = [0, days.statuses.parentId[days.rows(id)[0]] ?? -1];
  const stay = (until: number) => {
    if (until - since < 1) return;
    stretches.push({
      kind: 'stay',
      from: since,
      to: until,
      place,
      label: placeName(map, place),
      mode: null,
      metres: null,
      path: [...(on.centre(place) ?? [])],
    });
  };
  days.trips(id).forEach((trip, i) => {
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
      path: way && on.paths ? line(on.paths, way) : [],
    });
    since = until;
    if (trip.arrival !== null) place = trip.destination;
  });
  stay(end);
  const failures = days.failures(id).map(
    ({ time, destination, reason }): Stretch => ({
      kind: 'failed',
      from: time,
      to: time,
      place: destination,
      label: `${placeName(map, destination ?? -1)}: ${reason ?? 'unknown reason'}`,
      mode: null,
      metres: null,
      path: [],
    }),
  );
  return [...stretches, ...failures].sort((a, b) => a.from - b.from);
}

function line(paths: WayPaths, way: Parameters<WayPaths['points']>[0]): number[] {
  const { t, x, y } = paths.points(way);
  if (t.length === 0) return [];
  return simplifyInTime(t, x, y, 0, t.length, TOLERANCE).flatMap((i) => [Math.round(x[i]!), Math.round(y[i]!)]);
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

const PLACES = /^(home|work|school)$/;

/** What is known of a person; places are on the map, so their coordinates are left out. */
function profileInWords(attributes: Readonly<Record<string, unknown>>, map: CityMap | null): PersonDetail['profile'] {
  const textOf = (name: string, value: unknown) =>
    PLACES.test(name) && typeof value === 'number' ? placeName(map, value) : wordOf(value);
  return Object.entries(attributes)
    .filter(([name, value]) => value !== null && value !== '' && !/_(lon|lat)$/.test(name))
    .map(([name, value]) => ({ name, value: textOf(name, value).slice(0, LONGEST_VALUE) }));
}
