import { UserError, WEEKDAYS } from '@itinera/base';
import {
  aoisIn,
  type CityMap,
  gatesOf,
  type HoursOfDays,
  type RoadClosure,
  type RoadRule,
  roadsInto,
  type Scenario,
  type SharedColumns,
  Timetable,
  type TransitRule,
} from '@itinera/city';
import { type PlanChanges, type Profile, RandomStream, StreamPurpose } from '@itinera/engine';
import { type Clock, dateOfDay, dayOfStep } from '@itinera/run';
import { findLines, findStations } from './find-lines.js';
import { findRoads } from './find-roads.js';
import { nameOf } from './scenario-map.js';

const SECONDS_PER_HOUR = 3600;

/** The map of a scenario with its public transport. */
export interface ScenarioCity {
  readonly map: CityMap;
  readonly timetable: SharedColumns | null;
}

/** What applies to roads, lines or stations while people move. */
export type Rule = RoadRule | TransitRule;

/** What a scenario makes of a city and its people. */
export interface AppliedScenario {
  readonly rules: readonly Rule[];
  readonly plans: PlanChanges;
  readonly people: readonly Profile[];
}

/**
 * Applies a scenario to the map that it has changed: the same for its check and for the simulation.
 * @throws UserError if a road is not on the map, a line is not in its timetable, or an area lies outside it
 */
export function applyScenario(
  scenario: Scenario,
  city: ScenarioCity,
  people: readonly Profile[],
  { clock, seed }: { readonly clock: Clock; readonly seed: number },
): AppliedScenario {
  return {
    rules: rulesOf(scenario, city, clock),
    plans: plansOf(scenario, city.map, clock),
    people: peopleOfScenario(scenario, people, seed),
  };
}

/**
 * The rules on roads and lines while people move: of `close` and then of `price`, in their order.
 * @throws UserError if a road is not on the map, a line is not in its timetable, or an area lies outside it
 */
export function rulesOf({ close, price }: Scenario, { map, timetable }: ScenarioCity, clock: Clock): Rule[] {
  const days = daysOf(clock);
  const lines = timetable && Timetable.open(timetable);
  const ids = (rows: readonly number[]) => rows.map((row) => map.roads.id[row]!);
  return [
    ...close.map((one, i): Rule => {
      const what = nameOf('close', i, close.length);
      const times = hours(one, days);
      if ('station' in one) return { sublines: [], stations: findStations(map, lines, one, what), ...times };
      if (!('for' in one)) return { sublines: findLines(map, lines, one, what).sublines, stations: [], ...times };
      return {
        roads: ids(findRoads(map, one, what, closedFor(one))),
        ...times,
        worthSeconds: null,
        forEveryone: one.for === 'everyone',
        ...(one.for === 'cars-not-buses' && { exceptBuses: true }),
      };
    }),
    ...price.map(
      (one, i): RoadRule => ({
        roads: ids(roadsInto(map, one.area, nameOf('price', i, price.length))),
        ...hours(one, days),
        worthSeconds: (one.amount / one.valueOfTime) * SECONDS_PER_HOUR,
        forEveryone: false,
      }),
    ),
  ];
}

/** What a scenario changes of the plans of people. @throws UserError if an area lies outside the map */
export function plansOf({ shift, evacuate }: Scenario, map: CityMap, clock: Clock): PlanChanges {
  const days = daysOf(clock);
  return {
    shift: shift.map(({ seconds, share, purpose, ...one }) => ({ ...hours(one, days), seconds, share, purpose })),
    evacuation: evacuate === null ? null : evacuationOf(evacuate, map),
  };
}

/** Whose roads a closure selects. */
export function closedFor({ for: whom }: RoadClosure): 'cars' | 'everyone' {
  return whom === 'everyone' ? whom : 'cars';
}

/**
 * The weekday of each day, 0 for Sunday, and of a week more: the last buses of the day before the run are those of the same
 * weekday after it. Days without dates have none.
 */
function daysOf(clock: Clock): (number | null)[] {
  return Array.from({ length: dayOfStep(clock, clock.steps - 1) + 1 + 8 }, (_, day) => {
    const date = dateOfDay(clock, day);
    return date && WEEKDAYS.indexOf(date.weekday);
  });
}

function hours({ from, to, days }: HoursOfDays, weekdays: readonly (number | null)[]) {
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
  const centroids = map.aoiCentroids;
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
function peopleOfScenario({ workAtHome }: Scenario, people: readonly Profile[], seed: number): readonly Profile[] {
  if (workAtHome === 0) return people;
  return people.map((person) => {
    if (person.work === null || person.work === person.home) return person;
    const isAtHome = new RandomStream(seed, person.id, StreamPurpose.WORK_AT_HOME).next() < workAtHome;
    return isAtHome ? { ...person, work: person.home } : person;
  });
}
