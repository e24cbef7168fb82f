import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { synthesizeCity } from '../sources/synthetic/synthesize-city.js';
import { CityMap } from './city-map.js';
import { drawMap } from './draw-map.js';
import { graphMap } from './graph-map.fixture.js';

/** The elements of a document and its text; throws when it is no XML. */
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

test('a picture says how much there is, how large it is and that it is synthetic', () => {
  const map = synthesizeCity({ seed: 1, size: 'village' });
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

test('the legend names what is on the map, and nothing else', () => {
  const map = synthesizeCity({ seed: 1, size: 'village' });
  const codes = Array.from({ length: map.aois.count }, (_, row) => map.text(map.aois.urbanLandUse.values[row]));
  const { text } = parse(drawMap(map));
  expect(text).toContain('homes');
  expect(text.includes('water')).toBe(codes.some((code) => code.startsWith('E1')));
  expect(text.includes('transport')).toBe(codes.some((code) => code.startsWith('S')));
  expect(text).not.toContain('water');
});

test('other maps name where their data comes from; names cannot break the picture', () => {
  const message = graphMap({ roads: 2, turns: [[0, 1]], aois: [{ drive: [0] }] });
  message.header!.name = '<script>&"\u0000';
  const { elements, text } = parse(drawMap(CityMap.fromMessage(message)));
  expect(elements).not.toContain('script');
  expect(text).toContain('<script>&"');
  expect(text).toContain('© OpenStreetMap contributors');
  expect(text).not.toContain('SYNTHETIC');
});

test('a map without anything, or with coordinates that are none, gives a sheet all the same', () => {
  parse(drawMap(CityMap.fromMessage({ lanes: [], roads: [], junctions: [], aois: [], pois: [], sublines: [] })));
  const message = graphMap({ roads: 2, turns: [[0, 1]] });
  message.lanes[0].centerLine!.nodes[0].x = Number.NaN;
  message.lanes[1].centerLine!.nodes[0].x = Number.POSITIVE_INFINITY;
  message.lanes[1].maxSpeed = Number.NaN;
  expect(drawMap(CityMap.fromMessage(message))).not.toMatch(/NaN|Infinity/);
});

test('main roads and large grounds are named, each once, and names lie apart', () => {
  const map = synthesizeCity({ seed: 1, size: 'town' });
  const drawn = drawMap(map);
  const labels = [...drawn.matchAll(/<text transform="translate\(([\d.-]+) ([\d.-]+)\)[^>]*>([^<]*)</g)];
  const names = labels.map(([, , , name]) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names.length).toBeLessThanOrEqual(40);
  expect(names).not.toContain('');
  const places = labels.map(([, x, y]) => [Number(x), Number(y)]);
  for (const [i, [x, y]] of places.entries())
    for (const [otherX, otherY] of places.slice(i + 1)) expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThan(10);
});
