import { expect, test } from 'vitest';
import { isInside, select, simplified, type TripEnds } from './area.js';
import { Camera } from './camera.js';
import { readArea, readCamera, readHours, writeArea, writeCamera, writeHours } from './view-address.js';

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10];
const plane = { unit: 0.5, west: -1000, south: 2000, width: 4000, height: 3000 };

/** Person 0 leaves the square at 8:00 and returns at 17:00, person 1 passes a day in it, person 2 is never there. */
const trips: TripEnds = {
  person: Uint32Array.of(0, 0, 2),
  departure: Float32Array.of(8 * 3600, 16.5 * 3600, 9 * 3600),
  arrival: Float32Array.of(8.5 * 3600, 17 * 3600, 10 * 3600),
  arrived: Uint8Array.of(1, 1, 0),
  fromX: Uint16Array.of(5, 50, 60),
  fromY: Uint16Array.of(5, 50, 60),
  toX: Uint16Array.of(50, 5, 5),
  toY: Uint16Array.of(50, 5, 5),
  startX: Uint16Array.of(5, 2, 60),
  startY: Uint16Array.of(5, 2, 60),
};
const DAY = 86_400;

test('people who stay in an area or whose trips start or end there are selected, with their trips', () => {
  const { people, count, departures, arrivals, byHour } = select(trips, SQUARE, null, DAY);
  expect([[...people], count, departures, arrivals]).toEqual([[1, 1, 1], 3, 1, 1]);
  expect([byHour[8], byHour[17], byHour.length]).toEqual([1, 1, 24]);
});

test('hours limit the selection: whoever is elsewhere then is left out', () => {
  expect([...select(trips, SQUARE, [10 * 3600, 12 * 3600], DAY).people].slice(0, 2)).toEqual([0, 1]);
  const morning = select(trips, null, [7 * 3600, 9 * 3600], DAY);
  expect([morning.count, morning.departures, morning.arrivals]).toEqual([3, 1, 1]);
});

test('a point is inside of an area of any shape or not', () => {
  const bay = [0, 0, 10, 0, 10, 10, 5, 2, 0, 10];
  expect([isInside(bay, 1, 5), isInside(bay, 5, 5), isInside(bay, 9, 5), isInside(bay, 11, 5)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('an outline keeps its corners and loses points on the way', () => {
  expect(simplified([0, 0, 5, 0.1, 10, 0, 10, 10, 0, 10], 1)).toEqual(SQUARE);
  const circle = Array.from({ length: 200 }, (_, i) => [100 * Math.cos(i / 32), 100 * Math.sin(i / 32)]).flat();
  expect(simplified(circle, 0).length).toBe(80);
});

test('the address restores camera, hours and area, and ignores what is damaged', () => {
  const camera = new Camera(plane);
  camera.show({ x: 123, y: 456, scale: 0.02 });
  const text = writeCamera(camera);
  expect(text).toBe('-938,2228,25');
  expect(readCamera(text, plane)).toEqual({ x: 124, y: 456, scale: 0.02 });
  for (const damaged of [null, '', '1,2', 'a,b,c', '0,2100,0', '9e9,0,1', '0,2100,-3', '1,2,Infinity'])
    expect(readCamera(damaged, plane)).toBeNull();
  expect(readHours(writeHours([3600, 7200.4]))).toEqual([3600, 7200]);
  for (const damaged of [null, '', '5', '9-3', '1-Infinity', 'a-b']) expect(readHours(damaged)).toBeNull();
  expect(readArea(writeArea([0, 0, 100, 0, 100, 100], plane), plane)).toEqual([0, 0, 100, 0, 100, 100]);
  for (const damaged of [null, '', '1.2.3', '1.2.3.4.5', '!.2.3.4.5.6']) expect(readArea(damaged, plane)).toBeNull();
});
