import { counted, groupBy, printable, SECONDS_PER_DAY, UserError } from '@itinera/base';
import { type Doubt, SIMULATION } from '@itinera/benchmarks';
import {
  CO2_PER_LITRE,
  MotionStatus,
  type MovementSettings,
  readTimetableFile,
  scenarioOfRun,
  type Timetable,
  timetablePathOf,
  zoneNames,
} from '@itinera/city';
import type { Profile } from '@itinera/engine';
import { openRun, type RunFolder, type RunManifest, readManifest, requireFinished, type TripRow } from '@itinera/run';
import {
  keptDoubts,
  manifestHere,
  modeInWords,
  peopleOf,
  placesOfScenario,
  readDatasetOfRun,
  type ScenarioPlace,
  subjectOfScenario,
} from '@itinera/runner';
import { litresOfRoutes } from '../exports/emissions.js';
import { openGeography } from '../exports/export-run.js';
import type { Geography } from '../exports/geography.js';
import { peopleOfRun, type RunOfPerson, type TransitTime } from '../exports/people-of-run.js';
import { gridZones } from '../exports/zones.js';
import { differencesOf } from './inputs-of-run.js';
import { namesOfPair } from './names-of-pair.js';
import { pairTrips, type TripPair, TripSums } from './paired-people.js';
import { LEAST_CHANGED, type PairedValue } from './paired-value.js';
import { type Paired, pairing } from './pairing.js';
import { PlaceUsers } from './place-users.js';
import { RoadChanges } from './road-changes.js';
import type { ChangeBin, PersonChange, SimulationComparison, TripChange } from './simulation-comparison.js';
import { groupNoteOf, saysOf } from './simulation-says.js';
import { TimeCauses } from './time-causes.js';

export interface SimulationComparisonOptions {
  readonly home: string;
  /** The map of both runs, if it has moved. */
  readonly map?: string | undefined;
  /** Side of the squares of the zones in metres. */
  readonly grid?: number | undefined;
  readonly seed?: number | undefined;
  /** Whether to keep every trip, which takes memory. */
  readonly withTrips?: boolean | undefined;
}

const [DEFAULT_GRID, LEAST_CHANGE] = [1000, 1];
const AGES = [18, 30, 45, 65] as const;

/** Returns both runs if both arguments are simulations; null if one is a file, or a run of a benchmark. */
export async function simulationsNamed(
  a: string,
  b: string,
  home: string,
): Promise<readonly [RunFolder, RunFolder] | null> {
  if ([a, b].some((name) => /\.(json|pkl|pickle)$/i.test(name))) return null;
  const folders = [await openRun(home, a), await openRun(home, b)] as const;
  return folders.every((folder) => readManifest(folder).task.startsWith(SIMULATION)) ? folders : null;
}

/**
 * Compares two simulations of the same people, the second minus the first, with intervals paired by person.
 * @throws UserError if they are of other people or days, or not finished
 */
