import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packed, Raster } from './raster.js';

const RED = packed(255, 0, 0);
const at = ({ pixels, width }: Raster, x: number, y: number) => [
  ...pixels.slice(4 * (y * width + x), 4 * (y * width + x) + 4),
];

test('paint covers what is below, and lights add up', () => {
  const paint = new Raster(3, 1);
  paint.put(0, 0, RED, 1);
  paint.put(0, 0, packed(0, 0, 255), 0.5);
  expect(at(paint, 0, 0)).toEqual([128, 0, 128, 255]);
  const lights = new Raster(3, 1);
  lights.isLight = true;
  lights.reset();
  for (let i = 0; i < 2; i++) lights.put(1, 0, packed(100, 50, 0), 0.5);
  for (let i = 0; i < 900; i++) lights.put(2, 0, packed(100, 50, 0), 0.5);
  lights.finish();
  const [dark, faint, strong] = [0, 1, 2].map((x) => at(lights, x, 0)) as [number[], number[], number[]];
  expect(dark).toEqual([0, 0, 0, 0]);
  // The hue stays: red is twice as strong as green. Strong lights are opaque and nearly white.
  expect(Math.abs(faint[0]! / faint[1]! - 2)).toBeLessThan(0.1);
  expect([faint[3]! < 130, strong[3], strong[2]! > 220]).toEqual([true, 255, true]);
});

test('a line fades from one end to the other, and only its visible part is drawn', () => {
  const raster = new Raster(20, 5);
  raster.line(-1e7, 2, 1e7, 2, RED, 0, 1);
  expect(at(raster, 10, 2)[3]).toBe(128);
  raster.reset();
  raster.line(0, 2, 19, 2, RED, 0, 1);
  const alphas = [2, 8, 14, 18].map((x) => at(raster, x, 2)[3]!);
  expect(alphas).toEqual([...alphas].sort((a, b) => a - b));
  expect(at(raster, 10, 0)[3]).toBe(0);
});

test('whatever is drawn anywhere, only pixels of the picture change', () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(number, number, number, number, (x0, y0, x1, y1) => {
      const raster = new Raster(7, 4);
      raster.line(x0, y0, x1, y1, RED, 1, 1);
      raster.disc(x0 / 1e5, y1 / 1e5, 3, RED);
      raster.glow(x1 / 1e5, y0 / 1e5, 3, RED, 1);
      const seen = raster.pixels.filter((_, i) => i % 4 === 3 && raster.pixels[i]! > 0).length;
      expect(seen).toBeLessThanOrEqual(28);
      expect(raster.pixels.every((value, i) => i % 4 === 0 || i % 4 === 3 || value === 0)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('a disc is full in the middle and soft at the edge, and a light fades outwards', () => {
  const raster = new Raster(11, 11);
  raster.disc(5, 5, 3, RED);
  expect([at(raster, 5, 5)[3], at(raster, 8, 5)[3], at(raster, 9, 5)[3]]).toEqual([255, 128, 0]);
  const light = new Raster(11, 11);
  light.isLight = true;
  light.reset();
  light.glow(5, 5, 4, RED, 1);
  const copy = new Raster(11, 11);
  copy.isLight = true;
  copy.reset(light);
  light.finish();
  copy.finish();
  const alphas = [5, 6, 7, 8, 9].map((x) => at(light, x, 5)[3]!);
  expect(alphas).toEqual([...alphas].sort((a, b) => b - a));
  expect([alphas[0]! > 190, alphas[4]]).toEqual([true, 0]);
  expect(copy.pixels).toEqual(light.pixels);
});
