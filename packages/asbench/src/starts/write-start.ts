import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { UserError } from '@itinera/metrics';
import { writeDurably } from '@itinera/run';

/** What a start is called: where it goes, and its name in a language. */
export interface StartName {
  /** Without an ending. */
  readonly path: string;
  /** The last part of the path, such as `my-agent`. */
  readonly stem: string;
  /** `MyAgent` */
  readonly className: string;
  /** `myAgent` */
  readonly functionName: string;
}

/** @param given a name or a path, with or without its ending. @throws UserError when it is no name in a language */
export function startName(given: string): StartName {
  const path = resolve(given.replace(/\.(ts|mjs|js|py)$/, ''));
  const stem = basename(path);
  if (!/^[a-z][\w-]*$/i.test(stem))
    throw new UserError(`${stem}: a name starts with a letter and has letters, digits, - and _.`);
  const className = stem.replace(/(?:^|[-_]+)(\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll('-', '');
  return { path, stem, className, functionName: className[0]!.toLowerCase() + className.slice(1) };
}

/** Writes files that are not there yet: all of them, or none. @throws UserError when one is there already */
export function writeStart(files: Readonly<Record<string, string>>): void {
  for (const file of Object.keys(files))
    if (existsSync(file)) throw new UserError(`${file} is there already. Choose another name.`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeDurably(file, [text]);
  }
}
