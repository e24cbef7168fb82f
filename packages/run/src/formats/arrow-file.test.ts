import { tableFromIPC } from '@uwdata/flechette';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../base/src/any-character.fixture.js';
import { ArrowFile, type ColumnKind, type TableCell } from './arrow-file.js';

const columns = { id: 'whole', x: 'real', name: 'text', lanes: 'wholes' } as const satisfies Record<string, ColumnKind>;

/** The rows according to another reader. */
function readBack(parts: readonly Uint8Array[]): unknown[] {
  const table = tableFromIPC(Buffer.concat(parts));
  return table.toArray().map((row) => {
    const { id, x, name, lanes } = row as Record<string, unknown>;
    return { id: id === null ? null : Number(id), x, name, lanes: lanes === null ? null : [...(lanes as number[])] };
  });
}

const cell = fc.record({
  id: fc.option(fc.maxSafeInteger()),
  x: fc.option(fc.double({ noNaN: true })),
  name: fc.option(fc.string({ unit: anyCharacter })),
  lanes: fc.option(fc.array(fc.integer())),
});

test('another library reads the batches row by row', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 9 }), { minLength: 1, maxLength: 5 }), (batches) => {
      const file = new ArrowFile(columns);
      const parts = [
        file.start(),
        ...batches.map((rows) =>
          file.batch(Object.keys(columns).map((name) => rows.map((row): TableCell => row[name as keyof typeof row]))),
        ),
        file.end(),
      ];
      expect(readBack(parts)).toEqual(batches.flat());
    }),
    { numRuns: 50 },
  );
});

test('each batch begins at the position in the footer', () => {
  const file = new ArrowFile({ id: 'whole' });
  const parts = [file.start(), file.batch([[1, 2]]), file.batch([[3]]), file.end()];
  const bytes = Buffer.concat(parts);
  expect(bytes.toString('latin1', 0, 6)).toBe('ARROW1');
  expect(bytes.toString('latin1', bytes.length - 6)).toBe('ARROW1');
  for (const part of parts.slice(0, -1)) expect(part.length % 8).toBe(0);
  expect(tableFromIPC(bytes).children[0]!.data.map((batch) => batch.length)).toEqual([2, 1]);
});
