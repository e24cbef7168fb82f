import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someOf } from '../../../base/src/damage.fixture.js';
import { CityMap } from './city-map.js';
import { connectivity } from './connectivity.js';
import { inspectMap } from './inspect-map.js';
import { anyMessage } from './message.fixture.js';
import { readMap } from './read-map.js';
import { writeMap } from './write-map.js';

test('changed, removed and inserted bytes produce a map or a UserError', () => {
  const source = fc
    .sample(anyMessage, { numRuns: 20, seed: 2 })
    .map((message) => writeMap(CityMap.fromMessage(message)));
  const mutation = fc.record({ file: fc.nat(19), at: fc.nat(), byte: fc.nat(255), kind: fc.nat(2) });
  fc.assert(
    fc.property(
      mutation,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
      ({ file, at, byte, kind }, more) => {
        let bytes = [...source[file]];
        const place = bytes.length === 0 ? 0 : at % bytes.length;
        if (kind === 0) bytes = bytes.slice(0, place);
        else bytes.splice(place, kind - 1, byte);
        for (const [where, value] of more) if (bytes.length > 0) bytes[where % bytes.length] = value;
        try {
          const map = readMap(Uint8Array.from(bytes));
          expect(readMap(writeMap(map)).toMessage()).toEqual(map.toMessage());
          inspectMap(map);
          connectivity(map);
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
        }
      },
    ),
    { numRuns: someOf(2000, 3), seed: 3 },
  );
});
