import type { Random } from '@itinera/base';
import { networkCity } from '../routing/network-city.fixture.js';
import { createWorld } from './create-world.js';
import type { MovementSettings } from './options.js';
import { type MovementEvent, TripMode } from './world.js';

/** Cars that start and brake at once. */
export const plain: MovementSettings = {
  accelerationLoss: { seconds: 0, secondsPerKmh: 0 },
  reactionSeconds: 0,
  startOverheadSeconds: 0,
};

export function arrivals(events: MovementEvent[]): { person: number; time: number; seconds: number }[] {
  return events
    .flatMap((event) => (event.kind === 'arrival' ? [event] : []))
    .map(({ person, time, seconds }) => ({ person, time, seconds }));
}

const HOUR = 3_600_000;
const DRIVE = TripMode.DRIVE_ONLY;
type Ways = readonly (readonly [from: string, to: string, cars: number])[];

/**
 * Sets cars out over an hour, evenly or at random times.
 * @returns the world, all arrivals, and how many of each way have arrived per hour, from 15 to 60 minutes
 */
export function offer(
  network: Parameters<typeof networkCity>[0],
  ways: Ways,
  settings: MovementSettings = {},
  random?: Random,
) {
  const { city, id } = networkCity(network);
  const world = createWorld(city, { ...plain, congestion: 'queue', ...settings });
  const wayOf: number[] = [];
  ways.forEach(([from, to, cars], way) => {
    for (let i = 0; i < cars; i++) {
      const person = wayOf.push(way) - 1;
      world.addPerson(person, id(from));
      world.setSchedule(person, [
        { aoiId: id(to), departure: Math.round(random ? random.next() * HOUR : (i * HOUR) / cars), mode: DRIVE },
      ]);
    }
  });
  world.advance(HOUR);
  const all = arrivals(world.takeEvents());
  const rates = ways.map(
    (_, way) => all.filter(({ person, time }) => wayOf[person] === way && time > 900_000).length / 0.75,
  );
  return { rates, world, all };
}

/** A crossing of four roads of 1 km. */
export const cross = {
  nodes: { w: [-1000, 0], c: [0, 0], e: [1000, 0], s: [0, -1000], n: [0, 1000] } as const,
  streets: ['w', 'e', 's', 'n'].map((end) => ({ from: end, to: 'c', speed: 14 })),
  aois: Object.fromEntries(
    ['w', 'e', 's', 'n'].flatMap((end) => [
      [`from ${end}`, { road: `${end}c`, s: 0 }],
      [`to ${end}`, { road: `c${end}`, s: 900 }],
    ]),
  ),
};

/** The same, but the street from west to east is faster and so has priority. */
export const withPriority = {
  ...cross,
  streets: cross.streets.map((street, i) => ({ ...street, speed: i < 2 ? 17 : 14 })),
};
