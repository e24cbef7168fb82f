import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '@itinera/base';
import { makeFolder, writeDurably } from '@itinera/base/node';

/** Working examples, each with a test. They are copied with their names replaced. */
const EXAMPLES = fileURLToPath(new URL('../../starts/', import.meta.url));

/** The location and names of a copy. */
export interface StartName {
  /** Without an extension. */
  readonly path: string;
  /** The last part of the path, such as `my-agent`. */
  readonly stem: string;
  /** `MyAgent` */
  readonly className: string;
  /** `myAgent` */
  readonly functionName: string;
}

/** @param given a name or a path, with or without its extension. @throws UserError if a class cannot be named after it */
export function startName(given: string): StartName {
  const path = resolve(given.replace(/\.(ts|mjs|js|py)$/, ''));
  const stem = basename(path);
  if (!/^[a-z][\w-]*$/i.test(stem))
    throw new UserError(`${stem}: a name starts with a letter and consists of letters, digits, - and _.`);
  const className = stem.replace(/(?:^|[-_]+)(\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll('-', '');
  return { path, stem, className, functionName: className[0]!.toLowerCase() + className.slice(1) };
}

/**
 * Copies examples: all of them, or none.
 *
 * @param files names of examples, by the path of their copy
 * @param words replacements for words in the examples; if two match, the first is used
 * @throws UserError if a file already exists
 */
export function copyStart(files: Readonly<Record<string, string>>, words: Readonly<Record<string, string>>): void {
  for (const path of Object.keys(files))
    if (existsSync(path)) throw new UserError(`${path} already exists. Choose another name.`);
  const anyWord = new RegExp(Object.keys(words).join('|').replace(/[.()]/g, '\\$&'), 'g');
  for (const [path, example] of Object.entries(files)) {
    const text = readFileSync(join(EXAMPLES, example), 'utf8');
    makeFolder(dirname(path));
    writeDurably(path, [text.replaceAll(anyWord, (word) => words[word]!)]);
  }
}
