import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TableRow } from '../row.js';
import { CsvScanner } from './csv-scanner.js';
import { csvShape } from './csv-shape.js';

function rowsOf(text: string, pieces: readonly number[] = []): string[][] {
  const rows: string[][] = [];
  const scanner = new CsvScanner('x.csv', ({ cells }) => ({
    columns: [...cells.keys()],
    take: (row: TableRow) => rows.push(cells.map((_, i) => row.text(i))),
  }));
  const bytes = new TextEncoder().encode(text);
  let [used, at] = [0, 0];
  for (const piece of pieces) {
    at = Math.min(bytes.length, at + piece);
    used += scanner.scan(bytes.slice(used, at), false);
  }
  scanner.scan(bytes.slice(used), true);
  return rows;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

test('quoted cells are read back exactly, no matter where the text is split into chunks', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', 'é', '1'), maxLength: 6 });
  const row = fc.tuple(cell, cell, cell).map((cells) => cells.map((text) => text.trim()));
  const pieces = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), pieces, fc.constantFrom('\n', '\r\n'), (rows, cuts, end) => {
      const text = [['a', 'b', 'c'], ...rows].map((cells) => cells.map(quoted).join(',')).join(end);
      expect(rowsOf(text, cuts)).toEqual(rows);
    }),
  );
});

test('columns that are named by their numbers have names', () => {
  expect(csvShape('0,1,2,3')).toMatchObject({ isHeader: true });
  expect(csvShape(',0,1,2,3,4')).toMatchObject({ isHeader: true });
  for (const row of ['0,1,2', '1,2,3,4', '0,1,2,4', '0,1.0,2,3'])
    expect(csvShape(row)).toMatchObject({ isHeader: false });
});

test('blank lines of any kind are no rows, but count as lines', () => {
  const text = 'a,b\n\n\r\n1,2\r\n\r\n\r \n3,4\n\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const lines: number[] = [];
    const scanner = new CsvScanner('x.csv', () => ({ columns: [0], take: ({ line }) => void lines.push(line) }));
    const bytes = new TextEncoder().encode(text);
    scanner.scan(bytes.slice(scanner.scan(bytes.slice(0, cut), false)), true);
    expect(lines, `cut at ${cut}`).toEqual([4, 8]);
  }
});

test('a row is counted at the line where it begins, even after a line break within quotes', () => {
  const lines: number[] = [];
  const take = (row: TableRow) => void lines.push(row.line);
  const scanner = new CsvScanner('x.csv', () => ({ columns: [0], take }));
  scanner.scan(new TextEncoder().encode('a,b\n\n1,"x\ny"\n2,z\n'), true);
  expect(lines).toEqual([3, 5]);
});

test('a quote that is not closed is an error with its line', () => {
  expect(() => rowsOf('a,b\n1,2\n3,"4\n')).toThrow('x.csv: line 3: the closing quote is missing.');
});

test.each([
  ['a,b;c', ',', ['a', 'b;c'], true],
  ['a;b', ';', ['a', 'b'], true],
  ['1;2,5', ';', ['1', '2,5'], false],
  ['"a,b";c', ';', ['a,b', 'c'], true],
  ['a\tb', '\t', ['a', 'b'], true],
  ['1,2', ',', ['1', '2'], false],
  ['alone', ',', ['alone'], true],
])('the first line %j has the separator %j', (line, separator, cells, isHeader) => {
  expect(csvShape(line)).toEqual({ separator, cells, isHeader });
});
