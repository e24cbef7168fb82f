import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { root } from './pages.fixture.js';

const { mergeParts } = (await import(pathToFileURL(join(root, 'scripts/build/merge-parts.js')).href)) as {
  readonly mergeParts: (
    folder: string,
    outputs: object,
    options: object,
    starts?: readonly (readonly string[])[],
  ) => Promise<void>;
};
const work = mkdtempSync(join(tmpdir(), 'itinera parts '));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Bundles modules, and merges their parts. @returns the folder of the files, and how many there are without merging */
async function merged(
  name: string,
  modules: Readonly<Record<string, string>>,
  entries: readonly string[],
  starts?: readonly (readonly string[])[],
) {
  const [source, folder] = ['source', 'files'].map((kind) => join(work, name, kind)) as [string, string];
  mkdirSync(join(source, 'node_modules'), { recursive: true });
  for (const [file, code] of Object.entries({ ...modules, 'package.json': '{"type":"module"}' }))
    writeFileSync(join(source, file), code);
  // As the package in whose folder the bundle is.
  writeFileSync(join(work, name, 'package.json'), '{"sideEffects":false}');
  const options = { format: 'esm', platform: 'node', minifyWhitespace: true } as const;
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: entries.map((entry) => join(source, entry)),
    outdir: folder,
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    metafile: true,
  });
  const before = readdirSync(folder).length;
  await mergeParts(folder, metafile.outputs, options, starts);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return { folder, before, after: readdirSync(folder).length - 1 };
}

const load = async (folder: string, entry: string) => (await import(pathToFileURL(join(folder, entry)).href)).default;

test('parts that are loaded together are one file, in which equal names stay apart, and every module is loaded once', async () => {
  const modules = {
    'a.js': `globalThis.loaded = [...(globalThis.loaded ?? []), 'a']; export const name = 'a'; export let count = 0; export const more = () => count++;`,
    'b.js': `import { name as other } from './a.js'; globalThis.loaded.push('b'); const own = 'b'; export { own as name }; export const both = other + own;`,
    'c.js': `import { both } from './b.js'; globalThis.loaded.push(both[2] ?? 'c'); export const name = 'c';`,
    'one.js': `import { name, count, more } from './a.js'; import { name as b, both } from './b.js'; import { name as c } from './c.js'; more(); export default [name, b, both, c, count];`,
    'two.js': `import { name, both } from './b.js'; import { count } from './a.js'; export default [name, both, () => count, import('./late.js')];`,
    'late.js': `import { name } from './c.js'; import { more } from './a.js'; more(); export { name as default };`,
    'three.js': `import { name } from './a.js'; export default name;`,
  };
  const { folder, before, after } = await merged('small', modules, ['one.js', 'two.js', 'three.js']);
  expect(before).toBe(7);
  expect(after).toBe(5);
  expect(await load(folder, 'one.js')).toEqual(['a', 'b', 'ab', 'c', 1]);
  const [name, both, count, late] = await load(folder, 'two.js');
  expect([name, both, (await late).default, count()]).toEqual(['b', 'ab', 'c', 2]);
  expect(await load(folder, 'three.js')).toBe('a');
  expect((globalThis as { loaded?: string[] }).loaded).toEqual(['a', 'b', 'c']);
});

test('code of other packages runs when it did', async () => {
  const modules = {
    'one.js': `import { seen } from './node_modules/late.js'; import { set } from './own.js'; set(1); export default seen;`,
    'two.js': `import { set, state } from './own.js'; set(2); export default import('./late.js').then(({ seen }) => [state, seen]);`,
    'late.js': `export { seen } from './node_modules/late.js'; export { state } from './own.js';`,
    'own.js': 'export let state = 0; export const set = (value) => { state = value; globalThis.state = value; };',
    'node_modules/late.js': 'export const seen = globalThis.state;',
  };
  const { folder } = await merged('others', modules, ['one.js', 'two.js']);
  expect(await load(folder, 'two.js')).toEqual([2, 2]);
});

test('large code that an entry does not need is not loaded with it', async () => {
  const large = `export const large = ${JSON.stringify('x'.repeat(1e5))};`;
  const modules = {
    'small.js': 'export const small = 1;',
    'large.js': large,
    'one.js': `import { small } from './small.js'; export default small;`,
    'two.js': `import { small } from './small.js'; import { large } from './large.js'; export default small + large.length;`,
    'three.js': `import { small } from './small.js'; import { large } from './large.js'; export default small - large.length;`,
  };
  const { folder } = await merged('large', modules, ['one.js', 'two.js', 'three.js']);
  const sizes = readFileSync(join(folder, 'one.js'), 'utf8').matchAll(/"\.\/(part-\w+\.js)"/g);
  expect([...sizes].map(([, part]) => readFileSync(join(folder, part!)).length < 1000)).toEqual([true]);
  expect(await load(folder, 'three.js')).toBe(1 - 1e5);
});

test('code that exports nothing runs', async () => {
  const modules = {
    'ready.js': 'globalThis.ready = true;',
    'value.js': 'export const value = 1;',
    'one.js': `import './ready.js'; import { value } from './value.js'; export default [value, globalThis.ready];`,
    'two.js': `import './ready.js'; import { value } from './value.js'; export default value;`,
    'three.js': `import './ready.js'; export default 3;`,
  };
  const { folder, before, after } = await merged('ready', modules, ['one.js', 'two.js', 'three.js']);
  expect([before, after]).toEqual([5, 4]);
  expect(await load(folder, 'one.js')).toEqual([1, true]);
});

test('an entry that must start fast loads no more code than without merging', async () => {
  const modules = {
    'a.js': 'export const a = 1;',
    'b.js': 'export const b = 2;',
    'main.js': `import { a } from './a.js'; export default a;`,
    'one.js': `import { a } from './a.js'; import { b } from './b.js'; export default a + b;`,
    'two.js': `import { a } from './a.js'; import { b } from './b.js'; export default a - b;`,
  };
  const entries = ['main.js', 'one.js', 'two.js'];
  expect(await merged('slow', modules, entries)).toMatchObject({ before: 5, after: 4 });
  expect(await merged('fast', modules, entries, [['main.js']])).toMatchObject({ before: 5, after: 5 });
  expect(await merged('together', modules, entries, [['main.js', 'one.js']])).toMatchObject({ before: 5, after: 4 });
  await expect(merged('gone', modules, entries, [['start.js']])).rejects.toThrow();
});

test('an import that is not rewritten is an error', async () => {
  const folder = join(work, 'unknown');
  mkdirSync(folder);
  const parts = ['part-A.js', 'part-B.js'];
  for (const part of parts) writeFileSync(join(folder, part), 'const own=1;export{own};');
  writeFileSync(join(folder, 'one.js'), 'import{own}from"./part-A.js";import*as b from"./part-B.js";export{own,b};');
  const part = { inputs: {}, imports: [], exports: ['own'] };
  const imports = parts.map((path) => ({ path, kind: 'import-statement' }));
  const outputs = {
    'one.js': { inputs: {}, imports, exports: [], entryPoint: 'one.js' },
    'part-A.js': part,
    'part-B.js': part,
  };
  await expect(mergeParts(folder, outputs, { format: 'esm' })).rejects.toThrow(
    'one.js imports part-B.js, which is merged',
  );
});
