import { tableFromIPC } from '@uwdata/flechette';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../base/src/any-character.fixture.js';
import { idsOf, textKeys } from './arrow-table.js';
import { decodeEvents, type EventTable, encodeEvents, eventRows } from './event-table.js';
import { decodeRoutes, encodeRoutes, type RouteTable, routeRows } from './route-table.js';
import { DEGREES, decodeStatuses, encodeStatuses, NO_PARENT, type StatusTable, statusRows } from './status-table.js';
import { decodeTrips, encodeTrips, type TripTable, tripRows } from './trip-table.js';

const id = fc.oneof(fc.nat(1000), fc.maxSafeNat());
const orNone = (arbitrary: fc.Arbitrary<number>) => fc.oneof(arbitrary, fc.constant(NO_PARENT));
const orNaN = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(Number.NaN));
const rows = <T>(row: fc.Arbitrary<T>) => fc.array(row, { maxLength: 40 });
const keys = (texts: readonly string[]) => fc.integer({ min: -1, max: texts.length - 1 });
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

const clock = { stepSeconds: 900, steps: 100 };
const facts = { clock, people: 2, problems: [], problemCount: 3, fallbacks: 1, failedTrips: 0 };

const statuses: fc.Arbitrary<StatusTable> = rows(
  fc.tuple(
    id,
    fc.nat(300),
    fc.nat(86_399),
    int32,
    int32,
    orNone(fc.nat()),
    fc.string({ unit: anyCharacter }),
    fc.nat(9),
  ),
).map((all) => ({
  facts,
  id: idsOf(all.map(([id]) => id)),
  day: Int16Array.from(all, ([, day]) => day),
  t: Int32Array.from(all, ([, , t]) => t),
  lng: Int32Array.from(all, ([, , , lng]) => lng),
  lat: Int32Array.from(all, ([, , , , lat]) => lat),
  parentId: Int32Array.from(all, ([, , , , , parent]) => parent),
  action: textKeys(all.map(([, , , , , , action]) => new TextDecoder().decode(new TextEncoder().encode(action)))),
  status: Uint8Array.from(all, (row) => row[7]),
}));

const kinds = ['departure', 'arrival'];
const modes = ['WALK_ONLY', 'DRIVE_ONLY', 'BIKE_WALK'];
const events: fc.Arbitrary<EventTable> = rows(
  fc.tuple(id, fc.nat(10 ** 9), fc.nat(1), orNone(id), id, keys(modes), keys(['no-route']), orNaN, orNaN, orNone(id)),
).map((all) => ({
  id: idsOf(all.map(([id]) => id)),
  time: Float64Array.from(all, ([, time]) => time / 1000),
  kind: { keys: Int8Array.from(all, ([, , kind]) => kind), texts: kinds },
  origin: idsOf(all.map((row) => row[3])),
  destination: idsOf(all.map((row) => row[4])),
  mode: { keys: Int8Array.from(all, (row) => row[5]), texts: modes },
  reason: { keys: Int8Array.from(all, (row) => row[6]), texts: ['no-route'] },
  leg: { keys: Int8Array.from(all, (row) => row[5]), texts: modes },
  subline: idsOf(all.map((row) => row[9])),
  seconds: Float64Array.from(all, (row) => row[7]),
  metres: Float64Array.from(all, (row) => row[8]),
}));

const trips: fc.Arbitrary<TripTable> = rows(
  fc.tuple(id, fc.nat(9), fc.nat(10 ** 6), orNaN, fc.nat(2), orNone(id), id, fc.nat(9999), fc.nat(9999), fc.nat(2)),
).map((all) => ({
  id: idsOf(all.map(([id]) => id)),
  trip: Int32Array.from(all, ([, trip]) => trip),
  departure: Float64Array.from(all, (row) => row[2]),
  arrival: Float64Array.from(all, (row) => row[3]),
  mode: { keys: Int8Array.from(all, (row) => row[4]), texts: modes },
  origin: idsOf(all.map((row) => row[5])),
  destination: idsOf(all.map((row) => row[6])),
  seconds: Float64Array.from(all, (row) => row[7]),
  metres: Float64Array.from(all, (row) => row[8]),
  ended: { keys: Int8Array.from(all, (row) => row[9]), texts: ['arrived', 'interrupted', 'under-way'] },
}));

const routes: fc.Arbitrary<RouteTable> = rows(
  fc.tuple(id, fc.nat(9), fc.nat(10 ** 6), rows(fc.tuple(fc.nat(), fc.nat(1), fc.nat(10 ** 6), fc.nat(10 ** 6)))),
).map((all) => {
  const offsets = new Int32Array(all.length + 1);
  all.forEach(([, , , lanes], row) => {
    offsets[row + 1] = offsets[row]! + lanes.length;
  });
  const lanes = all.flatMap((row) => row[3]);
  return {
    id: idsOf(all.map(([id]) => id)),
    trip: Int32Array.from(all, ([, trip]) => trip),
    status: new Uint8Array(all.length).fill(2),
    begin: Float64Array.from(all, ([, , begin]) => begin),
    startS: new Float64Array(all.length).fill(1.5),
    endS: new Float64Array(all.length).fill(2.5),
    lanes: { offsets, items: Int32Array.from(lanes, ([lane]) => lane) },
    backward: { offsets, items: Uint8Array.from(lanes, ([, backward]) => backward) },
    entered: { offsets, items: Int32Array.from(lanes, (lane) => lane[2]) },
    reached: { offsets, items: Int32Array.from(lanes, (lane) => lane[3]) },
  };
});

