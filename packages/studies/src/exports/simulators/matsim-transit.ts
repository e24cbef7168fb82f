import { type CityMap, type DayNumber, representativeDay, runsOn, type Timetable } from '@itinera/city';
import type { MatsimPlane } from './matsim-plane.js';
import { clockOf, element } from './xml.js';

const DTD = 'http://www.matsim.org/files/dtd';
const SCHEMA = `xmlns="${DTD}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${DTD} ${DTD}/vehicleDefinitions_v2.0.xsd"`;

/**
 * Lines, stops and departures of a day for MATSim, on separate links from stop to stop (mode pt), so that vehicles keep
 * the timetable whatever the traffic. A stop has one facility per link that leads to it.
 */
export function matsimTransit(map: CityMap, timetable: Timetable, day: DayNumber, plane: MatsimPlane) {
  const { stops, patterns, hops, services, patternCount } = timetable;
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const nodes = new Map<number, string>();
  const links = new Map<string, { from: number; to: number; metres: number; seconds: number }>();
  const place = (stop: number) => {
    const first = offsets[stops.lanes[stop]!]!;
    return plane.toXY(xy[2 * first]!, xy[2 * first + 1]!);
  };
  const linkTo = (from: number, to: number, metres: number, seconds: number): string => {
    for (const stop of [from, to])
      if (!nodes.has(stop)) nodes.set(stop, element('node', { id: `stop_${stop}`, ...place(stop) }));
    const id = `pt_${from}_${to}`;
    const known = links.get(id);
    links.set(id, { from, to, metres, seconds: Math.min(seconds, known?.seconds ?? Infinity) });
    return id;
  };
  const lines: string[] = [];
  const vehicles: string[] = [];
  const running = representativeDay(timetable, day);
  for (let pattern = 0; pattern < patternCount; pattern++) {
    const first = patterns.stopOffsets[pattern]!;
    const length = patterns.stopOffsets[pattern + 1]! - first;
    const own = patterns.stops.subarray(first, first + length);
    // Trips with the same times between stops are one route.
    const routes = new Map<string, { events: number; departures: { trip: number; time: number }[] }>();
    for (let trip = patterns.tripOffsets[pattern]!; trip < patterns.tripOffsets[pattern + 1]!; trip++) {
      if (!runsOn(services, patterns.services[trip]!, running)) continue;
      const events = patterns.eventOffsets[pattern]! + (trip - patterns.tripOffsets[pattern]!) * length;
      const time = patterns.departures[events]!;
      const times = Array.from({ length: 2 * length }, (_, i) =>
        i % 2 === 0 ? patterns.arrivals[events + (i >> 1)]! - time : patterns.departures[events + (i >> 1)]! - time,
      );
      const key = times.join(' ');
      const route = routes.get(key) ?? { events, departures: [] };
      routes.set(key, route);
      route.departures.push({ trip, time });
    }
    const kind = patterns.kinds[pattern] === 2 ? 'rail' : 'bus';
    const written = [...routes.values()].map(({ events, departures }, i) => {
      const begin = patterns.departures[events]!;
      const ids = Array.from(own, (stop, at) => {
        if (at === 0) return linkTo(stop, stop, 1, 1);
        const hop = patterns.hops[first + at - 1]!;
        const seconds = patterns.arrivals[events + at]! - patterns.departures[events + at - 1]!;
        return linkTo(own[at - 1]!, stop, hops.metres[hop] ?? 1, seconds);
      });
      return element(
        'transitRoute',
        { id: `${pattern}_${i}` },
        element('transportMode', {}, kind),
        element(
          'routeProfile',
          {},
          ...ids.map((id, at) =>
            element('stop', {
              refId: id,
              arrivalOffset: clockOf(patterns.arrivals[events + at]! - begin),
              departureOffset: clockOf(patterns.departures[events + at]! - begin),
              awaitDeparture: 'true',
            }),
          ),
        ),
        element('route', {}, ...ids.map((id) => element('link', { refId: id }))),
        element(
          'departures',
          {},
          ...departures.map(({ trip, time }) => {
            vehicles.push(element('vehicle', { id: `vehicle_${trip}`, type: kind }));
            return element('departure', { id: trip, departureTime: clockOf(time), vehicleRefId: `vehicle_${trip}` });
          }),
        ),
      );
    });
    if (written.length > 0) lines.push(element('transitLine', { id: patterns.sublineIds[pattern]! }, ...written));
  }
  const facilities = [...links].map(([id, { to }]) =>
    element('stopFacility', { id, ...place(to), linkRefId: id, name: stops.aoiIds[to]!, isBlocking: 'false' }),
  );
  return {
    nodes: [...nodes.values()],
    links: [...links].map(([id, { from, to, metres, seconds }]) =>
      element('link', {
        id,
        from: `stop_${from}`,
        to: `stop_${to}`,
        length: Math.max(metres, 1).toFixed(2),
        freespeed: Math.max(1, metres / Math.max(1, seconds - 1)).toFixed(3),
        capacity: '9999.0',
        permlanes: '1.0',
        oneway: 1,
        modes: 'pt',
      }),
    ),
    schedule: [
      `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE transitSchedule SYSTEM "${DTD}/transitSchedule_v2.dtd">\n<transitSchedule>`,
      '<transitStops>',
      ...facilities,
      '</transitStops>',
      ...lines,
      '</transitSchedule>',
    ],
    vehicles: [
      `<?xml version="1.0" encoding="UTF-8"?>\n<vehicleDefinitions ${SCHEMA}>`,
      ...['bus', 'rail'].map((id) => {
        const [seats, standing] = id === 'bus' ? [40, 40] : [200, 400];
        return element(
          'vehicleType',
          { id },
          element('capacity', { seats, standingRoomInPersons: standing }),
          element('length', { meter: id === 'bus' ? 12 : 100 }),
          element('width', { meter: 2.5 }),
          element('passengerCarEquivalents', { pce: 0.001 }),
          element('networkMode', { networkMode: 'pt' }),
        );
      }),
      ...vehicles,
      '</vehicleDefinitions>',
    ],
  };
}
