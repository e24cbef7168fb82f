import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { madeOnce } from '../packages/benchmarks/src/demo.fixture.js';

const root = join(import.meta.dirname, '..');
const windows = process.platform === 'win32';
/** Without the programs of the clone, which npm and npx put before others. */
const PATH = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));

/** Runs npm or another command of Node as outside the clone. @throws Error with its whole output when it fails */
export function command(name: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr, status, error } = spawnSync(windows ? `${name}.cmd` : name, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: PATH.join(delimiter) },
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

/** The part of a manifest that installing needs. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Installs packed packages and others of the registry into an empty folder, as a user without the clone would. npm installs the
 * program and all that the libraries depend on. The libraries, whose thousands of files take it longer than everything else, are
 * unpacked, and npm confirms that nothing that they depend on is missing or of another version.
 */
export function installInto(folder: string, packed: readonly Packed[], others: readonly string[] = []): void {
  const given = new Set(packed.map(({ name }) => name));
  const libraries = packed.filter(({ name }) => name !== 'asbench');
  const draft = (name: string) => join(folder, 'unpacked', name);
  const needed: Record<string, string> = {};
  for (const { name, tarball } of libraries) {
    mkdirSync(draft(name), { recursive: true });
    command('tar', ['-xzf', tarball, '-C', draft(name), '--strip-components=1'], folder);
    const { dependencies = {} } = JSON.parse(readFileSync(join(draft(name), 'package.json'), 'utf8')) as Manifest;
    for (const [other, range] of Object.entries(dependencies)) if (!given.has(other)) needed[other] = range;
  }
  const install = (dependencies: Readonly<Record<string, string>>) => {
    const devDependencies = Object.fromEntries(others.map((spec) => spec.split(/(?<=.)@/) as [string, string]));
    const manifest = { private: true, type: 'module', dependencies, devDependencies };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  };
  const program = packed.find(({ name }) => name === 'asbench')!;
  install({ ...needed, asbench: `file:${program.tarball}` });
  command('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent'], folder);
  for (const { name } of libraries) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    renameSync(draft(name), join(folder, 'node_modules', name));
  }
  rmSync(join(folder, 'unpacked'), { recursive: true });
  install(Object.fromEntries([...given].map((name) => [name, '*'])));
  command('npm', ['ls', '--all'], folder);
}

/** The packages' names in the clone. */
export const packageNames: readonly string[] = readdirSync(join(root, 'packages')).map(
  (name) => (JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as { name: string }).name,
);
