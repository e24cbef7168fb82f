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

test('people who would pay or lose time on closed roads drive less, and not at all if no road is open', () => {
  const mode = (id: number, delay: number) =>
    chooseMode(new RandomStream(1, id), 3000, vehiclesOf.own, ride, true, delay);
  const people = Array.from({ length: PEOPLE }, (_, id) => id);
  const drive = (delay: number) => people.filter((id) => mode(id, delay) === TripMode.DRIVE_ONLY);
  expect(drive(1200).length).toBeLessThan(drive(0).length - 20);
  expect(drive(Infinity)).toEqual([]);
});
