import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MAX_LINES = 140;
const folder = join(import.meta.dirname, '../packages/asbench/src/commands');

/**
 * Number of lines of code, most of which declare options: blank lines, comments and lines with only brackets do not
 * count.
 */
const linesOf = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => /[^\s{}()[\];,]/.test(line) && !/^\s*(\/\/|\/?\*)/.test(line)).length;

test('a command file contains only wiring and text: the work is done in the packages', () => {
  const lengths = readdirSync(folder)
    .filter((name) => /(?<!\.test|\.fixture)\.ts$/.test(name))
    .map((name) => [linesOf(name), name] as const);
  expect(lengths.length).toBeGreaterThan(20);
  expect(
    lengths.filter(([lines]) => lines > MAX_LINES),
    'move the work to another package',
  ).toEqual([]);
});

/** What a compiled module loads before it runs, from esbuild's metafile. */
function loadedBy(module: string): string[] {
  const [{ inputs }] = JSON.parse(readFileSync(join(import.meta.dirname, '../build/metafiles.json'), 'utf8')) as [
    { readonly inputs: Readonly<Record<string, { readonly imports: readonly { path: string; kind: string }[] }>> },
  ];
  const loaded = new Set([module]);
  for (const file of loaded)
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind !== 'dynamic-import') loaded.add(path);
  expect(loaded.size).toBeGreaterThan(50);
  return [...loaded];
}

test('the commands of HuMob, which Python starts for each call, load no simulation', () => {
  const loaded = loadedBy('packages/asbench/dist/commands/humob.js');
  expect(loaded.filter((file) => /^packages\/(engine|benchmarks|city|viewer)\//.test(file))).toEqual([]);
});

test('the threads of a run load neither schemas nor Python, and run loads no queue', () => {
  const inThread = loadedBy('packages/engine/dist/simulation/thread.js');
  expect(inThread.filter((file) => /^node_modules\/(zod|yaml)\/|\/python\//.test(file))).toEqual([]);
  const inRun = loadedBy('packages/asbench/dist/commands/run.js');
  expect(inRun.filter((file) => /^packages\/(pool|humob|studies)\//.test(file))).toEqual([]);
});