export async function compareSimulations(
  folders: readonly [RunFolder, RunFolder],
  { home, map, grid = DEFAULT_GRID, seed = 0, withTrips = false }: SimulationComparisonOptions,
): Promise<SimulationComparison> {
  const [a, b] = folders;
  const manifests = [await manifestHere(a, { home, map }), await manifestHere(b, { home, map })] as const;
  requireComparable(folders, manifests);
  const [first, second] = manifests;
  const geography = await openGeography(b, { home, map });
  const profiles = peopleOf(readDatasetOfRun(second), second.people);
  const days = (second.clock.steps * second.clock.stepSeconds) / SECONDS_PER_DAY;
  const withRoutes = first.routes && second.routes;
  const ids = profiles.map(({ id }) => id);
  const [ofA, ofB] = [peopleOfRun(a, first, ids, withRoutes), peopleOfRun(b, second, ids, withRoutes)];
  const roads = new RoadChanges(geography);
  const scenario = second.scenario === undefined ? null : scenarioOfRun(second.scenario.changes);
  const timetable = scenario === null ? null : await timetableOf(second);
  const places = scenario === null ? [] : placesHere(() => placesOfScenario(scenario, geography.map, timetable));
  const concerned = new PlaceUsers(places, geography, withRoutes, first.map.hash === second.map.hash);
  const persons: PersonChange[] = [];
  const sums = new TripSums(profiles.length);
  const trips: TripChange[] = [];
  const causes = { loses: new TimeCauses(1), wins: new TimeCauses(-1) };
  const cutOff = { people: 0, ids: [] as number[], failed: 0, gone: 0 };
  const transit = [ofNoTransit(), ofNoTransit()] as const;
  for (const [person, profile] of profiles.entries()) {
    const [one, other] = [ofA.next().value!, ofB.next().value!];
    const pairs = pairTrips(one.trips, other.trips).map((pair) => tripChange(profile, pair));
    sums.add(person, pairs);
    concerned.add([one, other]);
    [one, other].forEach((run, i) => {
      for (const part of ['trips', 'walk', 'wait', 'ride'] as const) transit[i]![part] += run.transit[part];
    });
    if (withTrips) for (const pair of pairs) trips.push(pair);
    const change = personChange(profile, one, other, days, withRoutes ? geography : null);
    persons.push(change);
    const { verdict } = change;
    if (other.failed > one.failed) {
      cutOff.people++;
      if (cutOff.ids.length < MOST_NAMED) cutOff.ids.push(profile.id);
      cutOff.failed += other.failed - one.failed;
      cutOff.gone += pairs.filter(({ b }) => b === null).length;
    } else if (other.failed === one.failed && (verdict === 'loses' || verdict === 'wins')) causes[verdict].add(pairs);
    if (withRoutes)
      roads.add(
        one.routes.filter(({ status }) => status === MotionStatus.DRIVING),
        other.routes.filter(({ status }) => status === MotionStatus.DRIVING),
      );
  }
  const paired = pairing(seed);
  const minutes = (indices: readonly number[]) =>
    paired(
      indices.map((i) => persons[i]!.minutesA),
      indices.map((i) => persons[i]!.minutesB),
    );
  const grouped = (name: string, of: (profile: Profile) => string | null) =>
    groupsBy(profiles, of).map(([value, indices]) => ({
      group: name,
      value,
      people: indices.length,
      ...minutes(indices),
      ...loseAndWin(indices.map((i) => persons[i]!)),
    }));
  const zones = gridZones(geography, grid);
  const zoneOf = ({ home: aoi }: Profile) => {
    const zone = zones.zoneOf(aoi);
    return zone < 0 ? null : String(zone);
  };
  const totals = totalsOf(persons, sums, days, paired, withRoutes);
  const verdicts = countBy(persons);
  const doubts = folders.map((folder, i) => keptDoubts(folder, manifests[i]!));
  const faults = [...doubtsSaid(folders, doubts, true), ...caveatsOf(manifests)];
  const caveats = [...faults, ...doubtsSaid(folders, doubts, false)];
  const isEffect = scenario !== null && first.scenario === undefined && faults.length === 0;
  const summary = {
    totals,
    verdicts,
    people: profiles.length,
    days,
    sameTrips: {
      n: sums.both,
      unfinished: sums.unfinished,
      gone: sums.gone,
      added: sums.added,
      delay: delayOf(sums, 'all', paired),
    },
    cutOff,
    modeChanges: [...sums.otherModes.values()]
      .sort((one, other) => other.trips - one.trips)
      .map(({ modes: [from, to], trips, people, arrived, seconds: [a, b] }) => ({
        from: modeInWords(from),
        to: modeInWords(to),
        trips,
        people,
        minutesA: arrived === 0 ? null : a / arrived / 60,
        minutesB: arrived === 0 ? null : b / arrived / 60,
      })),
    concerned: concerned.counts(),
    effectOf: isEffect ? printable(subjectOfScenario(scenario), 200) : null,
  };
  const groups = [
    ...grouped('occupation', ({ attributes }) => textOf(attributes.occupation)),
    ...grouped('age', ({ attributes }) => ageGroup(attributes.age)),
    ...grouped('car', ({ attributes }) =>
      typeof attributes.has_car === 'boolean' ? (attributes.has_car ? 'yes' : 'no') : null,
    ),
  ];
  const scenarios = [first.scenario?.name ?? null, second.scenario?.name ?? null] as const;
  const nameOfZone = zoneNames(geography.map, grid);
  const zoneChanges = grouped('zone', zoneOf).map(({ value, ...zone }) => {
    const square = String(zones.name(Number(value)));
    const [column, row] = square.split('_').map(Number) as [number, number];
    return { ...zone, value: square, name: nameOfZone(column, row), at: zones.centre(Number(value)) };
  });
  const alike = groupBy(zoneChanges, ({ name }) => name);
  return {
    ...summary,
    a,
    b,
    says: saysOf({
      ...summary,
      persons,
      causes: { loses: causes.loses.main(), wins: causes.wins.main() },
      transit,
      isBuiltIn: 'builtIn' in second.agent.source,
      worksAtHome: isEffect && scenario.workAtHome > 0,
      represents: [representsIn(first), representsIn(second)],
    }),
    limits: (second.modes?.limits ?? []).map((limit) => printable(limit, 500)),
    method: methodOf(manifests, profiles.length),
    places,
    scenarios,
    names: namesOfPair([a.name, b.name], scenarios),
    said: [first.scenario?.said ?? [], second.scenario?.said ?? []],
    synthetic: first.dataset.synthetic || second.dataset.synthetic,
    startedAt: second.startedAt,
    caveats,
    distribution: distributionOf(persons),
    groups,
    groupNote: groupNoteOf(groups),
    purposes: PURPOSES.flatMap((value) => {
      const change = delayOf(sums, value, paired);
      return change === null ? [] : [{ group: 'purpose', value, ...change }];
    }),
    zones: zoneChanges.map((zone) =>
      alike.get(zone.name)!.length === 1 ? zone : { ...zone, name: `${zone.name}, square ${zone.value}` },
    ),
    roads: withRoutes ? roads.changes(days, profiles.length) : null,
    persons,
    trips,
    geography,
  };
}

