import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'itinera threads '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Modules that re-export many names, so that linking takes most of the loading time. */
function writeModules(): void {
  const names = Array.from({ length: 3000 }, (_, i) => `name${i}`).join();
  writeFileSync(join(folder, 'job.mjs'), `import {${names}} from './0.mjs';\nexport default () => name0;`);
  for (let i = 0; i < 60; i++) writeFileSync(join(folder, `${i}.mjs`), `export * from './${i + 1}.mjs';`);
  writeFileSync(join(folder, '60.mjs'), `export const ${names.replaceAll(',', '=0,')}=0;`);
}

/** Starts and ends a pool some times, at moments that are spread over the loading of its thread. */
const PROGRAM = `
import { endThreads, LOADS_BY_IMPORT } from '@itinera/base';
import { Piscina } from 'piscina';
const start = () => new Piscina({ ...LOADS_BY_IMPORT, filename: process.argv[1], maxThreads: 1 });
const first = start();
const began = performance.now();
await first.run(null);
const loading = performance.now() - began;
await endThreads(first);
for (let i = 0; i < 6; i++) {
  const pool = start();
  await new Promise((done) => setTimeout(done, loading * (0.4 + i * 0.1)));
  await endThreads(pool);
}
console.log('alive');
`;

test('a pool is ended while its threads load their module, and the process lives on', () => {
  writeModules();
  const words = ['--input-type=module', '--eval', PROGRAM, join(folder, 'job.mjs')];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  expect(stdout, stderr).toBe('alive\n');
});

test("every pool loads its module by import, except the one that runs users' code", () => {
  const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[\w-]+[\\/]src[\\/].*(?<!\.test)\.ts$/.test(name),
  );
  const pools = sources.flatMap((name) =>
    [...readFileSync(join(root, 'packages', name), 'utf8').matchAll(/new Piscina\b.*?\(\{([^}]*)/gs)].map(
      ([, options]) =>
        `${name.replaceAll('\\', '/')}: ${/\.\.\.LOADS_BY_IMPORT\b/.test(options!) ? 'import' : 'require'}`,
    ),
  );
  expect(pools.length).toBeGreaterThan(5);
  expect(
    pools.filter((pool) => pool.endsWith('require')),
    'add ...LOADS_BY_IMPORT to its options',
  ).toEqual(['viewer/src/server/derived.ts: require']);
});
