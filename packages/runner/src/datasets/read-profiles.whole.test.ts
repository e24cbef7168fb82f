import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseProfiles } from './profiles.js';
import { readProfiles } from './read-profiles.js';

const folder = mkdtempSync(join(tmpdir(), 'profiles-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['profiles.json', 'profiles.jsonl'])(
  '%s is read in chunks with the same result as from its whole text',
  (name) => {
    const path = join(folder, name);
    // More than two chunks, with multi-byte letters everywhere.
    const people = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      home: id % 7,
      name: `小明 ${'ß'.repeat(id % 900)}`,
    }));
    const text = name.endsWith('l')
      ? `\uFEFF${people.map((one) => JSON.stringify(one)).join('\r\n')}`
      : JSON.stringify(people);
    writeFileSync(path, text);
    expect(readFileSync(path).length).toBeGreaterThan(8_500_000);
    const { profiles, hash } = readProfiles(path);
    expect(profiles).toEqual(parseProfiles(text, path));
    expect(hash).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
  },
);

test('a fault is reported with its line', () => {
  const path = join(folder, 'bad.jsonl');
  writeFileSync(path, '{"id":1,"home":2}\n\n{"id":2,\n');
  expect(() => readProfiles(path)).toThrow('bad.jsonl:3 is not valid JSON');
});