const ofNoTransit = (): TransitTime => ({ trips: 0, walk: 0, wait: 0, ride: 0 });

type Folders = readonly [RunFolder, RunFolder];
type Manifests = readonly [RunManifest, RunManifest];

function requireComparable([a, b]: Folders, [first, second]: Manifests): void {
  requireFinished(a, first.state === 'finished');
  requireFinished(b, second.state === 'finished');
  const differ = (what: string) => {
    throw new UserError(`${a.name} and ${b.name} ${what}, so they cannot be compared person by person.`);
  };
  if (first.dataset.hash !== second.dataset.hash) differ('have different people');
  if (first.people !== second.people) differ(`have ${first.people} and ${second.people} people`);
  const isSampled = first.dataset.sampledFrom !== undefined || second.dataset.sampledFrom !== undefined;
  if (isSampled && first.seed !== second.seed)
    differ(`have different samples of people (seeds ${first.seed} and ${second.seed})`);
  if (first.dataset.sampledFrom !== second.dataset.sampledFrom) differ('have different people of the same dataset');
  if (first.clock.steps * first.clock.stepSeconds !== second.clock.steps * second.clock.stepSeconds)
    differ('have different durations');
}

/** What makes the results of the runs invalid, or limits them; once if it is said of both. */
function doubtsSaid(folders: Folders, doubts: readonly (readonly Doubt[])[], isGrave: boolean): string[] {
  const runs = new Map<string, string[]>();
  for (const [i, own] of doubts.entries())
    for (const { message, grave } of own)
      if (grave === isGrave) runs.set(message, [...(runs.get(message) ?? []), folders[i]!.name]);
  const label = isGrave ? 'INVALID RESULT: ' : '';
  return Array.from(runs, ([message, names]) => `${label}${[...new Set(names)].join(', ')}: ${message}`);
}

