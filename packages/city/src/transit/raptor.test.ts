import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { SublineType } from '../map/message.js';
import { dayTimetable } from './day-timetable.js';
import { NO_DROP_OFF, NO_PICKUP } from './gtfs/gtfs-feed.js';
import {
  anyTimetable,
  type DrawnLine,
  type DrawnTimetable,
  drawnTimetable,
  MONDAY,
} from './random-timetable.fixture.js';
import { Raptor, type TransitQuery } from './raptor.js';

const EVERY_KIND = (1 << SublineType.BUS) | (1 << SublineType.SUBWAY);
const usual = { before: 100_000, kinds: EVERY_KIND, walkingSpeed: 1, boardingSeconds: 0 };
const MINUTE = 60;

const trip = (...minutes: number[]) => ({
  service: 0,
  times: minutes.map((minute): [number, number] => [minute * MINUTE, minute * MINUTE]),
});

function find(drawn: DrawnTimetable, query: Partial<TransitQuery> & { from: number; to: number; at: number }) {
  const timetable = drawnTimetable(drawn);
  const { from, to, at, ...rest } = query;
  return new Raptor(timetable, dayTimetable(timetable, MONDAY)).find({
    ...usual,
    sources: [from],
    sourceTimes: [at * MINUTE],
    targets: [to],
    targetSeconds: [0],
    ...rest,
  });
}

/** The trips of a day and those around it, each with the one after which its vehicle continues on it. */
function vehiclesOf({ lines, weekdays = [127] }: DrawnTimetable, day: number) {
  // Before and after the calendar it is as in the usual week.
  const runs = (service: number, on: number) => ((weekdays[service]! >> ((on + 7) % 7)) & 1) === 1;
  type Vehicle = { line: DrawnLine; times: [number, number][]; before: Vehicle | undefined };
  const vehicles: Vehicle[] = [];
  for (const shift of [-1, 0, 1]) {
    const blocks = new Map<number, Vehicle[]>();
    for (const line of lines)
      for (const { service, times, block = -1 } of line.trips) {
        if (!runs(service, day + shift)) continue;
        const at = times.map(([a, b]): [number, number] => [a + shift * 86_400, b + shift * 86_400]);
        const vehicle: Vehicle = { line, times: at, before: undefined };
        vehicles.push(vehicle);
        if (block >= 0) blocks.set(block, [...(blocks.get(block) ?? []), vehicle]);
      }
    for (const trips of blocks.values()) {
      trips.sort((a, b) => a.times[0]![1] - b.times[0]![1]);
      trips.slice(1).forEach((trip, i) => {
        const last = trips[i]!;
        const isThere = last.line.stops.at(-1) === trip.line.stops[0] && !((trip.line.flags?.[0] ?? 0) & NO_PICKUP);
        if (isThere && trip.times[0]![1] >= last.times.at(-1)![0]) trip.before = last;
      });
    }
  }
  return vehicles;
}

/**
 * The earliest arrival by exhaustive search: labels of (stop, just arrived or ready to board) are lowered by every ride
 * and every transfer until nothing changes.
 */
