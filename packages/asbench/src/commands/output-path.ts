import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, join, sep } from 'node:path';
import { UserError } from '@itinera/base';
import { requireApart } from '@itinera/base/node';
import type { Command, Option } from 'commander';

/** Parsers of options that name a file or folder to write: what makes an option an output. */
const outputParsers = new WeakSet<object>();
/** Paths that the command has printed. */
const printed = new Set<string>();
/** Outputs that were there before the command, files in folders included. */
const replaced = new Set<string>();
/** Paths that name files rather than folders. */
const FILE_NAME = /\.(arrow|csv|geojson|gz|html?|json|parquet|pb|svg|tsv|txt)$/i;

/**
 * Parser for options that name a file to write. A file that cannot be written or has the wrong extension is rejected
 * before any work.
 * @param extensions with dots; the first is the default.
 */
export function outputFile(...extensions: readonly string[]): (path: string) => string {
  return asOutput((path) => {
    if (requireName(path, extensions) === 'file') requireFolder(path);
    return path;
  });
}

/** The same, for a file whose folder is created if it is missing. */
export function outputFileAnywhere(...extensions: readonly string[]): (path: string) => string {
  return asOutput((path) => {
    requireName(path, extensions);
    return path;
  });
}

/**
 * Parser for options that name a folder to write to, created if it is missing. @param files extensions of files allowed
 * instead.
 */
export function outputFolder(...files: readonly string[]): (path: string) => string {
  return asOutput((path) => {
    const there = statsOf(path);
    if (there?.isDirectory() || files.includes(extname(path).toLowerCase())) return path;
    if (there === undefined && !FILE_NAME.test(path)) return path;
    const others = files.length > 0 ? ` or a file ${files.join(', ')}` : '';
    const name = basename(path, extname(path));
    throw new UserError(
      `${path} is a file. Expected a folder${others}. Try: ${join(dirname(path), there ? `${name}-files` : name)}`,
    );
  });
}

function asOutput(parser: (path: string) => string): (path: string) => string {
  outputParsers.add(parser);
  return parser;
}

/**
 * Refuses a command that would write over a file which another of its arguments or options names.
 * @throws UserError before any work
 */
export function requireInputsKept(command: Command): void {
  const outputs = outputsOf(command);
  const inputs = command.options.filter((option) => !isOutput(option)).map((option) => givenTo(command, option));
  requireApart(
    [...command.processedArgs, ...inputs].flat().filter((value) => typeof value === 'string'),
    outputs,
  );
}

/** Prints what a command wrote, or replaced. @param about its contents, without a full stop */
export function printWrote(path: string, about = ''): void {
  printed.add(path);
  process.stderr.write(`${replaced.has(path) ? 'Replaced' : 'Wrote'} ${path}${about === '' ? '' : `: ${about}`}\n`);
}

/** Prints where a scoring that was kept in the home can be seen. */
export function printKept(name: string): void {
  process.stderr.write(`Stored as ${name}. To see it: asbench ui\n`);
}

/** @returns a function that prints the outputs of a command which have changed since, unless the command has printed them. */
export function watchOutputs(command: Command): () => void {
  printed.clear();
  replaced.clear();
  const before = outputsOf(command).map(([path]) => [path, stateOf(path)] as const);
  for (const [path] of before) for (const file of filesAt(path)) replaced.add(file);
  const isPrinted = (path: string) => [...printed].some((one) => one === path || one.startsWith(join(path, sep)));
  return () => {
    for (const [path, state] of before) if (!isPrinted(path) && stateOf(path) !== state) printWrote(path);
  };
}

function outputsOf(command: Command): [path: string, name: string][] {
  return command.options.flatMap((option): [string, string][] => {
    const value = isOutput(option) ? givenTo(command, option) : undefined;
    return typeof value === 'string' ? [[value, option.long!]] : [];
  });
}

function isOutput({ parseArg }: Option): boolean {
  return parseArg !== undefined && outputParsers.has(parseArg);
}

function givenTo(command: Command, option: Option): unknown {
  return command.getOptionValue(option.attributeName());
}

/** The file of a path, or the files of its folder. */
function filesAt(path: string): string[] {
  const there = statsOf(path);
  if (there?.isFile()) return [path];
  if (!there?.isDirectory()) return [];
  try {
    return readdirSync(path).map((name) => join(path, name));
  } catch {
    // What cannot be read is reported when it is written.
    return [];
  }
}

/** Different after the file, or a file of the folder, is written. */
function stateOf(path: string): string {
  const { ino, size, mtimeMs } = statsOf(path) ?? {};
  return [ino, size, mtimeMs].join();
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