function caveatsOf(manifests: Manifests): string[] {
  const others = differencesOf(...manifests);
  return others.length === 0
    ? []
    : [`The runs have different ${others.join(' and ')}, so differences are not only effects of the scenario.`];
}

/** The timetable of a run's map; null if there is none of this map, as of earlier versions. */
async function timetableOf({ map }: RunManifest): Promise<Timetable | null> {
  return (await readTimetableFile(timetablePathOf(map.path), map.hash).catch(() => undefined)) ?? null;
}

/** None if the map no longer has a road that the scenario names. */
function placesHere(places: () => ScenarioPlace[]): ScenarioPlace[] {
  try {
    return places();
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

const representsIn = ({ movement }: RunManifest): number =>
  1 / ((movement as MovementSettings | undefined)?.sampleFactor ?? 1);

function methodOf([first, second]: Manifests, people: number): string[] {
  const depend = [first, second].some(({ congestion }) => congestion !== 'off');
  return [
    `${counted(people, 'person', 'people')} in pairs: the second run minus the first, with 95 % intervals by a bootstrap over people, for roads by the normal approximation. An interval that includes 0 may be chance.`,
    `Where fewer than ${LEAST_CHANGED} people change there is no interval: so few cannot show how large the effect is.`,
    `People lose or gain if their travel changes by ${counted(LEAST_CHANGE, 'minute')} per day or more, or if trips fail. Dropped and new trips count as time saved and spent.`,
    'Nobody chooses another destination. CO2 is that of petrol cars by the mean speed on each road.',
    ...(depend ? ['With congestion people depend on each other, so intervals are too narrow.'] : []),
  ];
}

function distributionOf(persons: readonly PersonChange[]): ChangeBin[] {
  const ends = [null, ...CHANGE_EDGES, null];
  const counts = new Array<number>(CHANGE_EDGES.length + 1).fill(0);
  for (const { minutesA, minutesB, failedA, failedB } of persons) {
    // Who no longer makes a trip travels less, and loses.
    if (failedA !== failedB) continue;
    const at = CHANGE_EDGES.findIndex((edge) => (edge <= 0 ? minutesB - minutesA <= edge : minutesB - minutesA < edge));
    counts[at < 0 ? CHANGE_EDGES.length : at]!++;
  }
  return counts.map((people, i) => ({ from: ends[i]!, to: ends[i + 1]!, people }));
}
/** Minutes per day; a person who loses exactly a minute loses. */
const CHANGE_EDGES = [-30, -15, -5, -LEAST_CHANGE, LEAST_CHANGE, 5, 15, 30] as const;
const MOST_NAMED = 50;

function personChange(
  { id, home }: Profile,
  a: RunOfPerson,
  b: RunOfPerson,
  days: number,
  geography: Geography | null,
): PersonChange {
  const co2Of = ({ routes }: RunOfPerson) =>
    geography && (litresOfRoutes(routes, geography, 'petrol') * CO2_PER_LITRE.petrol) / days;
  const [minutesA, minutesB] = [minutesOf(a.trips) / days, minutesOf(b.trips) / days];
  const change = minutesB - minutesA;
  const isSame = a.failed === b.failed && JSON.stringify(a.trips) === JSON.stringify(b.trips);
  const loses = b.failed > a.failed || (b.failed === a.failed && change >= LEAST_CHANGE);
  const wins = b.failed < a.failed || (b.failed === a.failed && change <= -LEAST_CHANGE);
  return {
    id,
    home,
    tripsA: a.trips.length / days,
    tripsB: b.trips.length / days,
    minutesA,
    minutesB,
    kmA: kmOf(a.trips) / days,
    kmB: kmOf(b.trips) / days,
    co2A: co2Of(a),
    co2B: co2Of(b),
    failedA: a.failed / days,
    failedB: b.failed / days,
    verdict: isSame ? 'same' : loses ? 'loses' : wins ? 'wins' : 'similar',
  };
}

function minutesOf(trips: readonly TripRow[]): number {
  return trips.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
}

function kmOf(trips: readonly TripRow[]): number {
  return trips.reduce((sum, { metres }) => sum + metres, 0) / 1000;
}

function totalsOf(
  persons: readonly PersonChange[],
  { modes }: TripSums,
  days: number,
  paired: Paired,
  withRoutes: boolean,
): Record<string, PairedValue> {
  const of = (a: (person: PersonChange) => number, b: (person: PersonChange) => number) =>
    paired(persons.map(a), persons.map(b));
  return {
    'travel time, min': of(
      ({ minutesA }) => minutesA,
      ({ minutesB }) => minutesB,
    ),
    'distance, km': of(
      ({ kmA }) => kmA,
      ({ kmB }) => kmB,
    ),
    ...(withRoutes && {
      'CO2 by car, kg': of(
        ({ co2A }) => co2A!,
        ({ co2B }) => co2B!,
      ),
    }),
    trips: of(
      ({ tripsA }) => tripsA,
      ({ tripsB }) => tripsB,
    ),
    'failed trips': of(
      ({ failedA }) => failedA,
      ({ failedB }) => failedB,
    ),
    ...Object.fromEntries(
      [...modes]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([mode, [a, b]]) => [
          `trips ${modeInWords(mode)}`,
          paired(
            Array.from(a, (count) => count / days),
            Array.from(b, (count) => count / days),
          ),
        ]),
    ),
  };
}

/** Mean minutes of the trips in both runs, of a purpose or all, and their change; people are the units. */
function delayOf({ delays }: TripSums, purpose: string, paired: Paired) {
  const means = delays.get(purpose);
  if (means === undefined) return null;
  const [a, b] = means;
  const longer = (from: readonly number[], to: readonly number[]) =>
    from.filter((minutes, i) => to[i]! - minutes >= LEAST_CHANGE).length;
  return { ...paired(a, b), people: a.length, lose: longer(a, b), win: longer(b, a) };
}

const PURPOSES = ['work', 'school', 'home', 'other'] as const;

function purposeOf({ home, work, attributes }: Profile, { destination }: TripRow): (typeof PURPOSES)[number] {
  if (destination === home) return 'home';
  if (destination === work) return 'work';
  return destination !== null && destination === attributes.school ? 'school' : 'other';
}

function tripChange(profile: Profile, pair: TripPair): TripChange {
  const change = pair.a === null ? 'new' : pair.b === null ? 'gone' : 'both';
  return { id: profile.id, purpose: purposeOf(profile, (pair.a ?? pair.b)!), change, ...pair };
}

function countBy(persons: readonly PersonChange[]): Record<PersonChange['verdict'], number> {
  const counts = { loses: 0, wins: 0, similar: 0, same: 0 };
  for (const { verdict } of persons) counts[verdict]++;
  return counts;
}

function loseAndWin(persons: readonly PersonChange[]) {
  const { loses: lose, wins: win } = countBy(persons);
  return { lose, win };
}

/** People by the value of an attribute, in the order of the values; those without it are left out. */
function groupsBy(profiles: readonly Profile[], of: (profile: Profile) => string | null): [string, number[]][] {
  const groups = new Map<string, number[]>();
  profiles.forEach((profile, i) => {
    const value = of(profile);
    if (value === null) return;
    const group = groups.get(value);
    if (group) group.push(i);
    else groups.set(value, [i]);
  });
  const all = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return all.length > MOST_GROUPS ? [] : all;
}
/** An attribute with more values describes individuals, not groups. */
const MOST_GROUPS = 100_000;

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== 'unknown' ? value : null;
}

function ageGroup(age: unknown): string | null {
  if (typeof age !== 'number') return null;
  const at = AGES.findIndex((bound) => age < bound);
  return at < 0 ? `${AGES.at(-1)} or older` : `${AGES[at - 1] ?? 0}–${AGES[at]! - 1}`;
}
