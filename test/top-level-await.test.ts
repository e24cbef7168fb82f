import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '..', 'packages');
/** The program itself, which no thread loads. */
const PROGRAM = 'asbench/src/commands/main.ts';

const waitsAtTopLevel = async (source: string) => {
  const options = { loader: 'ts', format: 'esm', supported: { 'top-level-await': false }, logLevel: 'silent' } as const;
  const errors = await transform(source, options).then(
    () => [],
    ({ errors }) => errors as { text: string }[],
  );
  return errors.some(({ text }) => text.startsWith('Top-level await'));
};

test('no module waits at its top level, where ending its thread would crash Node 22 and 24', async () => {
  const files = readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => `${name}/src/${file.replaceAll('\\', '/')}`)
      .filter((file) => /(?<!\.(?:test|fixture|d))\.ts$/.test(file) && file !== PROGRAM),
  );
  const found: string[] = [];
  for (const file of files) {
    const source = readFileSync(join(packages, file), 'utf8');
    if (/\bawait\b/.test(source) && (await waitsAtTopLevel(source))) found.push(file);
  }
  expect(found, 'wait in a function that the module calls without waiting for it').toEqual([]);
  expect(await waitsAtTopLevel(readFileSync(join(packages, PROGRAM), 'utf8'))).toBe(true);
});
