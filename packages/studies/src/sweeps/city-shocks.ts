import { UserError } from '@itinera/base';
import { type CityMap, LaneType, projectionOf, rulesOnRoads, runsOn, Timetable } from '@itinera/city';
import type { Profile } from '@itinera/engine';
import { linesOf, parseScenario, rulesOf, type ScenarioCity } from '@itinera/runner';
import type { SweepCondition } from './sweep-plan.js';

/** Dollars to enter, about the highest charge of a day in Stockholm in 2006 (60 crowns). */
const CHARGE = 8;
/** The cordon is around this share of the workplaces in either direction, so around about a fourth of them. */
const INSIDE = 0.5;

/**
 * Shocks that follow from a map: the main street closed to cars, which is the name with most lane metres (the road, if roads
 * have no names), the line that serves most stops closed, and a charge to drive into the centre, a box around half of the workplaces in either direction. Omits
 * those that the map does not allow, such as a centre without roads into it.
 */
export function cityShocks(city: ScenarioCity, people: readonly Pick<Profile, 'work'>[]): SweepCondition[] {
  const { map } = city;
  const shocks: { name: string; scenario: Record<string, unknown> }[] = [];
  const street = mainStreet(map);
  if (street !== null)
    shocks.push({ name: `the main street closed: ${street}`, scenario: { close: [{ road: street }] } });
  const line = mainLine(city);
  if (line !== null)
    shocks.push({ name: `the main line closed: ${line.name}`, scenario: { close: [{ line: line.sublines }] } });
  const box = centreOf(map, people);
  if (box !== null)
    shocks.push({ name: `${CHARGE} dollars to drive into the centre`, scenario: { price: [{ box, amount: CHARGE }] } });
  return shocks.flatMap(({ name, scenario }) => {
    const parsed = parseScenario({ name, ...scenario }, 'scenario');
    try {
      const rules = rulesOf(parsed, city, { stepSeconds: 3600, steps: 24 });
      return rulesOnRoads(rules).every(({ roads }) => roads.length > 0) ? [{ name, scenario: parsed }] : [];
    } catch (error) {
      if (error instanceof UserError) return [];
      throw error;
    }
  });
}

/** The name of the street, or the id of the road, with most metres of lanes for cars; null without any. */
function mainStreet(map: CityMap): string | number | null {
  const metres = new Map<string | number, number>();
  const { lanes, roads } = map;
  for (let lane = 0; lane < lanes.count; lane++) {
    if (lanes.type[lane] !== LaneType.DRIVING) continue;
    const road = map.roadIndex(lanes.parentId[lane]!);
    if (road < 0) continue;
    const street = map.text(roads.name[road]!).trim() || roads.id[road]!;
    metres.set(street, (metres.get(street) ?? 0) + lanes.length[lane]!);
  }
  // A name, if any road has one.
  const named = [...metres].filter(([street]) => typeof street === 'string');
  const [most] = (named.length > 0 ? named : [...metres]).sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}

/** The line whose vehicles make most stops in a usual week; null without a timetable. */
function mainLine({ map, timetable: columns }: ScenarioCity): { name: string; sublines: readonly number[] } | null {
  if (columns === null) return null;
  const timetable = Timetable.open(columns);
  const { patterns, services, usualWeek } = timetable;
  const week = Array.from({ length: 7 }, (_, day) => usualWeek + day);
  const days = services.weekdays.map((_, service) => week.filter((day) => runsOn(services, service, day)).length);
  const served = new Map<number, number>();
  patterns.sublineIds.forEach((subline, pattern) => {
    const trips = patterns.services.subarray(patterns.tripOffsets[pattern], patterns.tripOffsets[pattern + 1]);
    const runs = trips.reduce((sum, service) => sum + days[service]!, 0);
    const stops = patterns.stopOffsets[pattern + 1]! - patterns.stopOffsets[pattern]!;
    served.set(subline, (served.get(subline) ?? 0) + runs * stops);
  });
  const stopsOf = ({ sublines }: { readonly sublines: readonly number[] }) =>
    sublines.reduce((sum, id) => sum + served.get(id)!, 0);
  return linesOf(map, timetable).sort((a, b) => stopsOf(b) - stopsOf(a))[0] ?? null;
}

/** The middle of the workplaces: [west, south, east, north] in degrees; null for fewer than four. */
function centreOf(map: CityMap, people: readonly Pick<Profile, 'work'>[]): number[] | null {
  const centroids = map.aoiCentroids;
  const rows = people.flatMap(({ work }) => (work === null ? [] : map.aoiIndex(work))).filter((row) => row >= 0);
  if (rows.length < 4) return null;
  const middle = (axis: 0 | 1) => {
    const sorted = rows.map((row) => centroids[2 * row + axis]!).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
    return [at((1 - INSIDE) / 2), at((1 + INSIDE) / 2)] as const;
  };
  const [[west, east], [south, north]] = [middle(0), middle(1)];
  const { toLonLat } = projectionOf(map);
  const [low, high] = [toLonLat(west, south), toLonLat(east, north)];
  return [low.lon, low.lat, high.lon, high.lat];
}
