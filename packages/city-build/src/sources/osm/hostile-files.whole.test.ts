import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildCity } from './build-city.js';
import { openOsm } from './open-osm.js';
import { type OsmData, pbfBlob, SMALL_TOWN, toOverpass, toPbf, toXml } from './osm-files.fixture.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'itinera-hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Makes all limits a tenth in this test, so that a tenth of the bytes are too many. */
function limitToTenth(): void {
  vi.stubEnv('ITINERA_LIMITS', '0.1');
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function file(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'input');
  await writeFile(path, content);
  return path;
}

test('a missing file and a folder are rejected by name, without system jargon', async () => {
  const missing = join(folder, 'none.pbf');
  await expect(openOsm(missing)).rejects.toThrow(`${missing}: there is no such file or folder. Check the path`);
  await expect(openOsm(folder)).rejects.toThrow(`${folder}: it is a folder, not a file. Check the path`);
});

const formats = { PBF: toPbf, XML: toXml, 'Overpass JSON': toOverpass } as const;
const wrongs: readonly { lon: number; lat: number }[] = [
  { lon: -172, lat: 50 },
  { lon: 8, lat: -89.9999 },
  { lon: 180, lat: 90 },
  { lon: 8, lat: 51 },
];

describe.each(Object.entries(formats))('%s', (_, write) => {
  test.each(['always', 'auto', 'never'] as const)(
    'one wrong coordinate costs one street and no more, with inferred areas %s',
    async (inferAois) => {
      for (const wrong of wrongs) {
        const town: OsmData = {
          ...SMALL_TOWN,
          nodes: [...SMALL_TOWN.nodes, { id: 90, ...wrong }],
          ways: [...SMALL_TOWN.ways, { id: 190, refs: [3, 90], tags: { highway: 'residential' } }],
        };
        const { map, report } = await buildCity(await file(write(town)), { inferAois });
        expect(report.refusedWays).toMatchObject({ 'with nodes farther apart than 50 km': 1 });
        expect(map.aois.count).toBeLessThan(60);
      }
    },
  );

  test('endless streets between few nodes are rejected', async () => {
    const count = 20;
    const nodes = Array.from({ length: count }, (_, i) => ({
      id: 1000 + i,
      lon: 8 + (i % 2) * 0.4,
      lat: 50 + i * 0.001,
    }));
    const way = { id: 190, refs: nodes.map(({ id }) => id), tags: { highway: 'residential' } };
    const path = await file(write({ nodes, ways: [way] }));
    await expect(buildCity(path, { inferAois: 'always' })).rejects.toThrow(/streets of \d+ km between \d+ nodes/);
  });

  test('a way of more nodes than a tenth of a million, if the limits are a tenth, is rejected', async () => {
    limitToTenth();
    const way = { id: 190, refs: Array.from({ length: 100_001 }, () => 1), tags: { highway: 'residential' } };
    await expect(buildCity(await file(write({ ...SMALL_TOWN, ways: [way] })))).rejects.toThrow(
      'more than 100000 parts',
    );
  });
});

test('a small extract that unpacks to endless ways is rejected', async () => {
  // 30 million nodes, a byte each, all of them the same one.
  const refs = Buffer.alloc(30_000_000, 0);
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
  const bytes = (field: number, content: Uint8Array) =>
    Buffer.concat([Buffer.from([field * 8 + 2, ...varint(content.length)]), content]);
  const way = bytes(3, Buffer.concat([Buffer.from([8, 1]), bytes(8, refs)]));
  const block = bytes(2, way);
  const path = await file(
    Buffer.concat([pbfBlob('OSMHeader', new Uint8Array(), true), pbfBlob('OSMData', block, true)]),
  );
  await expect(buildCity(path)).rejects.toThrow('unpacks to more than 200 times its size');
});

test('a few kilobytes that repeat one way are rejected in every format', async () => {
  limitToTenth();
  const ways = Array.from({ length: 4000 }, () => ({ id: 190, refs: [1, 2], tags: { highway: 'residential' } }));
  const elements = ways.map(({ id, refs, tags }) => ({ type: 'way', id, nodes: refs, tags }));
  const one = '<way id="190"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>';
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
  const bytes = (field: number, content: Uint8Array) =>
    Buffer.concat([Buffer.from([field * 8 + 2, ...varint(content.length)]), content]);
  const way = bytes(3, Buffer.concat([Buffer.from([8, 1]), bytes(8, Buffer.from([2, 2]))]));
  const block = bytes(2, Buffer.concat(ways.map(() => way)));
  for (const packed of [
    Buffer.concat([pbfBlob('OSMHeader', new Uint8Array(), true), pbfBlob('OSMData', block, true)]),
    gzipSync(`<osm>${one.repeat(ways.length)}</osm>`),
    gzipSync(JSON.stringify({ elements })),
  ]) {
    expect(packed.length).toBeLessThan(6000);
    await expect(buildCity(await file(packed))).rejects.toThrow(
      /ways and relations of more than \d+ parts in \d+ bytes/,
    );
  }
});

test.each([
  ['a list', '[["deep"]]'],
  ['an object', '{"toString": 1}'],
  ['lists without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
])('tags that are %s are rejected', async (_, value) => {
  const texts = [
    `{"elements": [{"type": "node", "id": 1, "lon": 8, "lat": 50, "tags": {"highway": ${value}}}]}`,
    `{"elements": [{"type": "node", "id": 1, "lon": 8, "lat": 50, "tags": ${value}}]}`,
    `{"elements": [{"type": ${value}, "id": 1}]}`,
    `{"elements": [{"type": "node", "id": ${value}}]}`,
    `{"elements": [{"type": "node", "id": 1, "lon": ${value}, "lat": 50}]}`,
    `{"elements": [{"type": "way", "id": 1, "nodes": [${value}]}]}`,
    `{"elements": [{"type": "way", "id": 1, "geometry": [${value}]}]}`,
    `{"elements": [{"type": "relation", "id": 1, "members": [{"type": ${value}, "ref": ${value}}]}]}`,
    `{"elements": ${value}, "remark": "out of time"}`,
  ];
  for (const text of texts) await expect(buildCity(await file(text)), text.slice(0, 60)).rejects.toThrow(UserError);
});

test('a small compressed file that unpacks to endless data is rejected', async () => {
  limitToTenth();
  const xml = gzipSync(`<osm>${' '.repeat(1000)}${'<node id="1" lon="8" lat="50"/>\n'.repeat(200_000)}</osm>`);
  const opened = await openOsm(await file(xml));
  await expect(opened.visit({ node: () => {} })).rejects.toThrow('unpacks to more than 20 times its size');
  const json = gzipSync(`{"elements": [${' '.repeat(6_000_000)}]}`);
  await expect(buildCity(await file(json))).rejects.toThrow('unpacks to more than 20 times its size');
});
