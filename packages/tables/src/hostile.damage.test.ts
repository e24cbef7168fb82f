import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { some, someOf } from '../../base/src/damage.fixture.js';
import { bytesSource } from './byte-source.js';
import { smallArrow, smallParquet } from './hostile.fixture.js';
import { readTable } from './read-table.js';

const read = (bytes: Uint8Array) => readTable(bytesSource('x', bytes));

/** Checks that the file either has rows or is rejected with a user error. */
async function expectBounded(bytes: Uint8Array, most = 1000): Promise<void> {
  const found = await read(bytes).catch((error: unknown) => error);
  if (found instanceof Error) expect(found).toBeInstanceOf(UserError);
  else expect((found as { length: number }).length).toBeLessThanOrEqual(most);
}

const small: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['Arrow file', smallArrow('file')],
  ['Arrow stream', smallArrow('stream')],
  ['Parquet', smallParquet('UNCOMPRESSED')],
  ['Snappy Parquet', smallParquet('SNAPPY')],
];

test.each(small)('an excessive length anywhere in an %s is rejected', async (_, bytes) => {
  expect((await read(bytes)).length).toBe(40);
  for (const at of some(
    Array.from({ length: Math.ceil(bytes.length / 2) }, (_, i) => 2 * i),
    3,
  )) {
    const damaged = Uint8Array.from(bytes);
    damaged.set([0xff, 0xff, 0xff, 0x7f].slice(0, bytes.length - at), at);
    await expectBounded(damaged);
  }
});

test.each(small)('damage to an %s never makes the reader hang, crash or invent rows', async (_, bytes) => {
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.option(fc.nat(bytes.length - 1)),
      async (changes, cut) => {
        const damaged = Uint8Array.from(bytes);
        for (const [at, value] of changes) damaged[at] = value;
        await expectBounded(cut === null ? damaged : damaged.subarray(0, cut));
      },
    ),
    { numRuns: someOf(300, 3) },
  );
});
