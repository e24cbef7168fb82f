import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Paths of the files that `npm publish` would take from a package. */
function published(name: string): string[] {
  const cwd = join(import.meta.dirname, '..', 'packages', name);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = execFileSync(npm, ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  return (JSON.parse(output) as [{ files: { path: string }[] }])[0].files.map(({ path }) => path);
}

test.each([
  ['metrics', ['dist/index.js', 'dist/index.d.ts']],
  ['mobility', ['dist/index.js', 'dist/index.d.ts']],
  ['city', ['dist/index.js', 'dist/movement/population-worker.js']],
  ['run', ['dist/index.js']],
  ['engine', ['dist/index.js', 'python/main.py', 'python/shim/agentsociety/__init__.py']],
  ['benchmarks', ['dist/index.js', 'dist/agent-kit.js']],
  ['humob', ['dist/index.js']],
  ['bench', ['dist/index.js']],
  ['asbench', ['dist/commands/main.js', 'bin/asbench.js']],
])('%s is published with all it needs at run time, and no tests', (name, needed) => {
  const files = published(name);
  expect(files).toEqual(expect.arrayContaining([...needed, 'README.md']));
  expect(files.filter((path) => /\.(test|fixture)\.|__pycache__|\.tsbuildinfo/.test(path))).toEqual([]);
});
