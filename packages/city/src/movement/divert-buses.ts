import type { CityMap } from '../map/city-map.js';
import { Router } from '../routing/router.js';
import type { RoutingData } from '../routing/routing-data.js';
import { type CourseEffects, reschedule } from '../transit/reschedule.js';
import { type DayNumber, dayOf } from '../transit/service-days.js';
import type { Timetable } from '../transit/timetable.js';
import { BusCourses } from './bus-courses.js';
import { closeLines, rulesOnLines, rulesOnRoads, type TransitRule } from './close-lines.js';
import { type RoadRule, RoadRules } from './road-rules.js';

/**
 * The timetable while roads are closed. A bus that would meet a closed road takes the fastest way around it to its next stop,
 * and is late by the difference from there on. It leaves out stops that are on closed roads or out of reach, and is cancelled if
 * fewer than two are left.
 * @param days first day of the simulation, and number of days
 * @returns the given timetable if nothing changes
 */
export function divertBuses(
  city: CityMap,
  timetable: Timetable,
  router: Router,
  rules: RoadRules,
  days: readonly [DayNumber, number],
): { readonly timetable: Timetable; readonly effects: CourseEffects } {
  return reschedule(timetable, new BusCourses(city, timetable, router, rules), days);
}

/**
 * The effect of closed roads on the buses of a simulation whose lines are not closed.
 * @param firstDay its date; undefined for the usual week of the timetable
 */
export function effectsOnBuses(
  city: CityMap,
  routing: RoutingData,
  timetable: Timetable,
  rules: readonly (RoadRule | TransitRule)[],
  { firstDay, days }: { readonly firstDay: string | undefined; readonly days: number },
): CourseEffects {
  const dayZero = firstDay === undefined ? timetable.usualWeek : dayOf(firstDay);
  const router = new Router(city, routing);
  const { timetable: open } = closeLines(timetable, rulesOnLines(rules), [dayZero, days]);
  const onRoads = new RoadRules(city, rulesOnRoads(rules));
  return divertBuses(city, open, router, onRoads, [dayZero, days]).effects;
}
