import { Random, UserError } from '@itinera/base';
import { expect, test } from 'vitest';
import { someOf } from '../../../base/src/damage.fixture.js';
import { textKeys } from './arrow-table.js';
import { decodeEvents, encodeEvents, eventRows } from './event-table.js';
import { decodeStatuses, encodeStatuses, statusRows } from './status-table.js';
import { decodeTrips, encodeTrips, tripRows } from './trip-table.js';

const ROWS = 20;
const ints = () => Int32Array.from({ length: ROWS }, (_, i) => i);
const reals = () => Float64Array.from({ length: ROWS }, (_, i) => (i % 3 === 0 ? Number.NaN : i));
const words = () => textKeys(Array.from({ length: ROWS }, (_, i) => ['WALK', 'DRIVE', 'BUS'][i % 3]!));
const facts = {
  clock: { stepSeconds: 900, steps: 10 },
  people: 2,
  problems: [],
  problemCount: 0,
  fallbacks: 0,
  failedTrips: 0,
};

const tables = {
  statuses: {
    bytes: encodeStatuses(
      {
        facts,
        id: ints(),
        day: Int16Array.from(ints()),
        t: ints(),
        lng: ints(),
        lat: ints(),
        parentId: ints(),
        action: words(),
        status: Uint8Array.from(ints()),
      },
      {},
    ),
    read: (bytes: Uint8Array) => [...statusRows(decodeStatuses(bytes))],
  },
  events: {
    bytes: encodeEvents({
      id: ints(),
      time: reals(),
      kind: words(),
      origin: ints(),
      destination: ints(),
      mode: words(),
      reason: words(),
      leg: words(),
      subline: ints(),
      seconds: reals(),
      metres: reals(),
    }),
    read: (bytes: Uint8Array) => [...eventRows(decodeEvents(bytes))],
  },
  trips: {
    bytes: encodeTrips({
      id: ints(),
      trip: ints(),
      departure: reals(),
      arrival: reals(),
      mode: words(),
      origin: ints(),
      destination: ints(),
      seconds: reals(),
      metres: reals(),
      ended: words(),
    } as unknown as Parameters<typeof encodeTrips>[0]),
    read: (bytes: Uint8Array) => [...tripRows(decodeTrips(bytes))],
  },
} as const;

test.each(Object.entries(tables))(
  '%s with any bytes changed are read or rejected with a message, with no more rows than possible',
  (_, { bytes, read }) => {
    const random = new Random(7);
    let refused = 0;
    for (let round = 0; round < someOf(1500, 3); round++) {
      const changed = Uint8Array.from(bytes);
      for (let changes = 1 + random.integer(3); changes > 0; changes--) {
        const at = random.integer(changed.length - 8);
        const word = random.integer(3);
        // Lengths and offsets are words of four bytes: small, large and negative ones.
        if (word === 0) changed[at] = random.integer(256);
        else
          new DataView(changed.buffer).setInt32(
            at & ~3,
            word === 1 ? 2 ** 31 - 1 - random.integer(9) : random.integer(2000),
            true,
          );
      }
      try {
        expect(read(changed).length).toBeLessThanOrEqual(8 * changed.length);
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(someOf(100, 3));
  },
);
