import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { columnsAreSound, readColumns, writeColumns } from './columns.js';

const path = join(mkdtempSync(join(tmpdir(), 'columns-')), 'a.cols');
const sample = {
  header: { ids: [1, 2] },
  columns: {
    status: new Uint8Array([1, 2, 3]),
    lng: new Int32Array([-5, 7]),
    time: new Float64Array([0.1, Number.NaN]),
    empty: new Uint16Array(0),
  },
};

test('columns come back as they were written', () => {
  writeColumns(path, sample);
  expect(readColumns(path)).toEqual(sample);
});

test('the same columns are the same bytes', () => {
  writeColumns(path, sample);
  const first = readFileSync(path);
  writeColumns(path, sample);
  expect(readFileSync(path).equals(first)).toBe(true);
});

test('one changed byte anywhere is noticed', () => {
  writeColumns(path, sample);
  const bytes = readFileSync(path);
  for (let i = 0; i < bytes.length; i++) {
    const damaged = Buffer.from(bytes);
    damaged[i] = damaged[i]! ^ 1;
    writeFileSync(path, damaged);
    expect(columnsAreSound(path)).toBe(false);
  }
});

test('a file cut short is refused', () => {
  writeColumns(path, sample);
  truncateSync(path, 60);
  expect(() => readColumns(path)).toThrow(/checksum does not match/);
  writeFileSync(path, '');
  expect(() => readColumns(path)).toThrow(/not a file of columns/);
});
