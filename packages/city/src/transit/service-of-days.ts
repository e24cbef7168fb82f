import KDBush from 'kdbush';
import type { CityMap } from '../map/city-map.js';
import { representativeDay } from './day-timetable.js';
import { type DayNumber, runsOn } from './service-days.js';
import type { Timetable } from './timetable.js';

/** What a timetable offers on some days. */
export interface ServiceOfDays {
  /** Trips of vehicles per day. */
  readonly tripsPerDay: number;
  /** By stop of the timetable: 1 if a vehicle stops there on one of the days. */
  readonly served: Uint8Array;
}

/** The trips and served stops of consecutive days. Days outside the calendar are those of the usual week. */
export function serviceOfDays(timetable: Timetable, firstDay: DayNumber, days: number): ServiceOfDays {
  const { patterns, services } = timetable;
  const tripsOf = new Int32Array(services.weekdays.length);
  for (const service of patterns.services) tripsOf[service]++;
  const isUsed = new Uint8Array(tripsOf.length);
  let trips = 0;
  for (let day = 0; day < days; day++) {
    const known = representativeDay(timetable, firstDay + day);
    for (let service = 0; service < tripsOf.length; service++) {
      if (!runsOn(services, service, known)) continue;
      isUsed[service] = 1;
      trips += tripsOf[service];
    }
  }
  const served = new Uint8Array(timetable.stopCount);
  for (let pattern = 0; pattern < timetable.patternCount; pattern++) {
    const own = patterns.services.subarray(patterns.tripOffsets[pattern], patterns.tripOffsets[pattern + 1]);
    if (!own.some((service) => isUsed[service] === 1)) continue;
    for (let i = patterns.stopOffsets[pattern]; i < patterns.stopOffsets[pattern + 1]; i++)
      served[patterns.stops[i]] = 1;
  }
  return { tripsPerDay: trips / days, served };
}

/**
 * Marks the places from which a stop is near, in a straight line.
 * @param served by stop of the timetable: 1 for those that count
 * @returns by AOI of the map: 1 if one of these stops is within the metres
 */
export function nearStops(map: CityMap, { stops }: Timetable, served: Uint8Array, metres: number): Uint8Array {
  const points = map.aoiCentroids;
  const rows = Array.from(stops.aoiIds, (id) => map.aoiIndex(id)).filter((row, stop) => served[stop] === 1 && row >= 0);
  const tree = new KDBush(points.length / 2);
  for (let aoi = 0; aoi < points.length / 2; aoi++) tree.add(points[2 * aoi], points[2 * aoi + 1]);
  tree.finish();
  const near = new Uint8Array(points.length / 2);
  for (const row of rows) for (const aoi of tree.within(points[2 * row], points[2 * row + 1], metres)) near[aoi] = 1;
  return near;
}
