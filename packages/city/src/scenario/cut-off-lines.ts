import { SECONDS_PER_DAY } from '@itinera/base';
import type { CityMap } from '../map/city-map.js';
import { closeLines, type TransitRule } from '../movement/close-lines.js';
import { gatesOf } from '../movement/gates.js';
import { defaultMovementOptions } from '../movement/options.js';
import { isWithinHours } from '../movement/road-rules.js';
import type { LanePlace } from '../routing/route.js';
import type { WalkNetwork } from '../routing/walk-network.js';
import { representativeDay } from '../transit/day-timetable.js';
import { dayOf, runsOn } from '../transit/service-days.js';
import { StopReach } from '../transit/stop-reach.js';
import type { Timetable } from '../transit/timetable.js';

const WEEK = 7;

/** The distance to a stop beyond which nobody walks there, metres. */
export const STOP_METRES = defaultMovementOptions.transit.accessMetres;

/**
 * The AOIs, by row, that closed lines and stations cut off: something stops within walking distance in the hours of a closure, and
 * nothing does with all closures.
 * @param days first day of the simulation (undefined: the usual week of the timetable), and number of days
 */
export function cutOffFromLines(
  city: CityMap,
  walk: WalkNetwork,
  timetable: Timetable,
  rules: readonly TransitRule[],
  { firstDay, days }: { readonly firstDay: string | undefined; readonly days: number },
): Uint8Array {
  const dayZero = firstDay === undefined ? timetable.usualWeek : dayOf(firstDay);
  const { timetable: closed } = closeLines(timetable, rules, [dayZero, 0]);
  const places = Array.from({ length: city.aois.count }, (_, aoi) =>
    gatesOf(city, aoi, 'walk').map((gate) => ({ ...gate, aoi })),
  ).flat();
  const reach = new StopReach(
    city,
    walk,
    Int32Array.from(places, ({ lane }) => lane),
    Float64Array.from(places, ({ s }) => s),
  );
  const near = (served: Uint8Array) => {
    const { lanes, s } = timetable.stops;
    const stops = Array.from(lanes.keys()).filter((stop) => served[stop] === 1);
    const from = stops.map((stop): LanePlace => ({ lane: lanes[stop], s: s[stop] }));
    const marks = new Uint8Array(city.aois.count);
    for (const place of reach.around(from, STOP_METRES).stops) marks[places[place]!.aoi] = 1;
    return marks;
  };
  const cut = new Uint8Array(city.aois.count);
  for (const rule of rules) {
    const before = near(servedStops(timetable, rule, dayZero, days));
    const after = near(servedStops(closed, rule, dayZero, days));
    before.forEach((was, aoi) => {
      if (was === 1 && after[aoi] === 0) cut[aoi] = 1;
    });
  }
  return cut;
}

/** The stops where something stops in the hours of a rule: 1. */
function servedStops(
  timetable: Timetable,
  rule: Pick<TransitRule, 'from' | 'to' | 'days'>,
  dayZero: number,
  days: number,
): Uint8Array {
  const { patterns, services, stopCount } = timetable;
  const served = new Uint8Array(stopCount);
  for (let day = 0; day < Math.min(days, WEEK); day++) {
    const isActive = services.weekdays.map((_, service) =>
      runsOn(services, service, representativeDay(timetable, dayZero + day)) ? 1 : 0,
    );
    for (let pattern = 0; pattern < timetable.patternCount; pattern++) {
      const [start, end] = [patterns.stopOffsets[pattern], patterns.stopOffsets[pattern + 1]];
      for (let trip = patterns.tripOffsets[pattern]; trip < patterns.tripOffsets[pattern + 1]; trip++) {
        if (isActive[patterns.services[trip]] === 0) continue;
        const first = patterns.eventOffsets[pattern] + (trip - patterns.tripOffsets[pattern]) * (end - start);
        for (let i = 0; i < end - start; i++)
          if (isWithinHours(rule, (day * SECONDS_PER_DAY + patterns.departures[first + i]) * 1000))
            served[patterns.stops[start + i]] = 1;
      }
    }
  }
  return served;
}
