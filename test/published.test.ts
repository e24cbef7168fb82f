import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '..', 'packages');

/** What a package loads by path at run time, beside what its exports and commands name. */
const loadedByPath: Record<string, string[]> = {
  asbench: [
    'bundle/main.js',
    'bundle/viewer/dist/web/index.html',
    'bundle/engine/python/main.py',
    'bundle/LICENSES.txt',
  ],
  engine: ['python/main.py', 'python/shim/agentsociety/__init__.py'],
};

/** Paths of the files that `npm publish` would take from a package. */
function published(name: string): string[] {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = execFileSync(npm, ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: join(packages, name),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  return (JSON.parse(output) as [{ files: { path: string }[] }])[0].files.map(({ path }) => path);
}

/** Every file that a package's exports and commands name. */
function named(name: string): string[] {
  const { exports, bin } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  const leaves = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leaves);
  return [...leaves(exports), ...leaves(bin)].map((path) => path.replace(/^\.\//, ''));
}

test.each(readdirSync(packages))('%s is published with all it needs at run time, and no tests', (name) => {
  const files = published(name);
  expect(named(name)).not.toEqual([]);
  expect(files).toEqual(expect.arrayContaining([...named(name), ...(loadedByPath[name] ?? []), 'README.md']));
  expect(files.filter((path) => /\.(test|fixture)\.|__pycache__|\.tsbuildinfo/.test(path))).toEqual([]);
});
