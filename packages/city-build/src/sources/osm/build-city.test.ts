import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import { groundOf, inspectMap, projectionOf, readMap, writeMap } from '@itinera/city/browser';
import { insideRing } from '@itinera/city/map-making';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slowTest } from '../../../../base/src/slow.fixture.js';
import { buildCity } from './build-city.js';
import { formatBuildReport } from './build-report.js';
import { type OsmData, SMALL_TOWN, toOverpass, toPbf, toXml } from './osm-files.fixture.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'itinera-city-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a city built from a small town', () => {
  slowTest('is identical for every format and every run', async () => {
    const inputs = [
      await file('town.osm.pbf', toPbf(SMALL_TOWN)),
      await file('town.osm', toXml(SMALL_TOWN)),
      await file('town.json', toOverpass(SMALL_TOWN)),
      await file('town.osm.pbf', toPbf(SMALL_TOWN, { locationsOnWays: true })),
      await file('town.xml', toXml(SMALL_TOWN, true)),
      await file('town.json.gz', gzipSync(toOverpass(SMALL_TOWN))),
    ];
    const hashes = new Set<string>();
    for (const input of inputs) {
      const { map, report } = await buildCity(input, { inferAois: 'never' });
      expect(report).toMatchObject({
        name: 'town',
        date: '2024-02-29',
        roads: 8,
        junctions: 5,
        signals: 1,
        aois: 3,
        pois: 1,
      });
      hashes.add(hash(writeMap(map)));
    }
    expect(hashes.size).toBe(1);
  });

  test('has places with their land use, and everything is reachable', async () => {
    const { map, report } = await buildCity(await file('town.osm', toXml(SMALL_TOWN)), { inferAois: 'never' });
    const { aois, pois } = map.toMessage();
    expect(aois.map((aoi) => [aoi.urbanLandUse, aoi.name])).toEqual([
      ['R', ''],
      ['R', ''],
      ['B1', 'Müller <&> "Söhne"'],
    ]);
    expect(pois[0]).toMatchObject({ category: 'shop|bakery', aoiId: aois[2].id });
    expect(report.reachable).toEqual({ any: 3, drive: 3, walk: 3 });
    expect(report.reachableShare).toBe(1);
    expect(inspectMap(map)).toEqual([]);
    expect(readMap(writeMap(map)).toMessage()).toEqual(map.toMessage());
  });

  test('has ground: sea, lakes with islands, rivers with a missing bank, railways, names', async () => {
    const at = (id: number, x: number, y: number, tags?: Record<string, string>) => ({
      ...{ id, lon: 8 + x / 1e4, lat: 50 + y / 1e4 },
      ...(tags && { tags }),
    });
    const square = (id: number, x: number, y: number, side: number) => [
      at(id, x, y),
      at(id + 1, x + side, y),
      at(id + 2, x + side, y + side),
      at(id + 3, x, y + side),
    ];
    const ring = (id: number) => [id, id + 1, id + 2, id + 3, id];
    const outer = (...ids: number[]) => ids.map((ref) => ({ type: 'way' as const, ref, role: 'outer' }));
    const town: OsmData = {
      nodes: [
        ...SMALL_TOWN.nodes,
        ...square(300, -10, 5, 4),
        ...square(310, -9, 6, 2),
        ...[at(320, -300, -30), at(321, 0, -30), at(322, 300, -30), at(330, -300, 40), at(331, 300, 40)],
        at(340, 5, -10, { place: 'suburb', name: 'Harbour' }),
        ...[
          at(341, 6, 0, { place: 'village', name: 'V', population: '9000' }),
          at(342, 7, 0, { place: 'town', name: 'T' }),
        ],
        ...[
          at(343, 8, 0, { place: 'city', name: 'C' }),
          at(344, 9, 0, { place: 'city', name: 'D', population: '1,000' }),
        ],
      ],
      ways: [
        ...SMALL_TOWN.ways,
        { id: 400, refs: ring(300) },
        { id: 401, refs: ring(310) },
        { id: 402, refs: [320, 321], tags: { natural: 'coastline' } },
        { id: 403, refs: [321, 322], tags: { natural: 'coastline' } },
        { id: 404, refs: [330, 331] },
        { id: 405, refs: [1, 4], tags: { railway: 'rail' } },
        { id: 406, refs: [3, 4], tags: { railway: 'rail', tunnel: 'yes' } },
      ],
      relations: [
        {
          id: 1100,
          members: [...outer(400), { type: 'way', ref: 401, role: 'inner' }],
          tags: { type: 'multipolygon', natural: 'water' },
        },
        { id: 1101, members: outer(404, 999), tags: { type: 'multipolygon', natural: 'water', name: 'River' } },
      ],
    };
    const { map } = await buildCity(await file('ground.osm.pbf', toPbf(town)), { inferAois: 'never' });
    const ground = groundOf(map);
    expect(ground.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'water ',
      'water ',
      'water River',
      'rail ',
      // Cities before towns, and those with more people first.
      ...['town D', 'town C', 'town T', 'town V'],
      'district Harbour',
    ]);
    const { toXY } = projectionOf(map);
    const isWater = (x: number, y: number) => {
      const place = toXY(8 + x / 1e4, 50 + y / 1e4);
      const parts = ground.flatMap(({ kind, parts }) => (kind === 'water' ? parts : []));
      return parts.reduce((wet, part) => wet !== insideRing(part, place.x, place.y), false);
    };
    expect([isWater(0, -35), isWater(0, -25), isWater(0, 45), isWater(0, 0)]).toEqual([true, false, true, false]);
    expect([isWater(-9.5, 5.5), isWater(-8, 7)]).toEqual([true, false]);
    const box = { west: 7.99, south: 49.99, east: 8.0004, north: 50.0009 };
    expect(groundOf((await buildCity(join(folder, 'ground.osm.pbf'), { box, inferAois: 'never' })).map)).toHaveLength(
      4,
    );
  });

  test('respects a banned left turn', async () => {
    const path = await file('town.osm', toXml(SMALL_TOWN));
    const lefts = async (input: string) => {
      const { map } = await buildCity(input);
      return map.toMessage().junctions.flatMap((j) => j.drivingLaneGroups.filter((group) => group.turn === 2)).length;
    };
    const free = await file('free.osm', toXml({ ...SMALL_TOWN, relations: [] }));
    // The relation names the whole cross street: from the west, both its arms are banned, left and right.
    expect((await lefts(free)) - (await lefts(path))).toBe(1);
  });

  test('lets pedestrians past a bollard, but no cars', async () => {
    const { nodes, ways } = SMALL_TOWN;
    const end = { id: 90, lon: 8.004, lat: 50 };
    const eastStreet = { id: 102, refs: [2, 3, 90], tags: { highway: 'residential' } };
    const build = async (tags: Record<string, string>) => {
      const town = {
        nodes: [...nodes.map((node) => (node.id === 3 ? { ...node, tags } : node)), end],
        ways: ways.map((way) => (way.id === 102 ? eastStreet : way)),
      };
      return (await buildCity(await file('bollard.osm', toXml(town)))).report;
    };
    const open = await build({ barrier: 'gate' });
    const closed = await build({ barrier: 'bollard' });
    expect([open.streets.barriers, closed.streets.barriers]).toEqual([0, 1]);
    expect(open.streets.disconnected.walked).toBe(0);
    expect(closed.streets.disconnected.walked).toBeCloseTo(143.4, 0);
    expect(closed.connected.walk[0]).toBe(closed.connected.walk[1]);
  });

  test('crosses water by ferries that land at both ends', async () => {
    const { nodes, ways } = SMALL_TOWN;
    const shifted = (id: number) => id + 1000;
    const island = {
      nodes: nodes.map((node) => ({ ...node, id: shifted(node.id), lon: node.lon + 0.03 })),
      ways: ways.map((way) => ({ ...way, id: shifted(way.id), refs: way.refs.map(shifted) })),
    };
    const out = { id: 7, lon: 8.02, lat: 50 };
    const pier = { id: 8, lon: 8.0035, lat: 50 };
    const buildWith = async (more: Pick<OsmData, 'ways' | 'relations'>) => {
      const town = { nodes: [...nodes, ...island.nodes, out, pier], ways: [...ways, ...island.ways, ...more.ways] };
      const data = { ...town, ...(more.relations && { relations: more.relations }) };
      return (await buildCity(await file('islands.osm', toXml(data)), { inferAois: 'never' })).report;
    };
    const line = (refs: number[], i = 0) => ({ id: 500 + i, refs, tags: { route: 'ferry' } });
    const build = (...ferries: number[][]) => buildWith({ ways: ferries.map(line) });
    const apart = await build();
    expect(apart.places.outOfReach).toBe(apart.aois);
    const box = { west: 8.02811, south: 49.998, east: 8.032, north: 50.00201 };
    expect(formatBuildReport({ ...apart, lostParts: [{ km: 12, box }] })).toMatch(
      /warning +12\.0 km of streets .* --bbox 8\.0281,49\.9980,8\.0320,50\.0021\n/,
    );
    const whole = { drive: 2 * apart.aois, walk: 2 * apart.aois };
    // Ashore over a pier that nobody drew, over a driveway, and as a line whose ways say nothing.
    expect((await build([8, shifted(1)])).reachable).toMatchObject(whole);
    const driveway = { id: 600, refs: [8, 3], tags: { highway: 'service', service: 'driveway' } };
    const terminal = await buildWith({ ways: [driveway, line([8, shifted(1)])] });
    expect(terminal.reachable).toMatchObject(whole);
    expect(terminal.refusedWays).toMatchObject({ 'driveways and parking aisles': 0 });
    const silent = { id: 500, refs: [3, shifted(1)] };
    const members = [{ type: 'way' as const, ref: 500, role: '' }];
    const relations = [{ id: 700, members, tags: { type: 'route', route: 'ferry' } }];
    expect((await buildWith({ ways: [silent], relations })).reachable).toMatchObject(whole);
    expect((await buildWith({ ways: [silent] })).reachable).toMatchObject(apart.reachable);
    expect((await build([3, shifted(1)])).reachable).toMatchObject({ drive: 2 * apart.aois, walk: 2 * apart.aois });
    expect((await build([3, 7], [7, shifted(1)])).streets.ferries).toBeGreaterThan(1500);
    // Out to sea, by way of another line.
    const lost = await build([3, 7], [7, 999_999]);
    expect(lost.refusedWays).toMatchObject({ 'ferries without a connection on land': 2 });
    expect(lost.streets.ferries).toBe(0);
  });

  test('is limited to a box', async () => {
    const box = { west: 7.9999, south: 49.99, east: 8.01, north: 50.01 };
    const { report } = await buildCity(await file('town.osm.pbf', toPbf(SMALL_TOWN)), { box, inferAois: 'never' });
    expect(report).toMatchObject({ roads: 6, aois: 2 });
    const empty = { west: 1, south: 1, east: 2, north: 2 };
    await expect(buildCity(join(folder, 'town.osm.pbf'), { box: empty })).rejects.toThrow(
      /no streets in the box 1,1,2,2.* The file covers 7\.9980,49\.9980,8\.0020,50\.0020\.$/,
    );
    const swapped = { west: 49.99, south: 7.99, east: 50.01, north: 8.01 };
    await expect(buildCity(join(folder, 'town.osm.pbf'), { box: swapped })).rejects.toThrow(
      'The corners of the box are latitude,longitude: write 7.99,49.99,8.01,50.01.',
    );
  });

  test('accepts ways with missing nodes and areas that do not close', async () => {
    const data: OsmData = {
      ...SMALL_TOWN,
      ways: [
        ...SMALL_TOWN.ways,
        { id: 200, refs: [3, 77, 78], tags: { highway: 'residential' } },
        { id: 201, refs: [4, 4, 4], tags: { highway: 'residential' } },
        { id: 202, refs: [11, 12, 99, 11], tags: { building: 'yes' } },
        { id: 203, refs: [], tags: { highway: 'residential' } },
      ],
    };
    const { report } = await buildCity(await file('holes.osm.pbf', toPbf(data)), { inferAois: 'never' });
    expect(report).toMatchObject({ roads: 8, aois: 3, brokenAreas: 1 });
  });

  test('counts duplicates once', async () => {
    const { nodes, ways, relations } = SMALL_TOWN;
    const twice = { nodes: [...nodes, ...nodes], ways: [...ways, ...ways], relations: [...relations!, ...relations!] };
    const once = await buildCity(await file('town.osm', toXml(SMALL_TOWN)));
    for (const content of [toXml(twice), toOverpass(twice)]) {
      expect(writeMap((await buildCity(await file('town.osm', content))).map)).toEqual(writeMap(once.map));
    }
  });

  test('warns if the server timed out', async () => {
    const remark = 'runtime error: Query timed out';
    const json = JSON.stringify({ ...JSON.parse(toOverpass(SMALL_TOWN)), remark });
    const { report } = await buildCity(await file('town.json', json));
    expect(report.remark).toBe(remark);
    expect(formatBuildReport(report)).toContain(remark);
  });

  test('infers places where there are none, and reports them', async () => {
    const bare = await file('bare.osm', toXml({ nodes: SMALL_TOWN.nodes, ways: SMALL_TOWN.ways.slice(0, 3) }));
    const { map, report } = await buildCity(bare);
    expect(report.inferredAois).toBeGreaterThan(5);
    expect(formatBuildReport(report)).toContain('inferred along streets');
    expect(map.toMessage().aois.at(-1)!.name).toBe('inferred parcel');
    expect(report.residentialStreets.withoutGate).toBe(0);
    expect((await buildCity(bare, { inferAois: 'never' })).report.inferredAois).toBe(0);
    const square = { id: 130, refs: [11, 12, 13, 14, 11], tags: { highway: 'pedestrian', area: 'yes' } };
    const streets = { nodes: SMALL_TOWN.nodes, ways: [...SMALL_TOWN.ways.slice(0, 3), square] };
    expect((await buildCity(await file('square.osm', toXml(streets)))).report.inferredAois).toBeGreaterThan(5);
    const town = await file('town.osm', toXml(SMALL_TOWN));
    // The houses in the middle serve their part of the streets, not the ends.
    const { map: filled, report: ends } = await buildCity(town);
    const kept = filled.toMessage().aois.filter(({ name }) => name === 'inferred parcel');
    expect(kept).toHaveLength(ends.inferredAois);
    expect(ends.inferredAois).toBeGreaterThan(0);
    for (const { positions } of kept) expect(Math.hypot(positions[0].x, positions[0].y)).toBeGreaterThan(90);
  });

  test('infers points of interest if there are none, and reports them', async () => {
    const nodes = SMALL_TOWN.nodes.map(({ tags: _, ...node }) => node);
    const ways = SMALL_TOWN.ways.map((way) => (way.id === 110 ? { ...way, tags: { building: 'school' } } : way));
    const path = await file('silent.osm', toXml({ ...SMALL_TOWN, nodes, ways }));
    const { map, report } = await buildCity(path);
    expect(map.toMessage().pois.map(({ name, category }) => [name, category])).toEqual([
      ['inferred place', 'amenity|school'],
    ]);
    expect(report.inferredPois).toBe(1);
    expect(formatBuildReport(report)).toContain('1 POIs are inferred');
    expect((await buildCity(path, { inferAois: 'never' })).report.pois).toBe(0);
  });

  test('builds a town without cars', async () => {
    const ways = SMALL_TOWN.ways.map((way) => (way.tags?.highway ? { ...way, tags: { highway: 'footway' } } : way));
    const { report } = await buildCity(await file('venice.osm', toXml({ ...SMALL_TOWN, ways })));
    expect(report.reachable).toEqual({ any: 3, drive: 0, walk: 3 });
    expect(report.unreached.drive.noGate).toBe(3);
  });

  test('drives on the left if configured, by country, or off all countries if the streets show it', async () => {
    const { report } = await buildCity(await file('town.osm', toXml(SMALL_TOWN)), {
      drivingSide: 'left',
      inferAois: 'never',
    });
    expect(report).toMatchObject({ drivingSide: 'left', roads: 8, reachable: { any: 3 } });
    const london = SMALL_TOWN.nodes.map((node) => ({ ...node, lon: node.lon - 8.1, lat: node.lat + 1.5 }));
    const british = await buildCity(await file('london.osm', toXml({ ...SMALL_TOWN, nodes: london })));
    expect(british.report).toMatchObject({ drivingSide: 'left', drivingSideBy: 'the country, GB', country: 'GB' });
    const atSea = SMALL_TOWN.nodes.map((node) => ({ ...node, lon: node.lon - 38 }));
    // Clockwise, against the order of its nodes.
    const circle = { id: 300, refs: [11, 12, 13, 14, 11], tags: { highway: 'tertiary', junction: 'roundabout' } };
    const arm = { id: 301, refs: [2, 11], tags: { highway: 'tertiary', lanes: '3', 'busway:left': 'lane' } };
    for (const [oneway, side] of Object.entries({ yes: 'right', '-1': 'left' })) {
      const ways = [...SMALL_TOWN.ways.slice(0, 3), { ...circle, tags: { ...circle.tags, oneway } }, arm];
      const input = await file('roundabout.osm', toXml({ ...SMALL_TOWN, nodes: atSea, ways }));
      const { map, report } = await buildCity(input);
      expect(report.drivingSide).toBe(side);
      // So are the lanes of buses read.
      const { map: said } = await buildCity(input, { drivingSide: side as 'left' | 'right' });
      expect(hash(writeMap(map))).toBe(hash(writeMap(said)));
    }
  });

  test('is centred on its own plane, even across 180°', async () => {
    const nodes = SMALL_TOWN.nodes.map((node) => ({ ...node, lon: node.lon > 8 ? node.lon - 188 : node.lon + 172 }));
    const { map, report } = await buildCity(await file('dateline.osm', toXml({ ...SMALL_TOWN, nodes })));
    const home = await buildCity(await file('town.osm', toXml(SMALL_TOWN)));
    expect(report.projection).toMatch(/lon_0=(-180|180)\.000000$/);
    expect(report.extent.width).toBeCloseTo(home.report.extent.width, 3);
    expect(map.header!.north).toBeCloseTo(home.map.header!.north, 3);
  });

  test('explains why there are no streets', async () => {
    const empty = await file('empty.osm', toXml({ nodes: SMALL_TOWN.nodes, ways: [] }));
    await expect(buildCity(empty)).rejects.toThrow(UserError);
    const ways = SMALL_TOWN.ways.map((way) => ({
      ...way,
      tags: { highway: 'residential', access: 'no', bicycle: 'no' },
    }));
    const closed = await file('closed.osm', toXml({ ...SMALL_TOWN, ways }));
    await expect(buildCity(closed)).rejects.toThrow(/left out: 7 no access/);
    const bare = await file('bare.json', toOverpass({ nodes: [], ways: SMALL_TOWN.ways }));
    await expect(buildCity(bare)).rejects.toThrow(/3 streets, but none of their nodes.*out geom/);
  });

  test('ignores a restriction with hundreds of ways', async () => {
    const members = Array.from({ length: 30_000 }, (_, i) => ({
      type: 'way' as const,
      ref: 101 + (i % 3),
      role: ['from', 'via', 'to'][i % 3],
    }));
    const relations = [{ id: 1, members, tags: { type: 'restriction', restriction: 'no_u_turn' } }];
    const { report } = await buildCity(await file('bans.osm', toXml({ ...SMALL_TOWN, relations })));
    expect(report.streets.unusedRestrictions).toEqual({ 'with more than 100 members': 1 });
  });

  slowTest('rejects a node at which thousands of streets meet', async () => {
    const ends = Array.from({ length: 3000 }, (_, i) => ({ id: 5000 + i, lon: 8.01 + i * 1e-5, lat: 50.01 }));
    const ways = ends.map(({ id }) => ({ id, refs: [2, id], tags: { highway: 'residential' } }));
    const star = await file('star.osm', toXml({ nodes: [...SMALL_TOWN.nodes, ...ends], ways }));
    await expect(buildCity(star)).rejects.toThrow(/3000 streets meet/);
  });

  test('reports its progress', async () => {
    const phases = new Set<string>();
    await buildCity(await file('town.osm.pbf', toPbf(SMALL_TOWN)), { onProgress: (phase) => phases.add(phase) });
    expect([...phases]).toEqual([
      'reading relations',
      'reading ways',
      'reading nodes',
      'joining streets',
      'building lanes',
      'building junctions',
      'placing gates',
      'filling the map',
      'checking',
    ]);
  });
});

