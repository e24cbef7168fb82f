import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someOf } from '../../../base/src/damage.fixture.js';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { CityMap } from './city-map.js';
import { anyMessage } from './message.fixture.js';
import type { MapMessage } from './message.js';
import { readMap } from './read-map.js';
import { mapChunks, writeMap } from './write-map.js';

const empty: MapMessage = { lanes: [], roads: [], junctions: [], aois: [], pois: [], sublines: [] };
const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);

describe('a message and its columns', () => {
  slowTest('a message survives a round trip through columns and through bytes', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const map = CityMap.fromMessage(message);
        expect(map.toMessage()).toEqual(message);
        const bytes = writeMap(map);
        const read = readMap(bytes);
        expect(read.toMessage()).toEqual(message);
        expect(writeMap(read)).toEqual(bytes);
      }),
      { numRuns: someOf(100, 3), seed: 1 },
    );
  });

  test('bytes follow the format: zeros are omitted, presence and negative numbers are kept', () => {
    const poi = { id: 0, name: '', category: 'é', aoiId: -1, capacity: 0, functions: [] };
    const bytes = writeMap(CityMap.fromMessage({ ...empty, pois: [poi] }));
    // POIs are field 6; category 3, aoi_id 5 as a ten-byte varint, capacity 6 present and zero.
    const aoi = [0x28, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
    expect([...bytes]).toEqual([0x32, 17, 0x1a, 2, 0xc3, 0xa9, ...aoi, 0x30, 0]);
  });

  test('a number that does not fit its field is rejected', () => {
    const road = { id: 3_000_000_000, laneIds: [], nextRoadLanePlans: [], name: '' };
    expect(() => CityMap.fromMessage({ ...empty, roads: [road] })).toThrow('roads.id: 3000000000 does not fit');
  });

  test('equal strings share a number', () => {
    const poi = { id: 1, name: 'Bar', category: 'amenity|bar', aoiId: 0, functions: ['Bar'] };
    const map = CityMap.fromMessage({ ...empty, pois: [poi, { ...poi, id: 2 }] });
    expect(map.textCount).toBe(3);
    expect(map.text(map.pois.category[1])).toBe('amenity|bar');
    expect(map.pois.functions.values[1]).toBe(map.pois.name[0]);
  });

  test('another thread opens the same memory', () => {
    const map = CityMap.fromMessage({ ...empty, aois: [] });
    const { buffer, layout } = structuredClone({ buffer: map.buffer, layout: map.layout });
    expect(CityMap.open({ buffer, layout }).toMessage()).toEqual(empty);
  });
});

describe('rows by id', () => {
  const withRoads = (ids: number[]) =>
    CityMap.fromMessage({ ...empty, roads: ids.map((id) => ({ id, laneIds: [], nextRoadLanePlans: [], name: '' })) });

  test('lane 0, gaps, disorder, negative and repeated ids', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 })), fc.integer({ min: -25, max: 25 }), (ids, id) => {
        expect(withRoads(ids).roadIndex(id)).toBe(ids.indexOf(id));
      }),
      { seed: 1 },
    );
  });

  test('ids cover the whole range of int32', () => {
    const map = withRoads([2147483647, -2147483648, 200000000]);
    expect([2147483647, -2147483648, 200000000, 5].map((id) => map.roadIndex(id))).toEqual([0, 1, 2, -1]);
  });
});

