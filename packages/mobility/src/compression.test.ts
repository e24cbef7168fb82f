import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { endOfRun, median } from './compression.js';
import { haversine } from './distance.js';

const middleOf = (values: Float64Array) => {
  const sorted = values.slice().sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

test('the median is the middle of the sorted values, in any order, with repeats and with missing values', () => {
  const random = new Random(1);
  for (let size = 0; size < 300; size += 7)
    for (const value of [() => random.next(), () => random.integer(3), () => (random.next() < 0.6 ? Number.NaN : 1)]) {
      const values = Float64Array.from({ length: size }, value);
      for (const order of [values, values.slice().sort(), values.slice().sort().reverse()])
        expect(median(order.slice())).toBe(middleOf(order));
    }
});

test('a run ends at the first point beyond the radius, near the poles and at the date line too', () => {
  const random = new Random(2);
  for (const [lon, lat] of [
    [0, 0],
    [139.7, 35.6],
    [179.9995, 10],
    [20, 89.9],
  ] as const) {
    const at = (centre: number) => Float64Array.from({ length: 500 }, () => centre + (random.next() - 0.5) * 0.004);
    const lons = at(lon).map((degrees) => (degrees > 180 ? degrees - 360 : degrees));
    const lats = at(lat);
    for (let from = 0; from < 450; from += 10) {
      let next = from + 1;
      while (haversine(lons[from]!, lats[from]!, lons[next]!, lats[next]!) <= 200) next++;
      expect(endOfRun(lons, lats, from, 500, 200)).toBe(next);
    }
  }
});
