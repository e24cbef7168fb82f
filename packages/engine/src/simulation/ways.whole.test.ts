import { createWorld, eventKinds, failureReasons, type Motion, MotionStatus, type Trip, TripMode } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import {
  decodeEvents,
  decodeRoutes,
  decodeTrips,
  encodeEvents,
  encodeRoutes,
  encodeTrips,
  NO_PARENT,
  rowsByPerson,
  tripRows,
  whereAt,
} from '@itinera/run/browser';
import { expect, test } from 'vitest';
import { RandomStream } from '../agents/random-stream.js';
import { eventTable, routeTable, tripTable } from './movement-tables.js';

const map = synthesizeCity({ seed: 3, size: 'village' });
const people = 40;
const END = 30_000_000;

/** A day of people who change their plans, set impossible destinations, and walk, cycle and drive. */
function day(congestion: 'off' | 'bpr' | 'queue') {
  const world = createWorld(map, { congestion });
  const random = new RandomStream(5, 0);
  const seen: { person: number; time: number; motion: Motion }[] = [];
  const modes = [TripMode.WALK_ONLY, TripMode.DRIVE_ONLY, TripMode.BIKE_WALK, TripMode.SUBWAY_WALK];
  for (let person = 1; person <= people; person++) {
    world.addPerson(person, random.choice(map.aois.id));
    world.keepRoutes(person);
  }
  for (let time = 0; time <= END; time += 1000 * (1 + Math.floor(random.next() * 90))) {
    world.advance(time);
    for (let person = 1; person <= people; person++) seen.push({ person, time, motion: world.motion(person) });
    // Not at the sampled instant: a trip that starts then is not part of the motion yet.
    world.advance(time + 500);
    for (let person = 1; person <= people; person++) {
      if (random.next() > 0.02) continue;
      const trip = (): Trip => ({
        aoiId: random.next() < 0.05 ? 42 : random.choice(map.aois.id),
        departure: random.next() < 0.5 ? null : time + Math.round(random.next() * 600_000),
        mode: random.choice(modes),
      });
      world.setSchedule(person, [trip(), trip()]);
    }
  }
  world.advance(END);
  const ends = Array.from({ length: people }, (_, i) => ({
    id: i + 1,
    totals: world.totals(i + 1),
    events: world.takeEvents(i + 1),
    routes: world.takeRoutes(i + 1),
  }));
  return { seen, ends };
}

const laneLengths = new Map(Array.from(map.lanes.id, (id, i) => [id, map.lanes.length[i]!]));
const standing: readonly number[] = [MotionStatus.SLEEP, MotionStatus.WAIT_ROUTE];

test.each(['off', 'bpr', 'queue'] as const)(
  'trips and routes reproduce the positions of the world at any time (%s)',
  (congestion) => {
    const { seen, ends } = day(congestion);
    const trips = decodeTrips(encodeTrips(tripTable(ends)));
    const routes = decodeRoutes(encodeRoutes(routeTable(ends)));
    const rows = rowsByPerson({ trips, routes });
    expect(new Set([...tripRows(trips)].map(({ ended }) => ended)).size).toBe(3);
    let onLanes = 0;
    const wrong: unknown[] = [];
    for (const { person, time, motion } of seen) {
      const place = whereAt({ trips, routes }, rows.get(person), time / 1000, (id) => laneLengths.get(id)!);
      const isThere =
        place === null
          ? motion.status === MotionStatus.SLEEP
          : place.aoiId === motion.aoiId &&
            place.laneId === motion.laneId &&
            Math.abs(place.s - motion.s) < 1e-6 &&
            place.isMoving === motion.speed > 0 &&
            (place.isOnTrip || standing.includes(motion.status));
      if (!isThere) wrong.push({ person, time, motion, place });
      if (motion.laneId !== null) onLanes++;
    }
    expect(wrong).toEqual([]);
    expect(onLanes).toBeGreaterThan(1000);
  },
);

test('the totals of trips equal the counters of the world', () => {
  const { ends } = day('off');
  const trips = [...tripRows(tripTable(ends))];
  for (const { id, totals } of ends) {
    const own = trips.filter((trip) => trip.id === id);
    expect(own.length).toBe(totals.trips);
    expect(own.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(totals.seconds, 3);
    expect(own.reduce((sum, { metres }) => sum + metres, 0)).toBeCloseTo(totals.metres, 3);
  }
});

test('events use the numbers of the city for kinds and reasons', () => {
  const { ends } = day('off');
  const { kind, reason, destination } = decodeEvents(encodeEvents(eventTable(ends)));
  const all = ends.flatMap(({ events }) => events);
  expect(kind.texts).toEqual(eventKinds);
  expect(reason.texts).toEqual(failureReasons);
  expect(new Set(all.map((event) => event.kind)).size).toBeGreaterThan(3);
  all.forEach((event, row) => {
    expect(eventKinds[kind.keys[row]!]).toBe(event.kind);
    expect(failureReasons[reason.keys[row]!]).toBe(event.kind === 'failure' ? event.reason : undefined);
    expect(destination[row]).toBe('to' in event ? (event.to ?? NO_PARENT) : event.aoiId);
  });
});