describe('reading files of other programs', () => {
  test('unpacked lists, repeated parts of a message, fields out of order', () => {
    const lane = [0x68, 7, 0x08, 5, 0x62, 2, 1, 2, 0x68, 8, 0x3a, 2, 0x0a, 0, 0x3a, 2, 0x0a, 0];
    const { lanes } = readMap(bytesOf(0x12, lane.length, ...lane)).toMessage();
    expect(lanes[0]).toMatchObject({ id: 5, leftLaneIds: [1, 2], rightLaneIds: [7, 8] });
    expect(lanes[0].centerLine!.nodes).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ]);
  });

  test('unknown fields are written back at the end of their message', () => {
    const unknown = [0xfa, 0x01, 1, 9];
    const point = [...unknown];
    const poi = [0x08, 1, ...unknown, 0x22, point.length, ...point];
    const map = readMap(bytesOf(...unknown, 0x32, poi.length, ...poi));
    expect(map.unknownFields.rows).toHaveLength(3);
    const canonical = [0x08, 1, 0x22, point.length, ...point, ...unknown];
    expect([...writeMap(map)]).toEqual([0x32, canonical.length, ...canonical, ...unknown]);
  });

  test('an unknown field in every small row takes little memory', () => {
    // A connection with two fields that a later version of the format may have, an empty one but for another, a lane.
    const connection = [0x08, 5, 0x10, 1, 0x18, 1, 0x22, 0];
    const lane = [0x52, connection.length, ...connection, 0x5a, 2, 0x18, 1, 0xa0, 0x06, 0];
    const bytes = Uint8Array.from(Array.from({ length: 20_000 }, () => [0x12, lane.length, ...lane]).flat());
    const map = readMap(bytes);
    expect(map.unknownFields.rows).toHaveLength(80_000);
    expect(Buffer.compare(writeMap(map), bytes)).toBe(0);
  });

  test('a file longer than one chunk is written back byte for byte, with unknown fields in place', () => {
    const unknown = [0xfa, 0x06, 1, 7];
    const row = (i: number) => {
      const poi = [0x08, 0x80 | (i & 127), 1 + (i >> 7), ...(i % 8 === 0 ? unknown : [])];
      return [0x32, poi.length, ...poi];
    };
    const bytes = bytesOf(...Array.from({ length: 3000 }, (_, i) => row(i)).flat(), ...unknown);
    expect(readMap(bytes).pois.count).toBe(3000);
    expect(writeMap(readMap(bytes))).toEqual(bytes);
    const chunks = [...mapChunks(readMap(bytes))].filter(({ length }) => length > 0);
    expect(chunks.map(({ length }) => length)).toEqual([5632, 5632, 5236, 4]);
  });
});

describe('damaged files', () => {
  const read = (...bytes: number[]) => {
    try {
      readMap(bytesOf(...bytes), { name: 'x.pb' });
      return 'fine';
    } catch (error) {
      if (error instanceof UserError) return error.message;
      throw error;
    }
  };

  test.each([
    ['a text file', [...Buffer.from('hello, world')], 'wire type'],
    ['a length beyond the end', [0x12, 5, 0x08], 'announces 5 bytes where 1 are left (at byte 1 of 3)'],
    ['a huge length', [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 'bytes where 0 are left'],
    ['a length without end', [0x12, ...new Array(12).fill(0xff)], 'ends inside a length'],
    ['a number without end', [0x12, 12, 0x08, ...new Array(11).fill(0xff)], 'more than ten bytes'],
    ['a part longer than its whole', [0x12, 3, 0x3a, 9, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0], 'announces 9 bytes'],
    ['a number cut short', [0x12, 3, 0x21, 0, 0], 'ends inside a number'],
    ['a number of another type', [0x12, 2, 0x09, 0], 'has wire type 1 for lanes.id, expected 0'],
    ['field number 0', [0x00], 'field number 0'],
    ['a group', [0x4b, 0x4c], 'wire type 3'],
    ['a name that is not UTF-8', [0x32, 3, 0x12, 1, 0xff], 'not UTF-8'],
    ['a character split over two names', [0x32, 6, 0x12, 1, 0xc3, 0x1a, 1, 0xa9], 'not UTF-8'],
    ['an enum value that cannot be', [0x12, 3, 0x10, 0x80, 0x02], 'unknown value 256'],
  ])('%s is rejected with its position', (_, bytes, message) => {
    expect(read(...bytes)).toContain(message);
    expect(read(...bytes)).toContain('x.pb: the file ');
    expect(read(...bytes)).toContain('Download it again');
  });

  test('masses of empty entries do not fill the memory', () => {
    const bytes = new Uint8Array(2_000_000);
    for (let i = 0; i < bytes.length; i += 2) bytes[i] = 0x12;
    expect(() => readMap(bytes)).toThrow('so many empty entries');
  });
});

const data = process.env.ITINERA_DATA;
const sample = data === undefined ? '' : join(data, 'fiblab-map-sample', 'm.pb');

describe.skipIf(!existsSync(sample))('a real map', () => {
  test('has the known figures and is written back byte for byte', () => {
    const bytes = readFileSync(sample);
    const map = readMap(bytes);
    const { lanes, roads, junctions, aois, pois } = map;
    expect([lanes, roads, junctions, aois, pois].map((rows) => rows.count)).toEqual([249, 33, 12, 199, 0]);
    expect(map.laneIndex(0)).toBe(0);
    expect(Buffer.compare(writeMap(map), bytes)).toBe(0);
    expect(CityMap.fromMessage(map.toMessage()).toMessage()).toEqual(map.toMessage());
  });
});
