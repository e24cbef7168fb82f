import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shipped } from './asbench.js';

const root = join(import.meta.dirname, '../../..');

/** Packs the program as `npm publish` would, and the wheel, and installs both into a folder: the trials run these. @returns their names */
export function ship(folder: string, node: string): string {
  const [packed, installed, wheel] = ['packed', 'installed', 'wheel'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [packed, installed, wheel]) mkdirSync(path, { recursive: true });
  const quiet = { cwd: root, stdio: 'ignore' as const };
  execFileSync('npm', ['pack', '-w', 'asbench', '--ignore-scripts', '--silent', '--pack-destination', packed], quiet);
  const [tarball] = readdirSync(packed);
  writeFileSync(join(installed, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent', join(packed, tarball!)];
  execFileSync('npm', install, { ...quiet, cwd: installed });
  shipped.node = node;
  shipped.program = join(installed, 'node_modules', 'asbench', 'bin', 'asbench.js');
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  try {
    execFileSync(process.execPath, [join(root, 'scripts', 'python-package.js')], quiet);
  } catch {
    return `${tarball} on Node ${version}; no wheel, as no Python has hatchling`;
  }
  const file = readdirSync(join(root, 'python', 'dist')).find((name) => name.endsWith('.whl'))!;
  execFileSync('python3', ['-m', 'zipfile', '-e', join(root, 'python', 'dist', file), wheel], quiet);
  shipped.wheel = join(wheel, 'itinera', '_node', 'asbench.js');
  return `${tarball} and ${file} on Node ${version}`;
}
