import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeOnce } from '../packages/benchmarks/src/demo.fixture.js';

const root = join(import.meta.dirname, '..');
const windows = process.platform === 'win32';

/** Runs npm or another command of Node. @throws Error with its whole output when it fails */
export function command(name: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr, status, error } = spawnSync(windows ? `${name}.cmd` : name, args, {
    cwd,
    encoding: 'utf8',
    shell: windows,
    maxBuffer: 1 << 27,
  });
  if (error || status !== 0) throw new Error(`${name} ${args.join(' ')}: ${error ?? status}\n${stdout}${stderr}`);
  return stdout;
}

/** An empty folder outside the clone. */
export function strangersFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'itinera stranger '));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A packed package. */
export interface Packed {
  readonly name: string;
  /** The path of the tarball. */
  readonly tarball: string;
  /** The paths of its files. */
  readonly files: readonly string[];
}

/** Packs every package as `npm publish` would, once for all test files. */
export async function packAll(): Promise<Packed[]> {
  const made = await madeOnce('tarballs', (folder) => {
    const options = ['--json', '--ignore-scripts', '--silent', '--pack-destination', folder];
    writeFileSync(join(folder, 'list.json'), command('npm', ['pack', '--workspaces', ...options], root));
  });
  const list = JSON.parse(readFileSync(join(made, 'list.json'), 'utf8')) as {
    readonly name: string;
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  }[];
  return list.map(({ name, filename, files }) => ({
    name,
    tarball: join(made, filename.replace(/^@/, '').replace('/', '-')),
    files: files.map(({ path }) => path),
  }));
}

/** Installs packed packages and others of the registry into an empty folder, as a user without the clone would. */
export function installInto(folder: string, packed: readonly Packed[], others: readonly string[] = []): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      private: true,
      type: 'module',
      dependencies: Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`])),
      devDependencies: Object.fromEntries(others.map((spec) => spec.split(/(?<=.)@/) as [string, string])),
    }),
  );
  command('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent'], folder);
}

/** The packages' names in the clone. */
export const packageNames: readonly string[] = readdirSync(join(root, 'packages')).map(
  (name) => (JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as { name: string }).name,
);