function bruteForce(drawn: DrawnTimetable, day: number, query: TransitQuery): number {
  const ready = new Array<number>(drawn.stopCount).fill(Infinity);
  const arrived = new Array<number>(drawn.stopCount).fill(Infinity);
  Array.from(query.sources).forEach((stop, i) => {
    ready[stop] = Math.min(ready[stop]!, query.sourceTimes[i]!);
  });
  const vehicles = vehiclesOf(drawn, day);
  const stays = new Set<(typeof vehicles)[number]>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const vehicle of vehicles) {
      const { line, times, before } = vehicle;
      const { kind = SublineType.BUS, stops, flags = [] } = line;
      if (((query.kinds >> kind) & 1) === 0) continue;
      let isAboard = before !== undefined && stays.has(before);
      stops.forEach((stop, i) => {
        const [arrival, departure] = times[i]!;
        if (isAboard && i > 0 && arrival < arrived[stop]! && !((flags[i] ?? 0) & NO_DROP_OFF)) {
          arrived[stop] = arrival;
          changed = true;
        }
        if (i < stops.length - 1 && departure >= ready[stop]! && !((flags[i] ?? 0) & NO_PICKUP)) isAboard = true;
      });
      if (isAboard && !stays.has(vehicle)) {
        stays.add(vehicle);
        changed = true;
      }
    }
    const change = (from: number, to: number, seconds: number) => {
      if (arrived[from]! + seconds >= ready[to]!) return;
      ready[to] = arrived[from]! + seconds;
      changed = true;
    };
    for (let stop = 0; stop < drawn.stopCount; stop++) {
      const least = drawn.changeSeconds?.[stop] ?? 0;
      if (least >= 0) change(stop, stop, Math.max(least, query.boardingSeconds));
    }
    for (const [from, to, metres, seconds] of drawn.footpaths ?? [])
      change(from, to, Math.max(seconds, Math.ceil(metres / query.walkingSpeed) + query.boardingSeconds));
  }
  const arrival = Math.min(
    ...Array.from(query.targets).map((stop, i) => arrived[stop]! + (query.targetSeconds[i] as number)),
  );
  return arrival < query.before ? arrival : Infinity;
}

