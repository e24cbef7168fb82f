import { closeSync, ftruncateSync, openSync, symlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { readSteps, streamSteps } from './on-disk.js';
import type { ReadStepsOptions } from './step-file.js';
import { useTempFolder } from './temp-folder.fixture.js';

const temp = useTempFolder();

async function rows(content: string | Uint8Array, options?: ReadStepsOptions): Promise<number[][]> {
  const { steps } = await readSteps(temp.write('steps.csv', content), options);
  const { uid, d, t, x, y, line } = steps;
  return Array.from({ length: steps.length }, (_, i) => [uid[i], d[i], t[i], x[i], y[i], line[i]] as number[]);
}

const TWO = [
  [7, 60, 12, 84, 88],
  [7, 60, 13, 85, 200],
];

describe('two steps are read the same in every notation', () => {
  test.each([
    ['with a header', 'uid,d,t,x,y\n7,60,12,84,88\n7,60,13,85,200\n', [2, 3]],
    ['without one', '7,60,12,84,88\n7,60,13,85,200\n', [1, 2]],
    ['without a last line end', '7,60,12,84,88\n7,60,13,85,200', [1, 2]],
    ['CRLF', 'uid,d,t,x,y\r\n7,60,12,84,88\r\n7,60,13,85,200\r\n', [2, 3]],
    ['CR alone', 'uid,d,t,x,y\r7,60,12,84,88\r7,60,13,85,200', [2, 3]],
    ['a byte-order mark', '\ufeffuid,d,t,x,y\n7,60,12,84,88\n7,60,13,85,200\n', [2, 3]],
    ['a byte-order mark and no header', '\ufeff7,60,12,84,88\n7,60,13,85,200\n', [1, 2]],
    ['blank lines', '\n\nuid,d,t,x,y\n\n7,60,12,84,88\n  \n7,60,13,85,200\n\n', [5, 7]],
    ['blanks around numbers', 'uid, d, t, x, y\n7, 60,12 ,84,88\t\n 7,60,13,85,200\n', [2, 3]],
    ['columns in another order, and others', 'd,t,"uid",x,note,y\n60,12,7,84,home,88\n60,13,7,85,,200\n', [2, 3]],
    ['numbers as pandas writes them', 'uid,d,t,x,y\n7.0,60,12,84.0,88.00\n7,60.0,13.0,85.,200.0\n', [2, 3]],
    ['semicolons', 'uid;d;t;x;y\n7;60;12;84;88\n7;60;13;85.0;200\n', [2, 3]],
    ['tabs', '\ufeffuid\td\tt\tx\ty\r\n7\t60\t12\t84\t88\r\n7\t60\t13\t85\t200\r\n', [2, 3]],
    ['tabs and no header', '\n7\t60\t12\t84\t88\n7\t60\t13\t85\t200\n', [2, 3]],
    ['bars', 'uid|d|t|x|y\n7|60|12|84|88\n7|60|13|85|200\n', [2, 3]],
    ['quotes', '"uid","d","t","x","y"\n"7","60","12","84","88"\n7,60,13,"85",200\n', [2, 3]],
    ['decimal commas', 'uid;d;t;x;y\n7,0;60;12;84,0;88\n7;60;13;85;"200,00"\n', [2, 3]],
    ['zeros in front', '0000000007,60,0012,84,88\n7,00000000060,13,85,200\n', [1, 2]],
  ])('%s', async (_name, content, lines) => {
    expect(await rows(content)).toEqual(TWO.map((step, i) => [...step, lines[i]]));
    expect(await rows(gzipSync(content))).toEqual(TWO.map((step, i) => [...step, lines[i]]));
  });

  test('4 columns have no uid', async () => {
    expect(await rows('60,12,84,88\n')).toEqual([[0, 60, 12, 84, 88, 1]]);
    expect((await readSteps(temp.write('four.csv', 'd,t,x,y\n60,12,84,88\n'))).columns).toBe(4);
    for (const other of ['cell_id', 'user_type', 'trip_id'])
      expect(await rows(`d,t,x,y,${other}\n60,12,84,88,5\n`)).toEqual([[0, 60, 12, 84, 88, 2]]);
  });

  test('Parquet, of whole numbers, of doubles, and with other columns', async () => {
    const column = (at: number) => TWO.map((step) => step[at]!);
    for (const type of ['INT32', 'DOUBLE', 'INT64'] as const) {
      const columnData = ['y', 'd', 't', 'x', 'uid'].map((name) => {
        const data = column(['uid', 'd', 't', 'x', 'y'].indexOf(name));
        return { name, type, data: type === 'INT64' ? data.map(BigInt) : data };
      });
      const { parquetWriteBuffer } = await import('hyparquet-writer');
      const note = { name: 'note', type: 'STRING' as const, data: ['home', 'work'] };
      expect(await rows(new Uint8Array(parquetWriteBuffer({ columnData: [note, ...columnData] })))).toEqual(
        TWO.map((step, i) => [...step, i + 2]),
      );
    }
  });

  test('masked steps are read only if requested', async () => {
    expect(await rows('7,60,12,999,999\n', { masked: true })).toEqual([[7, 60, 12, 999, 999, 1]]);
    await expect(rows('7,60,12,999,999\n')).rejects.toThrow('line 1: x is "999" (999 marks a masked step');
    await expect(rows('7,60,12,999,5\n', { masked: true })).rejects.toThrow('line 1: x, y is 999, 5');
    await expect(rows('7,60,12,201,201\n', { masked: true })).rejects.toThrow('line 1: x, y is 201, 201');
  });

  test.each(['\r\n', '\r'])(
    'line endings %j are recognised, even across the blocks in which a file is read',
    async (end) => {
      const written = Array.from({ length: 90_000 }, (_, i) => [i, 60, i % 48, 1 + (i % 200), 7]);
      const content = `uid,d,t,x,y\n${written.map((step) => step.join(',')).join(end)}`;
      expect(content.length).toBeGreaterThan(1.2e6);
      expect((await rows(content)).map((row) => row.slice(0, 5))).toEqual(written);
    },
  );

  test('streaming yields the same steps as reading the whole file', async () => {
    const content = Array.from({ length: 200_000 }, (_, i) => `${i},60,${i % 48},${1 + (i % 200)},9\n`).join('');
    const path = temp.write('long.csv', content);
    const { steps } = await readSteps(path);
    const streamed: number[] = [];
    let blocks = 0;
    await streamSteps(path, {}, ({ x, length }) => {
      blocks++;
      for (let i = 0; i < length; i++) streamed.push(x[i] as number);
    });
    expect(blocks).toBeGreaterThan(1);
    expect(streamed).toEqual([...steps.x.subarray(0, steps.length)]);
    expect(steps.line[199_999]).toBe(200_000);
  });
});

describe('a file that is not a table of steps is rejected with the line', () => {
  test.each([
    ['an empty file', '', 'contains no steps'],
    ['a header only', 'uid,d,t,x,y\n', 'contains no steps'],
    ['blank lines only', '\n\n \n', 'contains no steps'],
    ['missing columns', 'uid,d,t,x\n1,2,3,4\n', 'line 1: the header "uid,d,t,x" has no y'],
    [
      'people under another name',
      'User,d,t,x,y\n7,60,1,2,3\n',
      'no uid, whose column is perhaps "User". Rename it to uid.',
    ],
    ['ids of people', 'd,t,x,y,user_id\n60,1,2,3,7\n', 'no uid, whose column is perhaps "user_id". Rename it to uid.'],
    ['a column named twice', 'uid,d,t,x,y,x\n', 'line 1: the header names x twice'],
    ['3 columns', '1,2,3\n', 'line 1 has 3 columns'],
    ['6 columns without a header', '1,2,3,4,5,6\n', 'line 1 has 6 columns'],
    ['mixed columns', '1,60,3,4,5\n60,3,4,5\n', 'line 2 has 4 columns ("60,3,4,5"), the previous lines have 5'],
    ['letters', '1,60,3,4,5\n1,60,4,abc,5\n', 'line 2: x is "abc"; expected a whole number from 1 to 200'],
    ['an empty field', '1,60,3,4,5\n1,60,4,,5\n', 'line 2: x is ""'],
    ['a fraction', '1,60,3,4.5,5\n', 'line 1: x is "4.5"'],
    ['a negative number', '1,60,3,4,-5\n', 'line 1: y is "-5"'],
    ['x too large', '1,60,3,201,5\n', 'line 1: x is "201"'],
    ['x too small', '1,60,3,0,5\n', 'line 1: x is "0"'],
    [
      't too large',
      '1,60,48,1,5\n',
      'line 1: t is "48" (half hours of a day are counted from 0); expected a whole number from 0 to 47',
    ],
    ...['-1', '3000000000'].map((uid): [string, string, string] => [
      `the user ${uid}`,
      `${uid},60,3,4,5\n`,
      `line 1: uid is "${uid}"; expected a whole number from 0 to 2147483647. Renumber the users in all files.`,
    ]),
    ['a number of 400 digits', `1,60,3,${'1'.repeat(400)},5\n`, 'line 1: x is "1111'],
    ['a second header', '1,60,3,4,5\nuid,d,t,x,y\n', 'line 2: uid is "uid"'],
    ['binary junk', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251), 'zero bytes'],
    ['a line that does not end', `1,60,3,4,5\n${'1'.repeat(100_000)}`, 'line 2 is longer than 65536 bytes'],
    ['a truncated gzip', gzipSync('1,60,3,4,5\n'.repeat(1000)).subarray(0, 40), 'damaged or cut short'],
    ['a damaged gzip', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255]), 'damaged or cut short'],
  ])('%s', async (_name, content, message) => {
    const reading = rows(content);
    await expect(reading).rejects.toBeInstanceOf(UserError);
    await expect(reading).rejects.toThrow(message);
  });

  test.each([
    ['zip', [0x50, 0x4b, 3, 4, 20], 'a zip archive'],
    ['bzip2', [0x42, 0x5a, 0x68, 0x39], 'compressed with bzip2'],
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], 'compressed with xz'],
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 'compressed with Zstandard'],
    ['pickle', [0x80, 4, 0x95], 'a Python pickle'],
  ])('%s is named in the error', async (_name, bytes, what) => {
    await expect(rows(Uint8Array.from(bytes))).rejects.toThrow(new RegExp(`the file is ${what}.* expected CSV`));
  });

  test('a damaged Parquet file, and one without steps', async () => {
    await expect(rows('PAR1 and no more')).rejects.toThrow(/expected Parquet, but it cannot be read/);
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const other = parquetWriteBuffer({ columnData: [{ name: 'lon', data: [1.5], type: 'DOUBLE' }] });
    await expect(rows(new Uint8Array(other))).rejects.toThrow(/steps\.csv: .*lon/);
  });

  test('a number with a fraction is not a cell', async () => {
    await expect(rows('7,60,12,84.5,88\n')).rejects.toThrow('x is "84.5"; expected a whole number from 1 to 200.');
    await expect(rows('7,60,12,.0,88\n')).rejects.toThrow('x is ".0"');
    await expect(rows('7,60,12,84.0.0,88\n')).rejects.toThrow('x is "84.0.0"');
  });

  test('a missing file, a directory, a path through a file, a link to itself', async () => {
    await expect(readSteps(temp.path('none.csv'))).rejects.toThrow(/none\.csv: there is no such file/);
    await expect(readSteps(temp.path('.'))).rejects.toThrow(/is a folder, not a file/);
    await expect(readSteps(`${temp.write('file.csv', '')}/inside.csv`)).rejects.toThrow(UserError);
    symlinkSync('loop.csv', temp.path('loop.csv'));
    await expect(readSteps(temp.path('loop.csv'))).rejects.toThrow(UserError);
  });

  test('a line of 2 GB is rejected after its first part', async () => {
    const path = temp.path('2gb.csv');
    const file = openSync(path, 'w');
    ftruncateSync(file, 2 ** 31); // a sparse file of zero bytes
    closeSync(file);
    await expect(readSteps(path)).rejects.toThrow('zero bytes');
  });
});

describe('any steps', () => {
  slowTest('any steps are read back as written, with any line endings', async () => {
    const step = fc.tuple(
      fc.nat(2 ** 31 - 1),
      fc.nat(65_535),
      fc.nat(47),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 200 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1 }), fc.constantFrom('\n', '\r\n', '\r'), async (steps, end) => {
        const read = await rows(steps.map((values) => values.join(',')).join(end));
        expect(read).toEqual(steps.map((values, i) => [...values, i + 1]));
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});
