import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OsmMember, OsmVisitor } from './elements.js';
import { openOsm } from './open-osm.js';
import { pbfBlob, SMALL_TOWN, toOverpass, toPbf, toXml } from './osm-files.fixture.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'itinera-osm-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Seen {
  date: string;
  remark: string;
  nodes: [id: number, lon: number, lat: number, tags: Record<string, string>][];
  ways: [id: number, refs: number[], tags: Record<string, string>][];
  relations: [id: number, members: OsmMember[], tags: Record<string, string>][];
}

/** Everything in a file, read one kind at a time, as in a build. */
async function readAll(content: string | Uint8Array): Promise<Seen> {
  const path = join(folder, 'input');
  await writeFile(path, content);
  const file = await openOsm(path);
  const seen: Seen = { date: '', remark: '', nodes: [], ways: [], relations: [] };
  const visitors: OsmVisitor[] = [
    { relation: (id, members, tags) => seen.relations.push([id, [...members], Object.fromEntries(tags)]) },
    { way: (id, refs, tags) => seen.ways.push([id, Array.from(refs), Object.fromEntries(tags)]) },
    { node: (id, lon, lat, tags) => seen.nodes.push([id, lon, lat, Object.fromEntries(tags)]) },
  ];
  for (const visitor of visitors) await file.visit(visitor);
  Object.assign(seen, file.header);
  return seen;
}

const expected: Seen = {
  date: '2024-02-29',
  remark: '',
  nodes: SMALL_TOWN.nodes.map(({ id, lon, lat, tags = {} }) => [
    id,
    Math.round(lon * 1e7),
    Math.round(lat * 1e7),
    tags,
  ]),
  ways: SMALL_TOWN.ways.map(({ id, refs, tags = {} }) => [id, refs, tags]),
  relations: SMALL_TOWN.relations!.map(({ id, members, tags = {} }) => [id, members, tags]),
};

describe('reading a small town', () => {
  test.each([
    ['PBF with dense nodes', toPbf(SMALL_TOWN)],
    ['PBF with single nodes', toPbf(SMALL_TOWN, { dense: false })],
    ['PBF that is not packed', toPbf(SMALL_TOWN, { compress: false })],
    ['XML', toXml(SMALL_TOWN)],
    ['XML compressed with gzip', gzipSync(toXml(SMALL_TOWN))],
    ['XML with a byte order mark', `\uFEFF${toXml(SMALL_TOWN)}`],
    ['Overpass JSON', toOverpass(SMALL_TOWN)],
    ['Overpass JSON compressed with gzip', gzipSync(toOverpass(SMALL_TOWN))],
    ['Overpass JSON with tags that are null', toOverpass(SMALL_TOWN).replaceAll('"lat":50}', '"lat":50,"tags":null}')],
  ])('reads the same elements from %s', async (_, content) => {
    expect(await readAll(content)).toEqual(expected);
  });

  test('reads the coordinates of Overpass ways with inline geometry', async () => {
    const seen = await readAll(toOverpass(SMALL_TOWN, true));
    const byId = (nodes: Seen['nodes']) => [...nodes].sort((a, b) => a[0] - b[0]);
    expect(byId(seen.nodes)).toEqual(byId(expected.nodes));
    expect(seen.ways).toEqual(expected.ways);
  });

  test('Overpass ways without node ids get one node per position', async () => {
    const line = (id: number, ...lons: number[]) => ({
      type: 'way',
      id,
      geometry: lons.map((lon) => ({ lon, lat: 50 })),
    });
    const { nodes, ways } = await readAll(JSON.stringify({ elements: [line(1, 8, 8.1), line(2, 8.1, 8.2)] }));
    expect(nodes).toHaveLength(3);
    expect(ways[0][1][1]).toBe(ways[1][1][0]);
  });

  test('omits elements that XML marks as deleted', async () => {
    const xml = '<osm><node id="1" visible="false"/><node id="2" lat="1" lon="2" action="delete"/></osm>';
    expect((await readAll(xml)).nodes).toEqual([]);
  });

  test('omits elements that JSON marks as deleted', async () => {
    const deleted = { type: 'node', id: 1, lat: 1, lon: 2, visible: false };
    expect((await readAll(JSON.stringify({ elements: [deleted] }))).nodes).toEqual([]);
  });

  test('reads ways and relations with only a centre as points', async () => {
    const center = { lat: 50, lon: 8 };
    const tags = { shop: 'bakery' };
    const elements = ['way', 'relation'].map((type) => ({ type, id: 7, center, tags }));
    const { nodes, ways, relations } = await readAll(JSON.stringify({ elements }));
    expect(nodes.map(([, ...rest]) => rest)).toEqual([
      [80_000_000, 500_000_000, tags],
      [80_000_000, 500_000_000, tags],
    ]);
    expect(new Set(nodes.map(([id]) => id)).size).toBe(2);
    expect([...ways, ...relations]).toEqual([]);
  });

  test('keeps the remark of the server, such as a timeout', async () => {
    const remark = 'runtime error: Query timed out';
    const json = { ...JSON.parse(toOverpass(SMALL_TOWN)), remark };
    expect((await readAll(JSON.stringify(json))).remark).toBe(remark);
    const xml = toXml(SMALL_TOWN).replace('</osm>', `<remark> ${remark} </remark>\n</osm>`);
    expect((await readAll(xml)).remark).toBe(remark);
  });

  test('reports progress up to 1', async () => {
    for (const content of [toPbf(SMALL_TOWN), toXml(SMALL_TOWN), toOverpass(SMALL_TOWN)]) {
      const path = join(folder, 'progress');
      await writeFile(path, content);
      const shares: number[] = [];
      await (await openOsm(path)).visit({ node: () => {}, way: () => {}, relation: () => {} }, (share) =>
        shares.push(share),
      );
      expect(shares.at(-1)).toBe(1);
      expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    }
  });
});

