import { expect, test } from 'vitest';
import { NAME_STYLES } from './draw-style.js';
import { type PlaceName, roadName, textWidth } from './map-names.js';
import { layOutNames, type NameView } from './name-layout.js';

/** A picture of 800 by 600 pixels; 0, 0 is its lower left corner. */
const view = (scale: number): NameView => ({
  ...{ left: 0, top: 0, across: 800, down: 600, unit: 1, scale },
  x: (x) => x * scale,
  y: (y) => 600 - y * scale,
  shows: (line) =>
    Array.from({ length: line.length / 2 }, (_, i) => line[2 * i] * scale).some((x) => x >= 0 && x <= 800),
});
const point = (text: string, x: number, y: number): PlaceName => ({ text, kind: 'town', x, y, area: 0 });

test('the first of overlapping names is kept; none is cut by the edge or repeated', () => {
  const places = [point('City', 400, 300), point('Village', 410, 305), point('Edge', 2, 300), point('City', 100, 100)];
  expect(layOutNames(places, [], view(1)).map(({ text, at }) => [text, ...at])).toEqual([['City', 400, 300]]);
});

test('small streets are named only at large scales, along their line, from left to right', () => {
  const line = Float64Array.of(700, 200, 100, 200);
  const named = (scale: number) => layOutNames([], [roadName('Lane', 1, line)], view(scale));
  expect(named(0.2)).toEqual([]);
  const [{ at }] = named(1);
  expect(at[0]).toBeLessThan(at.at(-2)!);
  expect(at[1]).toBe(400);
  expect(layOutNames([], [roadName('Avenue', 3, line)], view(0.2))).toHaveLength(1);
});

test('Chinese letters are as wide as they are high', () => {
  const { size } = NAME_STYLES.road;
  expect(textWidth('苏州街', 'road')).toBe(3 * size);
  expect(textWidth('abc', 'road')).toBeLessThan(2 * size);
});
