import {
  aoisIn,
  type CityMap,
  cutOffAois,
  gatesOf,
  openRoutingData,
  Places,
  type RoadRule,
  roadsInto,
} from '@itinera/city';
import { type PlanChanges, type PreparedCity, type Profile, RandomStream, StreamPurpose } from '@itinera/engine';
import { counted, UserError } from '@itinera/metrics';
import { type Clock, dateOfDay, dayOfStep, WEEKDAYS } from '@itinera/run';
import { findRoads } from './find-roads.js';
import type { HoursGiven, Scenario } from './scenario.js';
import { nameOf } from './scenario-map.js';

const SECONDS_PER_HOUR = 3600;

/** What a scenario changes while people move: rules on roads, and their plans. */
export interface ScenarioEffects {
  readonly rules: readonly RoadRule[];
  readonly plans: PlanChanges;
}

/** @throws UserError if a road is not on the map, or an area lies outside it */
export function effectsOf(scenario: Scenario, map: CityMap, clock: Clock): ScenarioEffects {
  const { close, price, shift, evacuate } = scenario;
  const days = daysOf(clock);
  const ids = (rows: readonly number[]) => rows.map((row) => map.roads.id[row]!);
  const rules = [
    ...close.map(
      (one, i): RoadRule => ({
        roads: ids(findRoads(map, one, nameOf('close', i, close.length))),
        ...hours(one, days),
        worthSeconds: null,
        forEveryone: one.for === 'everyone',
      }),
    ),
    ...price.map(
      (one, i): RoadRule => ({
        roads: ids(roadsInto(map, one.area, nameOf('price', i, price.length))),
        ...hours(one, days),
        worthSeconds: (one.amount / one.valueOfTime) * SECONDS_PER_HOUR,
        forEveryone: false,
      }),
    ),
  ];
  return {
    rules,
    plans: {
      shift: shift.map(({ seconds, share, purpose, ...one }) => ({ ...hours(one, days), seconds, share, purpose })),
      evacuation: evacuate === null ? null : evacuationOf(evacuate, map),
    },
  };
}

/** The weekday of each day, 0 for Sunday. Days without dates have none. */
function daysOf(clock: Clock): (number | null)[] {
  return Array.from({ length: dayOfStep(clock, clock.steps - 1) + 1 }, (_, day) => {
    const date = dateOfDay(clock, day);
    return date && WEEKDAYS.indexOf(date.weekday);
  });
}

function hours({ from, to, days }: HoursGiven, weekdays: readonly (number | null)[]) {
  return { from, to, days: days && weekdays.map((weekday) => weekday !== null && days.includes(weekday)) };
}

function evacuationOf(
  { area, at, within }: NonNullable<Scenario['evacuate']>,
  map: CityMap,
): PlanChanges['evacuation'] {
  const inside = aoisIn(map, area, 'evacuate');
  const rows = Array.from(inside.keys()).filter((row) => inside[row] === 1);
  if (rows.length === 0) throw new UserError('evacuate: there is no place in the area. Enlarge it.');
  const outside = Array.from(inside.keys()).filter((row) => inside[row] === 0 && gatesOf(map, row, 'drive').length > 0);
  if (outside.length === 0)
    throw new UserError(
      'evacuate: the area covers every place on the map, so there is nowhere to go. Make it smaller.',
    );
  const centroids = new Places(map).aoiCentroids();
  const nearest = nearestOf(centroids, outside);
  const id = (row: number) => map.aois.id[row]!;
  return { at, within, refuges: rows.map((row) => [id(row), id(nearest(row))] as const) };
}

/** Finds the nearest of some rows to a row, the first of equally near ones; `xy` has the places of all rows. */
export function nearestOf(xy: Float64Array, rows: readonly number[]): (row: number) => number {
  const sorted = [...rows].sort((a, b) => xy[2 * a]! - xy[2 * b]! || a - b);
  return (row) => {
    const [x, y] = [xy[2 * row]!, xy[2 * row + 1]!];
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (xy[2 * sorted[middle]!]! < x) low = middle + 1;
      else high = middle;
    }
    let [best, least] = [sorted[0]!, Infinity];
    // From here to both sides, until the rest is farther away by x alone.
    for (const step of [1, -1])
      for (let i = step === 1 ? low : low - 1; i >= 0 && i < sorted.length; i += step) {
        const other = sorted[i]!;
        if (Math.abs(xy[2 * other]! - x) > least) break;
        const metres = Math.hypot(xy[2 * other]! - x, xy[2 * other + 1]! - y);
        if (metres < least || (metres === least && other < best)) [best, least] = [other, metres];
      }
    return best;
  };
}

