import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Calls } from './calls/calls.js';
import { RunIndex } from './run-index.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'run-index-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const NAMES = Array.from({ length: 120 }, (_, i) => `run-${i}`);
const open = () => new RunIndex(join(root, 'runs'), join(root, 'cache'), new Calls());
const write = (name: string, value: unknown) => {
  mkdirSync(join(root, 'runs', name), { recursive: true });
  writeFileSync(join(root, 'runs', name, 'run.json'), JSON.stringify(value));
};

test('damaged and unfinished runs are read again, and no index is kept of them', () => {
  for (const name of NAMES) write(name, {});
  const index = open();
  expect(index.items(NAMES).every(({ trouble }) => trouble !== null)).toBe(true);
  expect(index.items(NAMES.slice(0, 3)).map(({ name }) => name)).toEqual(NAMES.slice(0, 3));
  expect(existsSync(join(root, 'cache'))).toBe(false);
});

test('a damaged index is replaced by what the folders hold', () => {
  write('run-1', {});
  mkdirSync(join(root, 'cache'));
  const first = open().items(['run-1']);
  for (const text of ['', '{', 'null', '[[1,2]]', '[["run-1",null]]', '[["run-1",{"stamp":"","item":null}]]']) {
    for (const name of readdirSync(join(root, 'cache'))) rmSync(join(root, 'cache', name));
    const path = join(root, 'cache', 'runs-0.json');
    writeFileSync(path, text);
    expect(open().items(['run-1'])).toEqual(first);
  }
});
