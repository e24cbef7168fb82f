import { synthesizeCity } from '@itinera/city-build';
import { expect, test } from 'vitest';
import { projectionOf } from '../map/projection.js';
import { asRead } from '../map/synthetic-map.fixture.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { changeNetwork } from '../scenario/change-network.js';
import { dayTimetable } from '../transit/day-timetable.js';
import { withHops } from '../transit/reschedule.js';
import { Timetable } from '../transit/timetable.js';
import { closeLines } from './close-lines.js';
import { divertBuses } from './divert-buses.js';
import { type RoadRule, RoadRules } from './road-rules.js';

const plain = asRead(synthesizeCity({ seed: 1, size: 1000 }));
/** Beside the first lane to an AOI on foot. */
const at = (aoi: number) => {
  const lane = plain.laneIndex(plain.aois.walkingPositions.laneId[plain.aois.walkingPositions.offsets[aoi]!]!);
  const { offsets, xy } = plain.lanes.centerLine.nodes;
  const { lon, lat } = projectionOf(plain).toLonLat(xy[2 * offsets[lane]!]!, xy[2 * offsets[lane]! + 1]!);
  return [lon, lat] as const;
};
const stops = [0, plain.aois.count >> 1, plain.aois.count - 1].map(at);
const line = { name: 'A', stops, headway: 1800, from: 25_200, to: 36_000, speed: 20, bothWays: false };
const { map: city, timetable: lines } = changeNetwork(plain, undefined, [{ kind: 'bus', line }]);
const timetable = lines!;
const router = new Router(city, buildRoutingData(city, { hierarchies: false }));
const { hops, patterns } = timetable;
const roadsOf = ({ lanes, laneOffsets }: typeof hops, hop: number) =>
  Array.from(lanes.subarray(laneOffsets[hop], laneOffsets[hop + 1]), (lane) => city.lanes.parentId[lane]!).filter(
    (id) => city.roadIndex(id) >= 0,
  );
const way = roadsOf(hops, patterns.hops[0]!);
const middle = way[way.length >> 1]!;
const closure: RoadRule = {
  roads: [middle],
  from: 8 * 3600,
  to: 9 * 3600,
  days: null,
  worthSeconds: null,
  forEveryone: false,
};
const monday = timetable.usualWeek;
const divert = (rule: RoadRule, days = 1) =>
  divertBuses(city, timetable, router, new RoadRules(city, [rule]), [monday, days]);

test('buses take the fastest way around a closed road, and are late from there on', () => {
  const { timetable: changed, effects } = divert(closure);
  // Departures at 8:00 and 8:30 of seven.
  expect(effects).toMatchObject({ diverted: 2, cancelled: 0, skippedStops: 0 });
  const day = dayTimetable(changed, monday);
  const before = dayTimetable(timetable, monday);
  // Those of the next morning are in it too.
  expect(day.tripCounts.reduce((sum, count) => sum + count, 0)).toBe(14);
  expect(effects.longestDelaySeconds).toBeGreaterThan(0);
  const lateness = (departure: number) => {
    const arrivalOf = ({ departures, arrivals }: typeof day) => arrivals[departures.indexOf(departure) + 2]!;
    return arrivalOf(day) - arrivalOf(before);
  };
  expect([7.5, 8, 8.5, 9].map((hour) => lateness(hour * 3600))).toEqual([
    0,
    effects.longestDelaySeconds,
    effects.longestDelaySeconds,
    0,
  ]);
  const added = Array.from(changed.hops.metres.keys()).slice(hops.metres.length);
  expect(added).toHaveLength(1);
  expect(roadsOf(changed.hops, added[0]!)).not.toContain(middle);
});

test('a stop on a closed road is left out; a bus with one stop left is cancelled', () => {
  const all = { ...closure, from: 0, to: 86_400 };
  const { effects, timetable: changed } = divert({ ...all, roads: [way.at(-1)!] });
  expect(effects).toMatchObject({ diverted: 7, skippedStops: 7, cancelled: 0 });
  expect(changed.patterns.stops.subarray(changed.patterns.stopOffsets[1])).toHaveLength(2);
  const none = divert({ ...all, roads: [...city.roads.id] });
  expect(none.effects).toMatchObject({ diverted: 0, cancelled: 7 });
  expect(dayTimetable(none.timetable, monday).patterns).toHaveLength(0);
});

test('a closure on some days changes the buses of these days only, and one that spares buses none', () => {
  const tuesdays = { ...closure, days: [false, true, false] };
  const { timetable: changed, effects } = divert(tuesdays, 3);
  expect(effects.diverted).toBe(2);
  expect(dayTimetable(changed, monday + 2)).toEqual(dayTimetable(timetable, monday + 2));
  expect(dayTimetable(changed, monday + 1)).not.toEqual(dayTimetable(timetable, monday + 1));
  expect(divert({ ...closure, exceptBuses: true }).timetable).toBe(timetable);
});

