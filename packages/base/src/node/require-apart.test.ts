import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { requireApart } from './require-apart.js';

const folder = mkdtempSync(join(tmpdir(), 'apart '));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
writeFileSync(at('in.csv'), 'a');
writeFileSync(at('other.csv'), 'b');
mkdirSync(at('sub'));

test('an output that is an input is refused, whatever its path looks like', () => {
  symlinkSync(at('in.csv'), at('link.csv'));
  symlinkSync(folder, at('linked'));
  const same = ['in.csv', 'sub/../in.csv', 'link.csv', 'linked/in.csv'].map(at);
  for (const path of [...same, relative(process.cwd(), at('in.csv'))]) {
    const refused = `${at('in.csv')} is an input, and --per-user would replace it. Write to another place, or copy the input first.`;
    expect(() => requireApart([at('other.csv'), at('in.csv')], [[path, '--per-user']])).toThrow(refused);
    expect(() => requireApart([path], [[at('in.csv'), 'it']])).toThrow('is an input');
  }
});

test('other files, new files, folders, devices and second names of a file are apart', () => {
  linkSync(at('in.csv'), at('second.csv'));
  const outputs = ['new.csv', 'other.csv', 'sub', 'in.csv/x.csv', 'second.csv'].map(
    (name) => [at(name), name] as const,
  );
  expect(() => requireApart([at('in.csv'), at('sub'), at('missing.csv'), 'word'], outputs)).not.toThrow();
  expect(() => requireApart(['/dev/null'], [['/dev/null', 'it']])).not.toThrow();
});
