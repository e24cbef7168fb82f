import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzip, text } from './hostile-files.js';
import type { Dice } from './mutate.js';

const CSV = 'uid,time,lat,lon\n1,2019-08-28T10:00:00,50.1,8.2\n';
const write = (bytes: () => string | Buffer) => (path: string) => writeFileSync(path, bytes());

/** Things under a name that no reader expects, each made in a moment. */
export const oddFiles: Readonly<Record<string, (path: string) => void>> = {
  nothing: () => undefined,
  'a folder': (path) => mkdirSync(path),
  'a link to nothing': (path) => symlinkSync('/nowhere/at/all', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'endless zeros': (path) => symlinkSync('/dev/zero', path),
  'endless noise': (path) => symlinkSync('/dev/urandom', path),
  'a terminal': (path) => symlinkSync('/dev/tty', path),
  'memory of the process': (path) => symlinkSync('/proc/self/mem', path),
  'ten empty gigabytes': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 10 * 2 ** 30);
  },
  'an empty file': write(() => ''),
  'zero bytes': write(() => Buffer.alloc(1_000_000)),
  'empty lines': write(() => text('', '\n', 10_000_000)),
  'one line': write(() => text('', 'a', 5_000_000)),
  nesting: write(() => text('', '[', 3_000_000)),
  'UTF-16': write(() => Buffer.from(`\ufeff${CSV}`, 'utf16le')),
  'a long cell with control characters': write(
    () => `${CSV}\u001b[2J\u0007${'z'.repeat(50_000)},\u009b31m,x\r\u202e,,\n`,
  ),
  'gzip and rubbish': write(() => Buffer.concat([gzip(Buffer.from(CSV)), text('', 'rubbish', 100)])),
  'gzip of zeros': write(() => gzip(Buffer.alloc(200_000_000))),
};

/** A copy of a good folder in which one file is odd; or an odd file instead of the folder. */
export function oddFolder(path: string, good: string, odd: keyof typeof oddFiles, dice: Dice): void {
  const files = readdirSync(good, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const chosen = dice.below(files.length + 1);
  if (chosen === files.length) {
    oddFiles[odd]!(path);
    return;
  }
  cpSync(good, path, { recursive: true });
  const file = join(path, files[chosen]!.slice(good.length));
  rmSync(file);
  oddFiles[odd]!(file);
}
