import { expect, test } from 'vitest';
import { flowAt, trafficAt } from './overlay-at.js';

test('the cars of the nearest road in reach are read, in the hour that is shown', () => {
  const city = {
    lines: [Float32Array.of(0, 0, 100, 0), Float32Array.of(0, 10, 50, 10, 100, 60)],
    lineOfRoad: new Map([
      [7, 0],
      [8, 1],
    ]),
    nameOfRoad: (row: number) => (row === 7 ? 'Main Street' : 'unnamed road near Hill'),
  };
  const traffic = {
    hour: Uint16Array.of(8, 8, 9),
    road: Uint32Array.of(7, 8, 7),
    count: Uint32Array.of(1200, 1, 3),
  };
  const at = (hour: number, x: number, y: number) => trafficAt(city, traffic, hour, x, y, 6);
  expect(at(8, 50, 4)).toBe('Main Street: 1,200 cars');
  expect(at(8, 75, 36)).toBe('unnamed road near Hill: 1 car');
  expect([at(9, 50, 4), at(9, 75, 36), at(10, 50, 0)]).toEqual(['Main Street: 3 cars', null, null]);
  expect([at(8, 106, 0), at(8, 105, 0)]).toEqual([null, 'Main Street: 1,200 cars']);
});

test('the trips of the nearest flow are read, and both directions are apart', () => {
  // Cells 100 units wide: from the first to the third of a row, and back.
  const flows = {
    ...{ cell: 100, columns: 4, hour: Uint16Array.of(8, 8) },
    ...{ from: Uint32Array.of(0, 2), to: Uint32Array.of(2, 0), count: Uint32Array.of(5, 9) },
  };
  // Half way, an arc is 0.09 of its length to the right of the straight line.
  expect(flowAt(flows, 8, 150, 50 - 18, 3)).toBe('5 trips');
  expect(flowAt(flows, 8, 150, 50 + 18, 3)).toBe('9 trips');
  expect([flowAt(flows, 8, 150, 50, 3), flowAt(flows, 7, 150, 32, 3)]).toEqual([null, null]);
});
