import { expect, test } from 'vitest';
import { countryAt } from './country.js';

test.each([
  ['Bristol', -2.59, 51.45, 'GB', 'left'],
  ['Perth', 115.86, -31.95, 'AU', 'left'],
  ['Valletta', 14.51, 35.9, 'MT', 'left'],
  ['Tokyo', 139.69, 35.69, 'JP', 'left'],
  ['Bangkok', 100.5, 13.75, 'TH', 'left'],
  ['Nairobi', 36.82, -1.29, 'KE', 'left'],
  ['Dublin', -6.26, 53.35, 'IE', 'left'],
  ['Georgetown', -58.16, 6.8, 'GY', 'left'],
  ['Singapore', 103.82, 1.35, 'SG', 'left'],
  ['Flying Fish Cove', 105.68, -10.43, 'CX', 'left'],
  ['Funafuti', 179.2, -8.52, 'TV', 'left'],
  ['Diego Garcia', 72.42, -7.31, 'IO', 'right'],
  ['Berlin', 13.4, 52.52, 'DE', 'right'],
  ['Vaduz', 9.52, 47.14, 'LI', 'right'],
  ['Monaco', 7.42, 43.74, 'MC', 'right'],
  ['Honolulu', -157.86, 21.31, 'US', 'right'],
  ['Calais', 1.86, 50.95, 'FR', 'right'],
] as const)('%s is in its country', (_, lon, lat, code, drivingSide) => {
  expect(countryAt(lon, lat)).toMatchObject({ code, drivingSide, isDoubtful: false });
});

test('near a border with a country of the other side, the side is doubtful', () => {
  expect(countryAt(114.1, 22.53)?.isDoubtful).toBe(true);
});

test('far from all land there is no country', () => {
  expect(countryAt(-30, 0)).toBeUndefined();
});
