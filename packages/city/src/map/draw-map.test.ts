import { synthesizeCity } from '@itinera/city-build';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { CityMap } from './city-map.js';
import { drawMap } from './draw-map.js';
import { GROUND_STYLES, STOP } from './draw-style.js';
import { graphMap } from './graph-map.fixture.js';
import { groundField } from './ground.js';
import { chainLines, straightest } from './label-lines.js';
import { AoiType } from './message.js';
import { readMap } from './read-map.js';
import { asRead } from './synthetic-map.fixture.js';
import { writeMap } from './write-map.js';

/** The elements of a document and its text; throws if it is not XML. */
function parse(xml: string): { elements: string[]; text: string } {
  const elements: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => elements.push(name));
  parser.on('text', (words) => {
    text += words;
  });
  parser.write(xml).close();
  return { elements, text };
}

slowTest('a picture states its counts, its size and that the city is synthetic', () => {
  const map = asRead(synthesizeCity({ seed: 1, size: 'village' }));
  const { elements, text } = parse(drawMap(map, { width: 800 }));
  expect(elements[0]).toBe('svg');
  expect(elements.filter((name) => name === 'path').length).toBeGreaterThan(8);
  expect(text).toContain('Synthetic village (seed 1)');
  expect(text).toContain('SYNTHETIC');
  expect(text).toContain(`${map.aois.count} AOIs`);
  expect(text).toMatch(/\d+ m/);
  expect(text).not.toContain('OpenStreetMap');
  expect(drawMap(map)).toBe(drawMap(map));
});

test('the legend names exactly what is on the map', () => {
  const map = asRead(synthesizeCity({ seed: 1, size: 'village' }));
  const codes = Array.from({ length: map.aois.count }, (_, row) => map.text(map.aois.urbanLandUse.values[row]));
  const { text } = parse(drawMap(map));
  expect(text).toContain('homes');
  expect(text.includes('water')).toBe(codes.some((code) => code.startsWith('E1')));
  expect(text.includes('transport')).toBe(codes.some((code) => code.startsWith('S')));
  expect(text).not.toContain('water');
});

test('other maps name their data source; special characters in names do not break the picture', () => {
  const message = graphMap({ roads: 2, turns: [[0, 1]], aois: [{ drive: [0] }] });
  message.header!.name = '<script>&"\u0000';
  const { elements, text } = parse(drawMap(CityMap.fromMessage(message)));
  expect(elements).not.toContain('script');
  expect(text).toContain('<script>&"');
  expect(text).toContain('© OpenStreetMap contributors');
  expect(text).not.toContain('SYNTHETIC');
});

test('an empty map, or one with invalid coordinates, is drawn as a blank sheet', () => {
  parse(drawMap(CityMap.fromMessage({ lanes: [], roads: [], junctions: [], aois: [], pois: [], sublines: [] })));
  const message = graphMap({ roads: 2, turns: [[0, 1]] });
  message.lanes[0].centerLine!.nodes[0].x = Number.NaN;
  message.lanes[1].centerLine!.nodes[0].x = Number.POSITIVE_INFINITY;
  message.lanes[1].maxSpeed = Number.NaN;
  expect(drawMap(CityMap.fromMessage(message))).not.toMatch(/NaN|Infinity/);
});

slowTest('main roads and large grounds are named once each, along their lines', () => {
  const map = asRead(synthesizeCity({ seed: 1, size: 'town' }));
  const drawn = drawMap(map);
  const names = [...drawn.matchAll(/(?:startOffset="50%"|paint-order="stroke")>([^<]+)</g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names).not.toContain('');
  expect(new Set(names).size).toBe(names.length);
  const lines = [...drawn.matchAll(/<path id="(l\d+)" d="M([\d. ]+)"/g)];
  expect(lines.length).toBeGreaterThan(1);
  for (const [, id, d] of lines) {
    expect(drawn).toContain(`href="#${id}"`);
    const values = d!.split(' ').map(Number);
    // It reads from left to right.
    expect(values[0]).toBeLessThanOrEqual(values.at(-2)!);
  }
});

test('the ground is drawn below the streets, with names and a legend; a box limits the picture', () => {
  const message = graphMap({ roads: 2, turns: [[0, 1]] });
  const ground = groundField([
    { kind: 'water', name: 'Lake', parts: [Float64Array.of(-500, -500, 500, -500, 500, 500, -500, 500)] },
    { kind: 'ferry', name: '', parts: [Float64Array.of(0, 0, 50, 50)] },
    { kind: 'town', name: 'Ville', parts: [Float64Array.of(50, 5)] },
  ]);
  const map = readMap(Uint8Array.of(...writeMap(CityMap.fromMessage(message)), ...ground));
  const drawn = drawMap(map);
  expect(drawn.indexOf(GROUND_STYLES.water.light)).toBeGreaterThan(0);
  expect(drawn.indexOf(GROUND_STYLES.water.light)).toBeLessThan(drawn.indexOf('stroke-linecap="round"'));
  expect(drawn).toContain('stroke-dasharray');
  expect(parse(drawn).text).toContain('water');
  expect(parse(drawn).text).toContain('Ville');
  const part = drawMap(map, { box: { west: 900, east: 950, south: 900, north: 950 } });
  expect(part).not.toContain('stroke-dasharray');
});

test('public transport stops are dots, explained in the legend', () => {
  const message = graphMap({ roads: 2, turns: [[0, 1]], aois: [{ drive: [0] }] });
  const drawn = () => drawMap(CityMap.fromMessage(message));
  expect(drawn()).not.toContain(STOP.fill);
  message.aois[0].type = AoiType.BUS_STATION;
  expect(drawn().split(STOP.fill)).toHaveLength(3);
  expect(parse(drawn()).text).toContain('stops');
});

test('the straightest stretch of a line is read from left to right; a zigzag has none', () => {
  const bent = Float64Array.of(300, 0, 100, 0, 100, 40, 60, 40);
  const stretch = straightest(bent, 120)!;
  expect(stretch[0]).toBeLessThan(stretch.at(-2)!);
  expect(stretch.filter((_, i) => i % 2 === 1)).toEqual(new Float64Array(stretch.length / 2));
  const zigzag = Float64Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 10 * i : 30 * ((i >> 1) % 2)));
  expect(straightest(zigzag, 120)).toBeUndefined();
  const chained = chainLines([
    Float64Array.of(60, 0, 100, 0),
    Float64Array.of(0, 0, 58, 1),
    Float64Array.of(58, 1, 0, 0),
  ]);
  expect(chained.map((chain) => chain.length)).toEqual([8, 4]);
});
