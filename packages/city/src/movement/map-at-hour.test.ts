import { expect, test } from 'vitest';
import { drawnNetwork, networkCity } from '../routing/network-city.fixture.js';
import { createWorld } from './create-world.js';
import { mapAtHour } from './map-at-hour.js';
import type { MovementSettings } from './options.js';
import { TripMode } from './world.js';

const drawn = drawnNetwork('A--------B--------C');
const streets = drawn.streets.map((one, i) => (i % 2 ? { ...one, speed: 20 } : one));
const aois = { home: { road: 'AB', s: 30 }, shop: { road: 'BC', s: 250 } };
const { city } = networkCity({ ...drawn, streets, aois });

test('on a map of an hour, cars take as long as with the factors at that hour', () => {
  const hourlySpeedFactors = Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 0.6 : 1));
  const factors = { hourlySpeedFactors, limitSpeedFactors: [1.2, 1, 0.7] };
  const seconds = (on: typeof city, settings: MovementSettings) => {
    const world = createWorld(on, settings);
    world.addPerson(1, on.aois.id[0]!);
    const aoiId = on.aois.id[on.aois.count - 1]!;
    world.setSchedule(1, [{ aoiId, departure: 8.2 * 3_600_000, mode: TripMode.DRIVE_ONLY }]);
    world.advance(10 * 3_600_000);
    return world.totals(1).seconds;
  };
  const expected = seconds(city, factors);
  expect(expected).toBeGreaterThan(1.2 * seconds(city, {}));
  expect(seconds(mapAtHour(city, factors, 8), {})).toBeCloseTo(expected, 2);
  expect(mapAtHour(city, {}, 8).lanes.length).toEqual(city.lanes.length);
  expect(() => mapAtHour(city, factors, 24)).toThrow('got hour 24, expected 0 to 23');
  expect(() => mapAtHour(city, { hourlySpeedFactors: [1] }, 8)).toThrow('expected 24 numbers');
});
