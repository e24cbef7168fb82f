import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { modulesOf, type Program, startCommands, startThreads } from './bundle.fixture.js';
import { strangersFolder } from './packed.fixture.js';

// The program of asbench on its own: no node_modules are near.
const stranger = strangersFolder();
const at = (name: string) => join(stranger.path, name);
for (const part of ['bin', 'bundle'])
  cpSync(join(import.meta.dirname, '..', 'packages', 'asbench', part), at(part), { recursive: true });
const program: Program = { words: [process.execPath, at(join('bin', 'asbench.js'))] };
afterAll(() => stranger.remove());

test('every command of the bundle starts', async () => {
  expect(await startCommands(program, stranger.path)).toEqual([]);
});

test('every thread of the bundle starts', async () => {
  mkdirSync(at('work'));
  expect(await startThreads(program, at('bundle'), at('work'))).toEqual(modulesOf(at('bundle')));
});

test('the licences of bundled packages are included', () => {
  expect(readFileSync(at(join('bundle', 'LICENSES.txt')), 'utf8')).toMatch(/^zod \d[\s\S]*MIT License/m);
});
