import { expect, test } from 'vitest';
import { projectionOf } from '../map/projection.js';
import { drawnNetwork, networkCity } from '../routing/network-city.fixture.js';
import { calibrateSpeeds } from './calibrate-speeds.js';

test('the factors of hours with trips come back, and held-out trips fit', () => {
  const { city } = networkCity(drawnNetwork('A--------B--------C'));
  const { toLonLat } = projectionOf(city);
  const at = (x: number) => {
    const { lon, lat } = toLonLat(x, 0);
    return [lon, lat] as const;
  };
  // 10 m/s by day, half of that at 8.
  const observed = Array.from({ length: 90 }, (_, i) => {
    const hour = [3, 8, 12][i % 3]!;
    const metres = 300 + 3 * (i % 40);
    return {
      from: at(30),
      to: at(30 + metres),
      departure: (hour + 0.3) * 3_600_000,
      seconds: metres / (hour === 8 ? 5 : 10),
    };
  });
  const { hourlySpeedFactors, hourlySpeedIntervals, hours, trips, error } = calibrateSpeeds(city, observed);
  hourlySpeedIntervals!.forEach(([low, high], hour) => {
    expect(low).toBeLessThanOrEqual(hourlySpeedFactors[hour]!);
    expect(high).toBeGreaterThanOrEqual(hourlySpeedFactors[hour]!);
  });
  expect(calibrateSpeeds(city, observed.slice(0, 19)).hourlySpeedIntervals).toBeNull();
  expect(trips).toBe(90);
  expect(hourlySpeedFactors[8]! / hourlySpeedFactors[12]!).toBeCloseTo(0.5, 1);
  expect(hours.map(({ hour }) => hour)).toEqual([3, 8, 12]);
  expect(error.before).toBeGreaterThan(0.1);
  expect(error.after).toBeLessThan(0.05);
  for (const { after } of hours) expect(Math.abs(after - 1)).toBeLessThan(0.05);
  // Times before midnight have the hours of their day.
  const dayBefore = observed.map((time) => ({ ...time, departure: time.departure - 24 * 3_600_000 }));
  expect(calibrateSpeeds(city, dayBefore).hours.map(({ hour, trips }) => [hour, trips])).toEqual([
    [3, 30],
    [8, 30],
    [12, 30],
  ]);
});

test('roads whose limit is not reached get a factor of their own, and only if trips left out of the fit agree', () => {
  const street = drawnNetwork('A--------B--------C');
  const streets = street.streets.map((one) => (one.from === 'B' || one.to === 'B' ? { ...one, speed: 15 } : one));
  const [first, ...rest] = streets;
  const { city } = networkCity({ ...street, streets: [{ ...first!, speed: 20 }, ...rest] });
  const { toLonLat } = projectionOf(city);
  const at = (x: number) => {
    const { lon, lat } = toLonLat(x, 0);
    return [lon, lat] as const;
  };
  // 10 m/s on the faster road, 15 m/s on the other.
  const observed = Array.from({ length: 60 }, (_, i) => {
    const [from, to] = i % 2 ? [20, 250 + (i % 30)] : [500, 700 + (i % 30)];
    return { from: at(from!), to: at(to!), departure: 3_600_000, seconds: (to! - from!) / (i % 2 ? 10 : 15) };
  });
  const { limitSpeedFactors, error } = calibrateSpeeds(city, observed);
  expect(limitSpeedFactors![2]! / limitSpeedFactors![1]!).toBeLessThan(0.75);
  expect(error.after).toBeLessThan(0.85 * error.before);
});