const data = process.env.ITINERA_DATA;

describe.skipIf(!data)('cities built from real extracts', () => {
  test.each([
    // Kilometres of streets, without tracks that no tag opens to cars, within bounds that the extracts' own statistics give.
    ['osm-monaco/monaco-latest.osm.pbf', { aois: 1000, km: [45, 75] }],
    ['osm-liechtenstein/liechtenstein-latest.osm.pbf', { aois: 12_000, km: [330, 480] }],
    ['osm-harrisburg/harrisburg.osm.pbf', { aois: 500, km: [800, 940] }],
    ['osm-helsinki-centre/Helsinki.osm.pbf', { aois: 400, km: [18, 33] }],
    ['osm-beijing-haidian/overpass_2021-03-17.json', { aois: 1000, km: [50, 106] }],
  ])('%s', async (name, { aois, km }) => {
    const path = join(data!, name);
    expect(existsSync(path)).toBe(true);
    const { map, report } = await buildCity(path);
    expect(report.aois).toBeGreaterThan(aois);
    expect(report.reachableShare).toBeGreaterThan(0.95);
    expect(report.connected.drive[0]).toBe(report.connected.drive[1]);
    const driven = Object.entries(report.classes).filter(([kind]) => kind !== 'path');
    const length = driven.reduce((sum, [, { km }]) => sum + km, 0) - report.streets.tracks / 1000;
    expect(length).toBeGreaterThan(km[0]);
    expect(length).toBeLessThan(km[1]);
    for (const [, { kmh }] of driven) {
      expect(kmh).toBeGreaterThan(5);
      expect(kmh).toBeLessThan(131);
    }
    expect(inspectMap(map)).toEqual([]);
  });
});
