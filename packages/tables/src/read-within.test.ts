import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFile, readWithin } from '@itinera/base/node';
import { afterAll, expect, test } from 'vitest';
import { zip } from './files/zip.fixture.js';
import { openFile, ZipArchive } from './node.js';
import { readTable } from './read-table.js';

const folder = mkdtempSync(join(tmpdir(), 'within '));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'a.csv');

test('a file is read up to a limit, and a longer one, even of empty gigabytes, is refused before it is read', () => {
  writeFileSync(path, 'a,b\n');
  expect(readWithin(path, 4).toString()).toBe('a,b\n');
  expect(() => readWithin(path, 3)).toThrow(`${path} has 4 bytes, but at most 3 are read`);
  truncateSync(path, 10 * 2 ** 30);
  expect(() => readWithin(path)).toThrow(`${path} has 10737418240 bytes, but at most`);
});

test('a file of any size is hashed, unless it consists of holes', async () => {
  const large = join(folder, 'large');
  writeFileSync(large, 'a'.repeat(3_000_000));
  expect((await hashFile(large)).digest('hex')).toBe(createHash('sha256').update('a'.repeat(3_000_000)).digest('hex'));
  truncateSync(large, 10 * 2 ** 30);
  await expect(hashFile(large)).rejects.toThrow(/large has 10737418240 bytes, only \d+ of which are on the disk/);
});

test('a pipe is read to its end, within the same limit', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const write = (bytes: number) =>
    execFileSync('sh', ['-c', `head -c ${bytes} /dev/zero > "$0" &`, pipe], { stdio: 'ignore' });
  write(3_000_000);
  expect(readWithin(pipe)).toHaveLength(3_000_000);
  write(3_000_000);
  expect(() => readWithin(pipe, 1_000_000)).toThrow('has more than 1000000 bytes');
});

test.each(['/dev/zero', '/dev/urandom', '/dev/null'])(
  '%s is refused, even behind a link, because a device may never end',
  async (device) => {
    const link = join(folder, device.replaceAll('/', '-'));
    symlinkSync(device, link);
    const fault = expect.objectContaining({ code: 'ENODEV', path: link });
    expect(() => readWithin(link)).toThrow(fault);
    expect(() => openFile(link)).toThrow(fault);
  },
);

test.skipIf(process.platform !== 'linux')('an error while a table is read names its file', async () => {
  const link = join(folder, 'memory.csv');
  symlinkSync('/proc/self/mem', link);
  await expect(readTable(openFile(link))).rejects.toMatchObject({ code: 'EIO', path: link });
});

const ROWS = 300_000;
const changes: Readonly<Record<string, (path: string) => void>> = {
  'cut short': (path) => truncateSync(path, 1_000_000),
  extended: (path) => appendFileSync(path, '7,7\n'),
  overwritten: (path) => writeFileSync(path, `a,b\n${'8,8\n'.repeat(ROWS)}`),
  replaced(path) {
    writeFileSync(`${path}.new`, `a,b\n${'8,8\n'.repeat(ROWS)}`);
    renameSync(`${path}.new`, path);
  },
  deleted: (path) => rmSync(path),
};

test.each(Object.entries(changes))('a file that is %s while it is read is refused', async (_, change) => {
  const read = async (during: () => void) => {
    writeFileSync(path, `a,b\n${'1,2\n'.repeat(ROWS)}`);
    utimesSync(path, 1, 1);
    let isFirst = true;
    for await (const _ of openFile(path).stream()) {
      if (isFirst) during();
      isFirst = false;
    }
  };
  await read(() => undefined);
  await expect(read(() => change(path))).rejects.toThrow(`${path} changed while it was read. Try again when`);
});

test('parts of a file that changes between them are refused, in an archive too', async () => {
  writeFileSync(path, 'a,b\n1,2\n');
  const open = openFile(path);
  expect(Buffer.from(await open.read(0, 4)).toString()).toBe('a,b\n');
  appendFileSync(path, '3,4\n');
  await expect(open.read(4, 8)).rejects.toThrow('changed while it was read');

  const packed = join(folder, 'a.zip');
  writeFileSync(packed, zip([{ name: 'a.txt', data: Buffer.from('stops\n'.repeat(100)) }]));
  const archive = await ZipArchive.open(packed);
  appendFileSync(packed, 'x');
  await expect(archive.chunks('a.txt').next()).rejects.toThrow('a.zip changed while it was read');
  await archive.close();
});