/** @returns the message of the error that ends the reading; fails if it is not a user error */
async function refusal(content: string | Uint8Array): Promise<string> {
  const error = await readAll(content).then(
    () => undefined,
    (e) => e,
  );
  expect(error).toBeInstanceOf(UserError);
  return error.message;
}

describe('damaged files and files of other formats', () => {
  test('the error names the format of a file that is not supported', async () => {
    expect(await refusal('BZh91AY')).toContain('bzip2');
    expect(await refusal('PK\u0003\u0004')).toContain('zip');
    expect(await refusal(Buffer.from('\xfd7zXZ', 'latin1'))).toContain('unxz');
    expect(await refusal(gzipSync('hello'))).toContain('unknown data compressed with gzip');
    expect(await refusal(Buffer.of(0x1f, 0x8b, 1, 2, 3))).toContain('unknown data compressed with gzip');
    expect(await refusal('')).toContain('empty');
    expect(await refusal('hello')).toContain('unknown data');
    await expect(openOsm(join(folder, 'nowhere.pbf'))).rejects.toThrow(UserError);
    await expect(openOsm(folder)).rejects.toThrow(UserError);
  });

  test('explains how to convert blocks with another compression', async () => {
    const start = toPbf({ nodes: [], ways: [] }, { compress: false });
    for (const [field, name] of [
      [4, 'LZMA'],
      [6, 'LZ4'],
      [7, 'Zstandard'],
    ] as const) {
      const block = pbfBlob('OSMData', Buffer.from('x'), false, field);
      expect(await refusal(Buffer.concat([start, block]))).toContain(name);
    }
    expect(await refusal(toPbf(SMALL_TOWN, { features: ['HistoricalInformation'] }))).toContain(
      'HistoricalInformation',
    );
  });

  test('sizes beyond the limits of the format are rejected without allocating them', async () => {
    const good = toPbf(SMALL_TOWN);
    const hugeHeader = Buffer.from(good);
    hugeHeader.writeUInt32BE(0x7fffffff, 0);
    expect(await refusal(hugeHeader)).toMatch(/byte 0: a block header of 2147483647 bytes/);
    const end = good.length;
    const bomb = Buffer.concat([good, pbfBlob('OSMData', Buffer.alloc(40 * 1024 * 1024), true)]);
    expect(await refusal(bomb)).toContain(`byte ${end + 4 + bomb.readUInt32BE(end)}`);
  });

  test('a PBF file cut off anywhere is detected', async () => {
    const good = toPbf(SMALL_TOWN);
    const blocks = new Set<number>();
    for (let at = 0; at < good.length; ) {
      blocks.add(at);
      const head = good.readUInt32BE(at);
      // The size of the block is the last field of its header, a varint of one or two bytes here.
      const bytes = good.subarray(at + 4, at + 4 + head);
      const sizeAt = bytes.lastIndexOf(0x18) + 1;
      const size = bytes[sizeAt] < 128 ? bytes[sizeAt] : (bytes[sizeAt] & 127) | (bytes[sizeAt + 1] << 7);
      at += 4 + head + size;
    }
    for (let length = 40; length < good.length; length += 7) {
      if (!blocks.has(length)) expect(await refusal(good.subarray(0, length))).toContain('input');
    }
  });

  test.each([
    ['ends within an element', '<osm><node id="1" lat="1" lon="2">'],
    ['a node without a place', '<osm><node id="1" lat="north" lon="2"/></osm>'],
    ['another document', '<html><body/></html>'],
    ['tags without end', `<osm>${'<a>'.repeat(50)}</osm>`],
    ['a tag that never ends', `<osm><node id="1" name="${'x'.repeat(5_000_000)}"/></osm>`],
    ['an entity of its own', '<!DOCTYPE osm [<!ENTITY a "b">]><osm><node id="&a;" lat="1" lon="1"/></osm>'],
  ])('rejects XML: %s', async (_, xml) => {
    expect(await refusal(xml)).toContain('Expected OpenStreetMap XML');
  });

  test.each([
    ['cut off', '{"elements": [{"type": "node"'],
    ['without elements', '{"features": []}'],
    ['invalid elements', '{"elements": [null, 1]}'],
    ['a node without a place', '{"elements": [{"type": "node", "id": 1, "lat": "x"}]}'],
    ['a way of texts', '{"elements": [{"type": "way", "id": 1, "nodes": ["a"]}]}'],
    ['an answer that stopped early', '{"elements": [], "remark": "runtime error: Query timed out"}'],
  ])('rejects JSON: %s', async (_, json) => {
    expect(await refusal(json)).toContain('Expected a result of the Overpass API');
  });
});
