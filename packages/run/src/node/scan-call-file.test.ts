import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanCallFile } from './scan-call-file.js';

test('a record of calls without line ends is refused within the limit of a call, and a device before it is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calls '));
  const path = join(folder, 'calls.ndjson');
  writeFileSync(path, '');
  truncateSync(path, 10 * 2 ** 30);
  const scan = (from: string) => {
    const file = openSync(from, 'r');
    try {
      return scanCallFile(file, () => {}, 'cache.ndjson');
    } finally {
      closeSync(file);
    }
  };
  expect(() => scan(path)).toThrow('cache.ndjson has a line of more than 33554432 bytes');
  expect(() => scan('/dev/zero')).toThrow('cache.ndjson is a device, not a file');
  rmSync(folder, { recursive: true });
});
