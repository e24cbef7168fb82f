import { counted, grouped, printable } from '@itinera/base';
import { closeLines, dayOf, nearStops, serviceOfDays, Timetable, type TransitRule } from '@itinera/city';
import type { Profile } from '@itinera/engine';
import { type Clock, dayOfStep, type RunModes, type TripRow } from '@itinera/run';
import type { ScenarioCity } from '../scenarios/effects.js';

const MODES: Readonly<Record<string, string>> = {
  WALK_ONLY: 'on foot',
  DRIVE_ONLY: 'by car',
  PASSENGER: 'as car passengers',
  BIKE_WALK: 'by bike',
  TAXI: 'by taxi',
  BUS_WALK: 'by bus',
  SUBWAY_WALK: 'by rail',
  BUS_SUBWAY_WALK: 'by public transport',
};
const PUBLIC = new Set(['BUS_WALK', 'SUBWAY_WALK', 'BUS_SUBWAY_WALK']);
/** Usual catchment of a bus stop: 400 m in a straight line. */
const NEAR_METRES = 400;
/** Longer texts come from a manifest that was edited. */
const LONGEST_LIMIT = 500;
/** Share of trips by public transport above which it is not the timetable that keeps people from it. */
const MANY_RIDES = 0.1;

/** The mode of a trip in words. */
export function modeInWords(mode: string): string {
  return MODES[mode] ?? mode;
}

/** Whether a mode in words is one of public transport. */
export function isRide(words: string): boolean {
  return [...PUBLIC].some((mode) => MODES[mode] === words);
}

/**
 * The trips of a run by mode, and what limits these shares: the timetable near the homes, and who has a car.
 * @param closures of lines and stations by the scenario, which are then always named
 */
export function modesOfRun(
  trips: Iterable<TripRow>,
  people: readonly Profile[],
  city: ScenarioCity,
  clock: Clock,
  closures: readonly TransitRule[] = [],
): RunModes {
  const withoutCar = new Set(people.filter(hasNoCar).map(({ id }) => id));
  const counts = new Map<string, number>();
  let [all, rides, byCar, asPassengers] = [0, 0, 0, 0];
  for (const { id, mode } of trips) {
    const name = modeInWords(mode);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    all++;
    if (PUBLIC.has(mode)) rides++;
    // Earlier versions have passengers as drivers.
    if (mode !== 'DRIVE_ONLY' && mode !== 'PASSENGER') continue;
    byCar++;
    if (withoutCar.has(id)) asPassengers++;
  }
  const limits: string[] = [];
  if (all > 0 && (rides <= MANY_RIDES * all || closures.length > 0)) {
    const service = serviceNear(people, city, clock, closures);
    if (service !== null)
      limits.push(`Public transport has ${shareOf(rides, all)} of ${counted(all, 'trip')}: ${service}.`);
  }
  if (asPassengers > 0)
    limits.push(
      `Cars: ${shareOf(withoutCar.size, people.length)} of ${counted(people.length, 'person', 'people')} have none. They make ${shareOf(asPassengers, byCar)} of the trips by car, as passengers in someone else's.`,
    );
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return { trips: Object.fromEntries(sorted), limits };
}

/** Whether a person has no car, nor anyone in the household as far as the profile says. */
function hasNoCar({ attributes: { has_car: own, cars } }: Profile): boolean {
  return own === false && !(typeof cars === 'number' && cars > 0);
}

/** What the timetable offers the homes of people; null if nobody could ride more with a better one. */
function serviceNear(
  people: readonly Profile[],
  { map, timetable }: ScenarioCity,
  clock: Clock,
  closures: readonly TransitRule[],
): string | null {
  if (timetable === null) return null;
  const usual = Timetable.open(timetable);
  const days = dayOfStep(clock, clock.steps - 1) + 1;
  const first = clock.firstDay === undefined ? usual.usualWeek : dayOf(clock.firstDay);
  const { timetable: left, effects } = closeLines(usual, closures, [first, days]);
  const { tripsPerDay, served } = serviceOfDays(left, first, days);
  const near = nearStops(map, left, served, NEAR_METRES);
  const far = people.filter(({ home }) => near[map.aoiIndex(home)] !== 1).length;
  const perDay = (trips: number) => Math.max(1, Math.round(trips));
  const cancelled = effects.cancelled === 0 ? 0 : perDay(effects.cancelled / days);
  if (tripsPerDay === 0)
    return cancelled === 0
      ? 'its timetable has no trips on these days'
      : `the scenario cancels all trips of its timetable, ${grouped(cancelled)} per day`;
  const after = cancelled === 0 ? '' : ` after the scenario has cancelled ${grouped(cancelled)}`;
  const runs = `its timetable has ${counted(perDay(tripsPerDay), 'trip')} per day${after}`;
  return `${runs}, and ${shareOf(far, people.length)} of homes have no stop of these trips within ${NEAR_METRES} m`;
}

/** `63 %`, `0.06 %`, `none`. */
function shareOf(part: number, all: number): string {
  if (part === 0) return 'none';
  const percent = (100 * part) / all;
  return `${percent < 1 ? Number(percent.toPrecision(1)) : percent.toFixed(0)} %`;
}

/** Describes the trips of a run by mode, and what limits them. */
export function describeModes({ trips, limits }: RunModes): string[] {
  const all = Object.values(trips).reduce((sum, count) => sum + count, 0);
  if (all === 0) return [];
  const shares = Object.entries(trips).map(
    ([mode, count]) => `${printable(mode)} ${grouped(count)} (${shareOf(count, all)})`,
  );
  return [`Trips ${shares.join(', ')}`, ...limits.map((limit) => printable(limit, LONGEST_LIMIT))];
}