/** The rows of a file as a general reader of Arrow reads them, with numbers and lists as they are in JavaScript. */
function foreign(bytes: Uint8Array): Record<string, unknown>[] {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'bigint') return Number(value);
    return typeof value === 'object' && value !== null ? Array.from(value as Iterable<unknown>) : value;
  };
  return tableFromIPC(bytes)
    .toArray()
    .map((row) => Object.fromEntries(Object.entries(row as object).map(([name, value]) => [name, plain(value)])));
}

test('statuses are read as they were written, and a general reader of Arrow reads the same', () => {
  fc.assert(
    fc.property(statuses, (table) => {
      const bytes = encodeStatuses(table, { events: 'abc' });
      const read = decodeStatuses(bytes);
      expect(read.facts).toMatchObject(facts);
      expect([...statusRows(read)]).toEqual([...statusRows(table)]);
      expect(
        foreign(bytes).map(({ lng, lat, ...row }) => ({ ...row, lng: +lng! * DEGREES, lat: +lat! * DEGREES })),
      ).toEqual([...statusRows(table)]);
    }),
  );
});

test('events are read as they were written, and a general reader of Arrow reads the same', () => {
  fc.assert(
    fc.property(events, (table) => {
      const bytes = encodeEvents(table);
      expect([...eventRows(decodeEvents(bytes))]).toEqual([...eventRows(table)]);
      expect(foreign(bytes)).toEqual([...eventRows(table)]);
    }),
  );
});

test('trips are read as they were written, and a general reader of Arrow reads the same', () => {
  fc.assert(
    fc.property(trips, (table) => {
      const bytes = encodeTrips(table);
      expect([...tripRows(decodeTrips(bytes))]).toEqual([...tripRows(table)]);
      expect(foreign(bytes)).toEqual([...tripRows(table)]);
    }),
  );
});

test('routes are read as they were written, and a general reader of Arrow reads the same', () => {
  fc.assert(
    fc.property(routes, (table) => {
      const bytes = encodeRoutes(table);
      expect([...routeRows(decodeRoutes(bytes))]).toEqual([...routeRows(table)]);
      const expected = [...routeRows(table)].map(({ startS, endS, lanes, backward, entered, reached, ...row }) => ({
        ...row,
        start_s: startS,
        end_s: endS,
        lanes: [...lanes],
        backward: Array.from(backward, (flag) => flag === 1),
        entered: [...entered],
        reached: [...reached],
      }));
      expect(foreign(bytes)).toEqual(expected);
    }),
  );
});

test('the file contains units, the scale of degrees and the clock', () => {
  const [table] = fc.sample(statuses, 1);
  const { schema } = tableFromIPC(encodeStatuses(table!, {}));
  expect(schema.fields.find(({ name }) => name === 'lng')!.metadata).toEqual(
    new Map([
      ['unit', 'degrees'],
      ['scale', '1e-7'],
    ]),
  );
  expect(JSON.parse(schema.metadata!.get('itinera')!)).toMatchObject({ table: 'statuses', format: 2, clock });
});

test('equal tables have equal bytes', () => {
  fc.assert(
    fc.property(routes, trips, (route, trip) => {
      expect(Buffer.compare(encodeRoutes(route), encodeRoutes(structuredClone(route)))).toBe(0);
      expect(Buffer.compare(encodeTrips(trip), encodeTrips(structuredClone(trip)))).toBe(0);
    }),
  );
});

test('any other file is rejected by name', () => {
  const [table] = fc.sample(trips, 1);
  const bytes = encodeTrips(table!);
  expect(() => decodeStatuses(bytes, 'runs/a')).toThrow(/^runs\/a: expected statuses, got trips/);
  for (let length = 0; length < bytes.length; length++)
    expect(() => decodeTrips(bytes.subarray(0, length), 'runs/a')).toThrow(
      /^runs\/a: not a table of a run, or cut short/,
    );
});

test('lists and texts that point outside the file are rejected', () => {
  const wild = { offsets: Int32Array.of(0, 9), items: Int32Array.of(1, 2) };
  const [table] = fc.sample(routes, 1);
  const one = { ...table!, id: idsOf([1]), trip: new Int32Array(1) };
  const lengths = { begin: new Float64Array(1), startS: new Float64Array(1), endS: new Float64Array(1) };
  const backward = { offsets: Int32Array.of(0, 2), items: new Uint8Array(2) };
  const bytes = encodeRoutes({
    ...one,
    status: new Uint8Array(1),
    ...lengths,
    lanes: wild,
    backward,
    entered: wild,
    reached: wild,
  });
  expect(() => decodeRoutes(bytes, 'a')).toThrow(/^a: column lanes has a list that extends past the end of the file/);
});
