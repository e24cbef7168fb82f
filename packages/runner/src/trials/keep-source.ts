import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { makeFolder, readWithin, writeDurably } from '@itinera/base/node';
import { LARGEST_TABLE } from '@itinera/run';
import { sha256 } from './hashes.js';

const MAX_FILES = 200;
const MAX_BYTES = 16 * 2 ** 20;
/** `from './x.js'`, `import './x'`, `import('./x')`, `require('./x')`. */
const MODULE = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;
/** `import a.b, c` and `from .a import b, c`. */
const PYTHON = /^[ \t]*(?:import[ \t]+([\w., \t]+)|from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[\w*, \t]+))/gm;
const SUFFIXES = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];

/**
 * Copies a source file and its imports from the same folder, so that a run can be reproduced without that folder. Files
 * outside it are not copied.
 * @returns SHA-256 by path relative to `target`, in order.
 */
export function keepSource(file: string, target: string): Record<string, string> {
  const sources = readSources(file);
  for (const [name, content] of sources) {
    const copy = join(target, name);
    makeFolder(dirname(copy));
    writeDurably(copy, [content]);
  }
  return hashesOf(sources);
}

/** Returns the hashes of `keepSource` without copying. */
export function hashSources(file: string): Record<string, string> {
  return hashesOf(readSources(file));
}

function hashesOf(sources: ReadonlyMap<string, Uint8Array>): Record<string, string> {
  const hashes = [...sources].map(([name, content]) => [name, sha256(content)] as const);
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a source file and its imports from the same folder, by relative path. */
function readSources(file: string): Map<string, Uint8Array> {
  const root = dirname(resolve(file));
  const sources = new Map<string, Uint8Array>();
  const waiting = [resolve(file)];
  let bytes = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const name = relative(root, path).replaceAll('\\', '/');
    if (sources.has(name) || sources.size === MAX_FILES) continue;
    const content = readWithin(path);
    bytes += content.length;
    if (bytes > MAX_BYTES) break;
    sources.set(name, content);
    waiting.push(...importsOf(path, content.toString('utf8')).filter((other) => isInside(root, other)));
  }
  return sources;
}

/** Returns the copied files whose originals have changed or are missing. */
export function changedSince(file: string, files: Readonly<Record<string, string>>): string[] {
  const root = dirname(resolve(file));
  return Object.entries(files)
    .filter(
      ([name, hash]) => !existsSync(join(root, name)) || sha256(readWithin(join(root, name), LARGEST_TABLE)) !== hash,
    )
    .map(([name]) => name);
}

/** Returns the copy of a source file in a run folder. */
export function keptCopy(target: string, file: string): string {
  return join(target, basename(file));
}

function importsOf(path: string, text: string): string[] {
  const folder = dirname(path);
  if (extname(path) !== '.py') {
    const names = [...text.matchAll(MODULE)].map(([, name]) => join(folder, name!));
    return names.flatMap((name) =>
      firstFile(SUFFIXES.flatMap((end) => [name + end, name.replace(/\.[cm]?js$/, '') + end])),
    );
  }
  return [...text.matchAll(PYTHON)].flatMap(([, plain, from, what]) => {
    if (plain !== undefined)
      return plain.split(',').flatMap((name) => pythonModule(folder, name.trim().split(/\s/)[0]!));
    const names = what!
      .replace(/[()]/g, '')
      .split(',')
      .map((name) => name.trim().split(/\s/)[0]!);
    return [...pythonModule(folder, from!), ...names.flatMap((name) => pythonModule(folder, `${from}.${name}`))];
  });
}

/** Returns the files of a module next to an agent: the module, and the packages that contain it. */
function pythonModule(folder: string, name: string): string[] {
  const dots = /^\.*/.exec(name)![0].length;
  const base = join(folder, ...Array<string>(Math.max(0, dots - 1)).fill('..'));
  const parts = name
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  return parts.flatMap((_, i) => {
    const path = join(base, ...parts.slice(0, i + 1));
    return firstFile([`${path}.py`, join(path, '__init__.py')]);
  });
}

function firstFile(candidates: readonly string[]): string[] {
  const found = candidates.find((path) => existsSync(path) && statSync(path).isFile());
  return found === undefined ? [] : [found];
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