/** The people of a scenario: some of those with a workplace work at home. Others are the same. */
export function peopleOfScenario(
  { workAtHome }: Scenario,
  people: readonly Profile[],
  seed: number,
): readonly Profile[] {
  if (workAtHome === 0) return people;
  return people.map((person) => {
    if (person.work === null || person.work === person.home) return person;
    const isAtHome = new RandomStream(seed, person.id, StreamPurpose.WORK_AT_HOME).next() < workAtHome;
    return isAtHome ? { ...person, work: person.home } : person;
  });
}

/**
 * Checks a scenario before the run, and says what it does.
 * @throws UserError if a road is not on the map, or an area lies outside it
 */
export function checkScenario(
  scenario: Scenario,
  { map, routing }: Pick<PreparedCity, 'map' | 'routing'>,
  people: readonly Profile[],
  { clock, seed }: { readonly clock: Clock; readonly seed: number },
  {
    warn,
    note,
  }: {
    readonly warn?: ((message: string) => void) | undefined;
    readonly note?: ((message: string) => void) | undefined;
  },
): void {
  const { rules, plans } = effectsOf(scenario, map, clock);
  const changed = peopleOfScenario(scenario, people, seed);
  note?.(`Scenario ${scenario.name}: ${describe(scenario, rules, plans, people, changed)}.`);
  const closed = rules.filter(({ worthSeconds }) => worthSeconds === null);
  if (closed.length === 0) return;
  const rows = closed.flatMap(({ roads }) => roads.map((id) => map.roadIndex(id)));
  const isCutOff = cutOffAois(map, driveNetworkOf(map, routing), rows);
  const at = (aoi: number | null) => aoi !== null && isCutOff[map.aoiIndex(aoi)] === 1;
  const homes = changed.filter(({ home }) => at(home));
  const works = changed.filter(({ home, work }) => !at(home) && at(work));
  const cut = [...homes, ...works];
  if (cut.length === 0) return;
  const first = cut[0]!;
  const place = at(first.home) ? `whose home is AOI ${first.home}` : `whose work is AOI ${first.work}`;
  warn?.(
    `close: ${cut.length} of ${counted(people.length, 'person', 'people')} ${cut.length === 1 ? 'is' : 'are'} cut off by car, such as person ${first.id}, ${place}: ` +
      `${homes.length} live and ${works.length} others work where no open road leads. Their trips by car fail while the roads are closed.`,
  );
}

function driveNetworkOf(map: CityMap, routing: PreparedCity['routing']) {
  return openRoutingData(routing, map)!.drive;
}

/** `closes 4 roads, lets 12 of 60 workers work at home`. */
function describe(
  { add, speed, lanes, shift, evacuate, price }: Scenario,
  rules: readonly RoadRule[],
  { evacuation }: PlanChanges,
  people: readonly Profile[],
  atHome: readonly Profile[],
): string {
  const closed = new Set(rules.filter(({ worthSeconds }) => worthSeconds === null).flatMap(({ roads }) => roads));
  const workers = people.filter(({ work, home }) => work !== null && work !== home).length;
  const staying = people.filter((person, i) => person !== atHome[i]).length;
  const inside = new Set(evacuation?.refuges.map(([aoi]) => aoi));
  const residents = people.filter(({ home }) => inside.has(home)).length;
  const parts = [
    closed.size > 0 && `closes ${counted(closed.size, 'road')}`,
    speed.length > 0 && 'changes speed limits',
    lanes.length > 0 && 'changes lanes',
    add.length > 0 &&
      `adds ${add.map((one) => ('road' in one ? `a road${one.road.name && ` (${one.road.name})`}` : 'bus' in one ? `a bus line (${one.bus.name})` : `the lines of ${one.gtfs.split(/[\\/]/).at(-1)}`)).join(', ')}`,
    staying > 0 && `lets ${staying} of ${counted(workers, 'person', 'people')} with a workplace work at home`,
    shift.length > 0 && 'shifts departures',
    evacuate && `evacuates an area where ${residents} of ${counted(people.length, 'person', 'people')} live`,
    price.length > 0 &&
      `charges ${counted(new Set(rules.flatMap(({ roads, worthSeconds }) => (worthSeconds === null ? [] : roads))).size, 'road')} into an area`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
