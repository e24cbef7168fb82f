import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Loader, transform } from 'esbuild';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '..', 'packages');
/** The program itself, which no thread loads. */
const PROGRAM = ['asbench/bundle/main.js', 'asbench/src/commands/main.ts'];

const waitsAtTopLevel = async (source: string, loader: Loader) => {
  const options = { loader, format: 'esm', supported: { 'top-level-await': false }, logLevel: 'silent' } as const;
  const errors = await transform(source, options).then(
    () => [],
    ({ errors }) => errors as { text: string }[],
  );
  return errors.some(({ text }) => text.startsWith('Top-level await'));
};

const filesIn = (folder: string, name: RegExp) =>
  readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => name.test(file));

test('no module waits at its top level, where ending its thread would crash Node 22 and 24', async () => {
  const sources = readdirSync(packages).flatMap((name) => filesIn(`${name}/src`, /(?<!\.(?:test|fixture|d))\.ts$/));
  // With the code of others, as threads load it.
  const bundled = filesIn('asbench/bundle', /\.js$/);
  const found: string[] = [];
  for (const file of [...bundled, ...sources]) {
    const source = readFileSync(join(packages, file), 'utf8');
    if (/\bawait\b/.test(source) && (await waitsAtTopLevel(source, extname(file).slice(1) as Loader))) found.push(file);
  }
  expect(found, 'wait in a function that the module calls without waiting for it').toEqual(PROGRAM);
});
