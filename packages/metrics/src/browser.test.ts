import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** Loads the built package into a realm with the language, WebAssembly and `atob`, and nothing of Node. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { createContext, runInContext, SourceTextModule } from 'node:vm';
const context = createContext({ atob: (text) => atob(text) });
const modules = new Map();
const load = (url) => {
  if (!modules.has(url)) modules.set(url, new SourceTextModule(readFileSync(new URL(url), 'utf8'), { context, identifier: url }));
  return modules.get(url);
};
const entry = load(process.argv[1]);
await entry.link((specifier, from) => load(specifier === '@itinera/base' ? process.argv[2] : new URL(specifier, from.identifier).href));
await entry.evaluate();
context.metrics = entry.namespace;
console.log(runInContext(\`
  const { calcDtwOrig, calcGeobleuSingle, createDayScorer } = metrics;
  const steps = [[60, 12, 84, 88], [60, 15, 114, 78], [61, 12, 78, 86]];
  JSON.stringify({
    absent: [typeof process, typeof Buffer, typeof require, typeof setTimeout],
    kernel: createDayScorer().kernel,
    geobleu: calcGeobleuSingle(steps, steps),
    dtw: calcDtwOrig([[0, 0], [3, 4]], [[0, 0], [0, 0]]),
  });
\`, context));
`;

test('the package and base run without Node, as in a browser', () => {
  const entries = ['metrics', 'base'].map(
    (name) => pathToFileURL(join(import.meta.dirname, '../..', name, 'dist/index.js')).href,
  );
  const flags = ['--experimental-vm-modules', '--no-warnings', '--input-type=module'];
  const printed = execFileSync(process.execPath, [...flags, '--eval', PROGRAM, ...entries], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({
    absent: ['undefined', 'undefined', 'undefined', 'undefined'],
    kernel: 'wasm',
    geobleu: 1,
    dtw: 5,
  });
});
