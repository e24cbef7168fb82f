import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { UserError } from '@itinera/metrics';

/** Names that nobody gives a folder. */
const FILE_NAME = /\.(arrow|csv|geojson|gz|html?|json|parquet|pb|svg|tsv|txt)$/i;

/**
 * For options that name a file to write: what cannot be written, or would be of another kind than its name says, is
 * refused before any work.
 * @param extensions of what is written, with dots; the first is the usual one.
 */
export function outputFile(...extensions: readonly string[]): (path: string) => string {
  return (path) => {
    if (requireName(path, extensions) === 'file') requireFolder(path);
    return path;
  };
}

/** The same where the folder is made when it is not there. */
export function outputFileAnywhere(...extensions: readonly string[]): (path: string) => string {
  return (path) => {
    requireName(path, extensions);
    return path;
  };
}

/** For options that name a folder to write to, made when it is not there. @param files what may be named in its place. */
export function outputFolder(...files: readonly string[]): (path: string) => string {
  return (path) => {
    const there = statsOf(path);
    if (there?.isDirectory() || files.includes(extname(path).toLowerCase())) return path;
    if (there === undefined && !FILE_NAME.test(path)) return path;
    const others = files.length > 0 ? ` or a file ${files.join(', ')}` : '';
    const name = basename(path, extname(path));
    throw new UserError(
      `${path}: is a file, expected a folder${others}. Try: ${join(dirname(path), there ? `${name}-files` : name)}`,
    );
  };
}

function requireName(path: string, extensions: readonly string[]): 'file' | 'pipe' {
  const there = statsOf(path);
  const usual = extensions[0]!;
  if (there?.isDirectory())
    throw new UserError(`${path}: is a folder, expected a file. Name one in it: ${join(path, `NAME${usual}`)}`);
  // Pipes and devices are named as they are.
  if (there !== undefined && !there.isFile()) return 'pipe';
  if (extensions.some((extension) => path.toLowerCase().endsWith(extension))) return 'file';
  const own = basename(path).replace(/(\.\w+)+$/, '');
  throw new UserError(
    `${path}: expected a name that ends in ${extensions.join(' or ')}, which is what is written. Try: ${join(dirname(path), `${own}${usual}`)}`,
  );
}

function requireFolder(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new UserError(`${path}: cannot be written (${(error as Error).message}). Choose another place.`);
  }
}

/** What is there; undefined also where nobody may look, which writing will say. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
