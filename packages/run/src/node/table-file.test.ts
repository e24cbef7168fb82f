import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableFromIPC } from '@uwdata/flechette';
import { expect, onTestFinished, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { idsOf, textKeys } from '../tables/arrow-table.js';
import { isWholeTable } from '../tables/checksum.js';
import type { GroupTables } from '../tables/group-tables.js';
import { statusKeys } from '../tables/status-table.js';
import { RunFolder } from './run-folder.js';
import { readTableFile, verifiedChecksum } from './table-file.js';

const clock = { stepSeconds: 900, steps: 3 };
const none = { keys: new Int8Array(0), texts: ['a'] };
const empty = { id: idsOf([]), seconds: new Float64Array(0), metres: new Float64Array(0) };
const tables: GroupTables = {
  statuses: {
    facts: { clock, people: 2, problems: [], problemCount: 0, fallbacks: 0, failedTrips: 0 },
    ...statusKeys(idsOf([7, 9]), clock),
    lng: new Int32Array(6).fill(1_163_000_001),
    lat: new Int32Array(6).fill(399_000_001),
    parentId: Int32Array.of(-1, 1, 2, 3, 4, 5),
    action: textKeys(['Planning', 'work', 'work', 'Planning', '', '日']),
    status: new Uint8Array(6),
  },
  events: {
    ...empty,
    time: new Float64Array(0),
    origin: idsOf([]),
    destination: idsOf([]),
    kind: none,
    mode: none,
    reason: none,
    leg: none,
    subline: idsOf([]),
  },
  trips: {
    ...empty,
    trip: new Int32Array(0),
    departure: new Float64Array(0),
    arrival: new Float64Array(0),
    mode: none,
    origin: idsOf([]),
    destination: idsOf([]),
    ended: none,
  },
  routes: null,
};

async function written(): Promise<RunFolder> {
  const home = mkdtempSync(join(tmpdir(), 'tables-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const folder = RunFolder.create(home, 'Toy');
  await folder.writeGroup(0, tables);
  return folder;
}

test('a group is done when all of its tables exist, and other programs skip the checksum', async () => {
  const folder = await written();
  expect(folder.hasGroup(0)).toBe(true);
  expect(folder.hasGroup(1)).toBe(false);
  const bytes = readFileSync(folder.tablePath('statuses', 0));
  expect(tableFromIPC(bytes).numRows).toBe(6);
  expect(verifiedChecksum(bytes)).toMatch(/^[0-9a-f]{64}$/);
  rmSync(folder.tablePath('trips', 0));
  expect(folder.hasGroup(0)).toBe(false);
});

slowTest('one changed byte is detected anywhere in every table', async () => {
  const folder = await written();
  for (const table of ['statuses', 'trips', 'events'] as const) {
    const path = folder.tablePath(table, 0);
    const bytes = readFileSync(path);
    for (let i = 0; i < bytes.length; i++) {
      const damaged = Buffer.from(bytes);
      damaged[i] = damaged[i]! ^ 1;
      expect(verifiedChecksum(damaged), `${table}, byte ${i}`).toBeNull();
    }
    writeFileSync(path, bytes.subarray(0, -9));
    expect(folder.hasGroup(0)).toBe(false);
    expect(() => readTableFile(path)).toThrow(/its checksum does not match/);
    writeFileSync(path, bytes);
    expect(folder.hasGroup(0)).toBe(true);
  }
});

test('readers of bytes detect it as well', async () => {
  const bytes = readFileSync((await written()).tablePath('statuses', 0));
  expect(await isWholeTable(bytes)).toBe(true);
  for (let i = 0; i < bytes.length; i += 97) {
    const damaged = Buffer.from(bytes);
    damaged[i] = damaged[i]! ^ 1;
    expect(await isWholeTable(damaged), `byte ${i}`).toBe(false);
  }
  expect(await isWholeTable(new Uint8Array(0))).toBe(false);
});

test('a complete table of another run is detected', async () => {
  const [folder, other] = [await written(), await written()];
  await other.writeGroup(0, { ...tables, events: { ...tables.events, kind: { ...none, texts: ['b'] } } });
  writeFileSync(folder.tablePath('events', 0), readFileSync(other.tablePath('events', 0)));
  expect(folder.hasGroup(0)).toBe(false);
});

test('equal groups have equal bytes', async () => {
  const [one, two] = [await written(), await written()];
  for (const table of ['statuses', 'trips', 'events'] as const)
    expect(readFileSync(one.tablePath(table, 0))).toEqual(readFileSync(two.tablePath(table, 0)));
});
