import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as metrics from '@itinera/metrics';
import { expect, test } from 'vitest';
import { root } from './pages.fixture.js';

/** Packages whose docstrings have examples, by folder. */
const PACKAGES = { metrics } as const;

/** The lines of code below `@example` of a source, with what each returns as its comment says, on its line or the next. */
function examplesIn(text: string): { readonly code: string; readonly value: string }[] {
  return [...text.matchAll(/@example\n \* ```ts\n([\s\S]*?) \* ```/g)].flatMap(([, block]) => {
    const code = block!.replace(/^ \* /gm, '').replace(/;\n\/\/ /g, '; // ');
    return [...code.matchAll(/^(.+); \/\/ (.+)$/gm)].map(([, call, value]) => ({ code: call!, value: value! }));
  });
}

test.each(Object.entries(PACKAGES))('examples in the docstrings of %s return what they show', (name, module) => {
  const run = (code: string): unknown =>
    new Function(...Object.keys(module), `return ${code}`)(...Object.values(module));
  const folder = join(root, 'packages', name, 'src');
  const sources = (readdirSync(folder, { recursive: true }) as string[]).filter((file) =>
    /(?<!test|fixture)\.ts$/.test(file),
  );
  const examples = sources.flatMap((file) => examplesIn(readFileSync(join(folder, file), 'utf8')));
  expect(examples.length).toBeGreaterThan(40);
  for (const { code, value } of examples) expect(rounded(run(code)), code).toEqual(rounded(run(value)));
});

/** Numbers to six digits, as examples show them, and typed arrays as arrays. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(6));
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, rounded(each)]));
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, rounded);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]));
}
