import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MAX_LINES = 140;
const folder = join(import.meta.dirname, '../packages/asbench/src/commands');

/** Lines of code, most of which declare options: without blank lines, comments and lines of brackets alone. */
const linesOf = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => /[^\s{}()[\];,]/.test(line) && !/^\s*(\/\/|\/?\*)/.test(line)).length;

test('a file of commands is wiring and words: what it does lies in the packages', () => {
  const lengths = readdirSync(folder)
    .filter((name) => /(?<!\.test|\.fixture)\.ts$/.test(name))
    .map((name) => [linesOf(name), name] as const);
  expect(lengths.length).toBeGreaterThan(20);
  expect(lengths.filter(([lines]) => lines > MAX_LINES)).toEqual([]);
});
