import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as city from '@itinera/city';
import * as engine from '@itinera/engine';
import * as metrics from '@itinera/metrics';
import * as mobility from '@itinera/mobility';
import { expect, test } from 'vitest';
import { root } from './pages.fixture.js';

/** Packages whose docstrings have examples, by folder. */
const PACKAGES = { metrics, mobility, city, engine } as const;

/** The calls below `@example` of a source, each after the lines before it, with what it returns as its comment says, on its line or the next. */
function examplesIn(text: string): { readonly before: string; readonly code: string; readonly value: string }[] {
  return [...text.matchAll(/@example\n \* ```ts\n([\s\S]*?) \* ```/g)].flatMap(([, block]) => {
    const lines = block!
      .replace(/^ \* /gm, '')
      .replace(/;\n\/\/ /g, '; // ')
      .trim()
      .split('\n');
    return lines.flatMap((line, i) => {
      const [, code, value] = /^(.+); \/\/ (.+)$/.exec(line) ?? [];
      return code === undefined ? [] : [{ before: lines.slice(0, i).join('\n'), code, value: value! }];
    });
  });
}

test.each(Object.entries(PACKAGES))('examples in the docstrings of %s return what they show', (name, module) => {
  const run = (before: string, code: string): unknown =>
    new Function(...Object.keys(module), `${before}\nreturn ${code}`)(...Object.values(module));
  const folder = join(root, 'packages', name, 'src');
  const sources = (readdirSync(folder, { recursive: true }) as string[]).filter((file) =>
    /(?<!test|fixture)\.ts$/.test(file),
  );
  const examples = sources.flatMap((file) => examplesIn(readFileSync(join(folder, file), 'utf8')));
  expect(examples.length).toBeGreaterThan(0);
  for (const { before, code, value } of examples)
    expect(rounded(run(before, code)), code).toEqual(rounded(run('', value)));
});

test.each(['metrics', 'mobility'] as const)('the example in the README of %s prints what it shows', (name) => {
  const text = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(text)![1]!;
  const printed: string[] = [];
  const log = { log: (value: unknown) => printed.push(inspect(value)) };
  const module = PACKAGES[name];
  new Function(...Object.keys(module), 'console', code.replace(/^import .*/gm, ''))(...Object.values(module), log);
  const shown = [...code.matchAll(/console\.log.*\/\/ .*?(\d+\.\d+)…/g)].map(([, value]) => value!);
  expect(shown.length).toBeGreaterThan(0);
  expect(printed.map((line, i) => line.includes(shown[i]!) || line)).toEqual(shown.map(() => true));
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
