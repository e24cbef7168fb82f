import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from './bundle.fixture.js';
import { command, packAll } from './packed.fixture.js';

const root = join(import.meta.dirname, '..');
const packages = join(root, 'packages');

/** Files that a package loads by address at run time, in addition to those that its exports and commands name. */
const loadedByAddress: Record<string, readonly string[]> = {
  asbench: filesBelow(join(packages, 'asbench', 'bundle')).map((file) => `bundle/${file}`),
  engine: filesBelow(join(packages, 'engine', 'python')).map((file) => `python/${file}`),
};

/** Paths of the files that `npm publish` would take, by the name of the package. */
const files = new Map((await packAll()).map(({ name, files }) => [name, files]));

/** Every file that a package's exports and commands name. */
function named(name: string): string[] {
  const { exports, bin } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  const leaves = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leaves);
  return [...leaves(exports), ...leaves(bin)].map((path) => path.replace(/^\.\//, ''));
}

test('npm pack adds the types and a page without dead links, and leaves the sources as they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed '));
  const page = join(packages, 'base', 'README.md');
  const before = readFileSync(page, 'utf8');
  expect(before).toContain('](../../docs/');
  try {
    const declarations = join(packages, 'base', 'dist', 'index.d.ts');
    rmSync(declarations, { force: true });
    rmSync(join(packages, 'base', 'dist', '.tsbuildinfo'), { force: true });
    command('npm', ['pack', '--workspace', 'packages/base', '--silent', '--pack-destination', folder], root);
    command('tar', ['-xzf', readdirSync(folder)[0]!], folder);
    expect(readdirSync(join(folder, 'package', 'dist'))).toContain('index.d.ts');
    expect(readFileSync(join(folder, 'package', 'README.md'), 'utf8')).not.toContain('](../../docs/');
    expect(readFileSync(page, 'utf8')).toBe(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(readdirSync(packages))('%s is published with everything that it needs at run time, and no tests', (name) => {
  const { name: published } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  const paths = files.get(published);
  expect(named(name)).not.toEqual([]);
  expect(paths).toEqual(expect.arrayContaining([...named(name), ...(loadedByAddress[name] ?? []), 'README.md']));
  const own = paths!.filter((path) => !path.startsWith('bundle/asbench/starts/'));
  expect(own.filter((path) => /\.(test|fixture)\.|__pycache__|\.tsbuildinfo/.test(path))).toEqual([]);
});
