import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { UserError } from '@itinera/base';
import { requireApart } from '@itinera/base/node';
import type { Command } from 'commander';

/** Parsers of options that name a file to write. */
const fileParsers = new WeakSet<object>();
/** Paths that name files rather than folders. */
const FILE_NAME = /\.(arrow|csv|geojson|gz|html?|json|parquet|pb|svg|tsv|txt)$/i;

/**
 * Parser for options that name a file to write. A file that cannot be written or has the wrong extension is rejected
 * before any work.
 * @param extensions with dots; the first is the default.
 */
export function outputFile(...extensions: readonly string[]): (path: string) => string {
  return asFileParser((path) => {
    if (requireName(path, extensions) === 'file') requireFolder(path);
    return path;
  });
}

/** The same, for a file whose folder is created if it is missing. */
export function outputFileAnywhere(...extensions: readonly string[]): (path: string) => string {
  return asFileParser((path) => {
    requireName(path, extensions);
    return path;
  });
}

/**
 * Parser for options that name a folder to write to, created if it is missing. @param files extensions of files allowed
 * instead.
 */
export function outputFolder(...files: readonly string[]): (path: string) => string {
  return (path) => {
    const there = statsOf(path);
    if (there?.isDirectory() || files.includes(extname(path).toLowerCase())) return path;
    if (there === undefined && !FILE_NAME.test(path)) return path;
    const others = files.length > 0 ? ` or a file ${files.join(', ')}` : '';
    const name = basename(path, extname(path));
    throw new UserError(
      `${path} is a file. Expected a folder${others}. Try: ${join(dirname(path), there ? `${name}-files` : name)}`,
    );
  };
}

function asFileParser(parser: (path: string) => string): (path: string) => string {
  fileParsers.add(parser);
  return parser;
}

/**
 * Refuses a command that would write over a file which another of its arguments or options names.
 * @throws UserError before any work
 */
export function requireInputsKept(command: Command): void {
  const inputs: unknown[] = command.processedArgs.flat();
  const outputs: [path: string, name: string][] = [];
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    const isOutput = option.long === '--output' || (option.parseArg !== undefined && fileParsers.has(option.parseArg));
    if (isOutput && typeof value === 'string') outputs.push([value, option.long!]);
    else inputs.push(...[value].flat());
  }
  requireApart(
    inputs.filter((value) => typeof value === 'string'),
    outputs,
  );
}

function requireName(path: string, extensions: readonly string[]): 'file' | 'pipe' {
  const there = statsOf(path);
  const usual = extensions[0]!;
  if (there?.isDirectory())
    throw new UserError(`${path} is a folder. Expected a file, such as ${join(path, `NAME${usual}`)}`);
  // Pipes and devices may have any name.
  if (there !== undefined && !there.isFile()) return 'pipe';
  if (extensions.some((extension) => path.toLowerCase().endsWith(extension))) return 'file';
  const own = basename(path).replace(/(\.\w+)+$/, '');
  throw new UserError(
    `${path}: expected a name that ends in ${extensions.join(' or ')}, the format that is written. Try: ${join(dirname(path), `${own}${usual}`)}`,
  );
}

function requireFolder(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new UserError(`${path} cannot be written (${(error as Error).message}). Choose another folder.`);
  }
}

/** Undefined if the path does not exist or cannot be read; the latter is reported when writing. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