test('a closed line has no departures in these hours; those before and after keep their times', () => {
  const rule = { sublines: [...patterns.sublineIds], stations: [], from: 8 * 3600, to: 9 * 3600, days: null };
  const { timetable: changed, effects } = closeLines(timetable, [rule], [monday, 1]);
  expect(effects).toEqual({ diverted: 0, cancelled: 2, skippedStops: 0, longestDelaySeconds: 0 });
  const firsts = ({ departures }: ReturnType<typeof dayTimetable>) =>
    Array.from(departures).filter((_, i) => i % 3 === 0 && departures[i]! < 86_400);
  const half = (hours: readonly number[]) => hours.map((hour) => hour * 3600);
  expect(firsts(dayTimetable(changed, monday))).toEqual(half([7, 7.5, 9, 9.5, 10]));
  // A closure of Tuesday leaves Monday as it is.
  const tuesday = closeLines(timetable, [{ ...rule, days: [false, true] }], [monday, 2]).timetable;
  expect(dayTimetable(tuesday, monday).departures.slice(0, 21)).toEqual(
    dayTimetable(timetable, monday).departures.slice(0, 21),
  );
  expect(firsts(dayTimetable(tuesday, monday + 1))).toHaveLength(5);
  expect(closeLines(timetable, [{ ...rule, sublines: [] }], [monday, 1]).timetable).toBe(timetable);
});

test('buses pass a closed station on their usual way and on time', () => {
  const [, station] = patterns.stops;
  const rule = { sublines: [], stations: [timetable.stops.aoiIds[station!]!], from: 0, to: 86_400, days: null };
  const { timetable: changed, effects } = closeLines(timetable, [rule], [monday, 1]);
  expect(effects).toEqual({ diverted: 7, cancelled: 0, skippedStops: 7, longestDelaySeconds: 0 });
  const day = dayTimetable(changed, monday);
  const usual = dayTimetable(timetable, monday);
  expect([day.departures[0], day.arrivals[1]]).toEqual([usual.departures[0], usual.arrivals[2]]);
  const joined = changed.hops.metres.length - 1;
  expect(changed.hops.metres[joined]).toBeCloseTo(hops.metres[patterns.hops[0]!]! + hops.metres[patterns.hops[1]!]!);
  const lanes = changed.hops.lanes.subarray(changed.hops.laneOffsets[joined]);
  const length = lanes.reduce((sum, lane) => sum + city.lanes.length[lane]!, 0);
  const rest = city.lanes.length[lanes.at(-1)!]! - changed.hops.endS[joined]!;
  expect(length - changed.hops.startS[joined]! - rest).toBeCloseTo(changed.hops.metres[joined]!);
  const [first, last] = [0, 2].map((i) => timetable.stops.aoiIds[patterns.stops[i]!]!);
  const both = closeLines(timetable, [{ ...rule, stations: [first!, last!] }], [monday, 1]);
  expect(both.effects).toMatchObject({ cancelled: 7, diverted: 0 });
});

test('a way past a closed station is unknown if only one of its halves has a lane of its own', () => {
  const [first, second] = patterns.hops;
  const lane = hops.lanes[hops.laneOffsets[second! + 1]! - 1];
  const metres = city.lanes.length[lane!]!;
  const own = { lanes: Int32Array.of(lane!), startS: 0, endS: metres, metres };
  // Begins on another lane than that on which the hop before it ends.
  const other = { ...own, startS: 1 };
  const added = withHops(hops, [own, own, other]);
  const rule = {
    sublines: [],
    stations: [timetable.stops.aoiIds[patterns.stops[1]!]!],
    from: 0,
    to: 86_400,
    days: null,
  };
  const joined = (...both: readonly number[]) => {
    const changed = Timetable.of({
      ...timetable,
      hops: added,
      patterns: { ...patterns, hops: patterns.hops.map((hop, i) => both[i] ?? hop) },
    });
    const { laneOffsets, lanes } = closeLines(changed, [rule], [monday, 1]).timetable.hops;
    return lanes.length - laneOffsets[laneOffsets.length - 2]!;
  };
  const count = hops.metres.length;
  expect(joined(first!, second!)).toBeGreaterThan(1);
  expect(joined(first!, count)).toBe(0);
  expect(joined(count, count + 1)).toBe(2);
  const ofFirst = hops.laneOffsets[first! + 1]! - hops.laneOffsets[first!]!;
  expect(joined(first!, count + 2)).toBe(ofFirst);
});
