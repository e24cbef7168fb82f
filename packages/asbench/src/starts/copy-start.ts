import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '@itinera/base';
import { makeFolder, writeDurably } from '@itinera/base/node';

/** Working examples, each with a test. They are copied with their names replaced. */
const EXAMPLES = fileURLToPath(new URL('../../starts/', import.meta.url));

/** JSON schemas of the YAML files that users write. */
const SCHEMAS = fileURLToPath(new URL('../../schemas/', import.meta.url));

/** The first line of a YAML file in a folder, by which editors complete and check it. */
export function schemaLine(folder: string, schema: string): string {
  const path = relative(folder, join(SCHEMAS, schema)).split(sep).join('/');
  return `# yaml-language-server: $schema=${path}`;
}

/** Words that code cannot declare. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally
  for function if implements import in instanceof interface let new null package private protected public return static super
  switch this throw true try typeof undefined var void while with yield Object False None True`.split(/\s+/),
);

/** Names of devices, which Windows keeps from files. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Modules that an agent, its test or their tools are likely to import, and that a file of the same name would hide. */
const MODULES = new Set(
  `abc ast asyncio base64 calendar code collections copy csv datetime decimal email enum functools hashlib html http inspect io
  itertools json keyword logging math numbers operator os pathlib pickle platform profile queue random re secrets select signal
  site socket sqlite3 ssl stat statistics string struct subprocess symtable sys tempfile test threading time timeit token trace
  traceback types typing unittest urllib uuid warnings weakref xml zipfile agentsociety agentsociety_benchmark itinera
  matplotlib mobisimbench numpy openai pandas pycityproto pytest scipy shapely sklearn torch`.split(/\s+/),
);

/** @throws UserError if a Python file of this name would hide a module */
export function requireOwnModule(stem: string): void {
  if (MODULES.has(stem.toLowerCase()))
    throw new UserError(`${stem}.py would hide the module ${stem} of Python. Choose another name.`);
}

/** Comments and texts in code. */
const PROSE = /\/\*[\s\S]*?\*\/|\/\/.*|"""[\s\S]*?"""|#.*|'[^'\n]*'|"[^"\n]*"/g;

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
  const [ending = ''] = /\.(?:ts|mjs|js|py)$/.exec(given) ?? [];
  const bare = given.slice(0, given.length - ending.length);
  const path = resolve(bare);
  // Without a last part, the path would be that of the folder.
  const stem = /(?:^|[/\\])$/.test(bare) ? '' : basename(path);
  if (!/^[a-z][\w-]*$/i.test(stem))
    throw new UserError(
      `${stem || JSON.stringify(given)}: a name starts with a letter and consists of letters, digits, - and _.${similarName(stem, ending)}`,
    );
  if (DEVICE.test(stem)) throw new UserError(`${stem} is the name of a device in Windows. Choose another name.`);
  const className = stem.replace(/(?:^|[-_]+)(\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll('-', '');
  return { path, stem, className, functionName: className[0]!.toLowerCase() + className.slice(1) };
}

/**
 * Copies examples. If it is killed, repeating it writes those that are missing.
 *
 * @param files names of examples, by the path of their copy
 * @param words replacements for words in the examples; if two match, the first is used
 * @param name the one of them that code declares
 * @throws UserError if all files exist, or one with other contents, or if the name means something else in the code
 */
export function copyStart(
  files: Readonly<Record<string, string>>,
  words: Readonly<Record<string, string>>,
  name: string,
): void {
  const anyWord = new RegExp(
    Object.keys(words)
      .join('|')
      .replace(/[.()$]/g, '\\$&'),
    'g',
  );
  const copies = Object.entries(files).map(([path, example]) => {
    const original = readFileSync(join(EXAMPLES, example), 'utf8');
    // A word that is replaced by itself is that of the example, as for my-agent.
    const isTaken = words[name] !== name && new RegExp(`\\b${name}\\b`).test(original.replace(PROSE, ''));
    if (RESERVED.has(name) || isTaken)
      throw new UserError(`${name} means something else in the code. Choose another name.`);
    const text = original.replaceAll(anyWord, (word) => words[word]!);
    return { path, text, isThere: existsSync(path) };
  });
  const isOther = copies.find(({ path, text, isThere }) => isThere && !hasText(path, text));
  const taken = isOther ?? (copies.every(({ isThere }) => isThere) ? copies[0] : undefined);
  if (taken !== undefined) throw new UserError(`${taken.path} already exists. Choose another name.`);
  for (const { path, text } of copies) {
    makeFolder(dirname(path));
    writeDurably(path, [text]);
  }
}

function hasText(path: string, text: string): boolean {
  const stats = statSync(path);
  return stats.isFile() && stats.size === Buffer.byteLength(text) && readFileSync(path, 'utf8') === text;
}

/** A name that is allowed, from one that is not. */
function similarName(name: string, ending: string): string {
  const allowed = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z]+|-+$/g, '');
  return allowed === '' ? '' : ` Try: ${allowed}${ending}`;
}
