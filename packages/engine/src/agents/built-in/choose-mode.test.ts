import { TripMode } from '@itinera/city';
import { expect, test } from 'vitest';
import { RandomStream } from '../random-stream.js';
import { chooseMode, vehiclesOf } from './choose-mode.js';

const ride = { seconds: 1500, outsideSeconds: 600 };
const PEOPLE = 2000;

/** Shares of people who choose each mode for trips of a straight-line distance, metres. */
function shares(metres: number, vehicles: number, offered: typeof ride | null) {
  const chosen = Array.from({ length: PEOPLE }, (_, id) =>
    chooseMode(new RandomStream(1, id), metres, vehicles, offered),
  );
  const share = (mode: TripMode) => chosen.filter((one) => one === mode).length / PEOPLE;
  return {
    walk: share(TripMode.WALK_ONLY),
    drive: share(TripMode.DRIVE_ONLY),
    ride: share(TripMode.BUS_SUBWAY_WALK),
  };
}

test('without public transport people walk short trips and drive long ones, even without a car', () => {
  expect(shares(8000, vehiclesOf.own, null)).toEqual({ walk: 0, drive: 1, ride: 0 });
  expect(shares(8000, vehiclesOf.none, null)).toEqual({ walk: 0, drive: 1, ride: 0 });
  expect(shares(500, vehiclesOf.own, null).walk).toBeGreaterThan(0.1);
  expect(shares(500, vehiclesOf.none, null)).toEqual({ walk: 1, drive: 0, ride: 0 });
});

test('without a car, everyone takes public transport on long trips; people with more cars use it less', () => {
  expect(shares(8000, vehiclesOf.none, ride)).toEqual({ walk: 0, drive: 0, ride: 1 });
  const [own, shared] = [shares(8000, vehiclesOf.own, ride), shares(8000, vehiclesOf.household, ride)];
  expect(own.walk + own.drive + own.ride).toBe(1);
  expect(own.ride).toBeGreaterThan(0.03);
  expect(shared.ride).toBeGreaterThan(own.ride + 0.03);
  expect(shares(8000, vehiclesOf.own, { seconds: 4500, outsideSeconds: 3000 }).ride).toBeLessThan(own.ride / 2);
});

test('of those who would pay or lose time on closed roads, as many drivers change as the logit says, and no one else', () => {
  const people = Array.from({ length: PEOPLE }, (_, id) => id);
  const modes = (delay: number, offered: typeof ride) =>
    people.map((id) => chooseMode(new RandomStream(1, id), 3000, vehiclesOf.own, offered, true, delay));
  const [free, delayed, closed] = [0, 1200, Infinity].map((delay) => modes(delay, ride)) as [
    TripMode[],
    TripMode[],
    TripMode[],
  ];
  const changed = people.filter((id) => delayed[id] !== free[id]);
  expect(changed.length).toBeGreaterThan(20);
  expect(changed.every((id) => free[id] === TripMode.DRIVE_ONLY)).toBe(true);
  expect(closed).not.toContain(TripMode.DRIVE_ONLY);
  const share = (all: readonly TripMode[]) => all.filter((mode) => mode === TripMode.BUS_SUBWAY_WALK).length / PEOPLE;
  expect(share(delayed)).toBeGreaterThan(share(free));
  expect(share(closed)).toBeGreaterThan(share(delayed));
});