describe('the earliest arrival', () => {
  test('uses the first vehicle that can be caught', () => {
    const drawn = { stopCount: 3, lines: [{ stops: [0, 1, 2], trips: [trip(10, 20, 30), trip(40, 50, 60)] }] };
    expect(find(drawn, { from: 0, to: 2, at: 10 })?.arrival).toBe(30 * MINUTE);
    expect(find(drawn, { from: 0, to: 2, at: 11 })?.arrival).toBe(60 * MINUTE);
    expect(find(drawn, { from: 0, to: 2, at: 41 })?.arrival).toBe((24 * 60 + 30) * MINUTE);
    expect(find(drawn, { from: 2, to: 0, at: 0 })).toBeNull();
  });

  test('lists each ride, with as few rides as possible', () => {
    const drawn = {
      stopCount: 4,
      lines: [
        { stops: [0, 1], trips: [trip(10, 20)] },
        { stops: [2, 3], trips: [trip(25, 40)] },
        { stops: [0, 3], trips: [trip(10, 40)] },
      ],
      footpaths: [[1, 2, 240, 0]] as const,
    };
    expect(find(drawn, { from: 0, to: 3, at: 0 })?.rides.map(({ pattern }) => pattern)).toEqual([2]);
    const early = { ...drawn, lines: [drawn.lines[0]!, { stops: [2, 3], trips: [trip(25, 39)] }, drawn.lines[2]!] };
    expect(find(early, { from: 0, to: 3, at: 0 })?.rides.map(({ pattern }) => pattern)).toEqual([0, 1]);
    // A slower walker misses the second.
    expect(find(early, { from: 0, to: 3, at: 0, walkingSpeed: 0.5 })?.arrival).toBe(40 * MINUTE);
  });

  test('riders stay seated on the next trip of the block, without the time for a change', () => {
    const lines = (block: number) => [
      { stops: [0, 1], trips: [{ ...trip(10, 20), block }] },
      { stops: [1, 2], trips: [{ ...trip(20, 30), block }, trip(50, 60)] },
    ];
    const query = { from: 0, to: 2, at: 0, boardingSeconds: 60 };
    expect(find({ stopCount: 3, lines: lines(-1) }, query)?.arrival).toBe(60 * MINUTE);
    const seated = find({ stopCount: 3, lines: lines(0) }, query);
    expect(seated?.arrival).toBe(30 * MINUTE);
    expect(seated?.rides).toMatchObject([
      { pattern: 0, from: 0, to: 1 },
      { pattern: 1, from: 0, to: 1 },
    ]);
  });

  test("includes yesterday's trips after midnight, and the services of the day", () => {
    const night = {
      service: 0,
      times: [[1500 * MINUTE, 1500 * MINUTE] as const, [1510 * MINUTE, 1510 * MINUTE] as const],
    };
    const drawn = { stopCount: 2, lines: [{ stops: [0, 1], trips: [night] }], weekdays: [0b0000001] };
    const timetable = drawnTimetable(drawn);
    const on = (day: number, at: number) =>
      new Raptor(timetable, dayTimetable(timetable, day)).find({
        ...usual,
        sources: [0],
        sourceTimes: [at * MINUTE],
        targets: [1],
        targetSeconds: [0],
      })?.arrival;
    expect(on(MONDAY, 23 * 60)).toBe(1510 * MINUTE);
    expect(on(MONDAY + 1, 30)).toBe(70 * MINUTE);
    expect(on(MONDAY + 2, 30)).toBeUndefined();
    // Before and after the calendar it is as in the usual week.
    expect(on(MONDAY - 7, 23 * 60)).toBe(1510 * MINUTE);
    expect(on(MONDAY + 7000, 23 * 60)).toBe(1510 * MINUTE);
  });

  test('uses only vehicles of the requested kinds', () => {
    const bus = { stops: [0, 1], trips: [trip(10, 30)] };
    const train = { kind: SublineType.SUBWAY, stops: [0, 1], trips: [trip(10, 20)] };
    const drawn = { stopCount: 2, lines: [bus, train] };
    expect(find(drawn, { from: 0, to: 1, at: 0 })?.arrival).toBe(20 * MINUTE);
    expect(find(drawn, { from: 0, to: 1, at: 0, kinds: 1 << SublineType.BUS })?.arrival).toBe(30 * MINUTE);
    expect(find({ ...drawn, lines: [bus] }, { from: 0, to: 1, at: 0, kinds: 1 << SublineType.SUBWAY })).toBeNull();
  });

  slowTest('equals an exhaustive search for any timetable', () => {
    const stops = fc.array(fc.tuple(fc.nat(100), fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        anyTimetable,
        stops,
        stops,
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom(0, 10, 700, 1410),
        fc.constantFrom(0, 60),
        fc.constantFrom(1, 2, 3).map((kinds) => kinds << 1),
        (drawn, from, to, day, start, boardingSeconds, kinds) => {
          const timetable = drawnTimetable(drawn);
          const raptor = new Raptor(timetable, dayTimetable(timetable, MONDAY + day));
          const at = (list: readonly (readonly [number, number])[]) => list.map(([stop]) => stop % drawn.stopCount);
          const query: TransitQuery = {
            sources: at(from),
            sourceTimes: from.map(([, minutes]) => (start + minutes) * MINUTE),
            targets: at(to),
            targetSeconds: to.map(([, minutes]) => minutes * MINUTE),
            before: start * MINUTE + 12 * 3600,
            kinds,
            walkingSpeed: 1.3,
            boardingSeconds,
          };
          const path = raptor.find(query);
          expect(path?.arrival ?? Infinity).toBe(bruteForce(drawn, day, query));
          // Searches do not remember each other.
          expect(raptor.find(query)).toEqual(path);
          if (path !== null) checkPath(drawn, query, path);
        },
      ),
      { numRuns: 600, seed: 4 },
    );
  });
});

/** Checks that the rides of a path are possible one after the other and end at the stated time. */
function checkPath(
  drawn: DrawnTimetable,
  query: TransitQuery,
  { arrival, rides }: NonNullable<ReturnType<Raptor['find']>>,
) {
  const timetable = drawnTimetable(drawn);
  const stopAt = ({ pattern }: { pattern: number }, place: number) =>
    timetable.patterns.stops[timetable.patterns.stopOffsets[pattern]! + place]!;
  const first = stopAt(rides[0]!, rides[0]!.from);
  const last = stopAt(rides.at(-1)!, rides.at(-1)!.to);
  expect(query.sources).toContain(first);
  expect(query.targets).toContain(last);
  rides.forEach((ride, i) => {
    expect(ride.to).toBeGreaterThan(ride.from);
    const next = rides[i + 1];
    if (next === undefined) return;
    const [off, on] = [stopAt(ride, ride.to), stopAt(next, next.from)];
    expect(off === on || (drawn.footpaths ?? []).some(([a, b]) => a === off && b === on)).toBe(true);
  });
  expect(arrival).toBeLessThan(query.before);
}
