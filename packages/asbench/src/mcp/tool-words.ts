import { helpExamples } from '../help/examples.js';

/** What of a tool names the options and commands that messages speak of. */
interface Words {
  readonly name: string;
  /** Names of its arguments. */
  readonly arguments: readonly string[];
  /** Those that its command takes without an option, in order. */
  readonly operands: readonly string[];
  /** Its command, such as `runs resume`. */
  readonly command: string;
}

/** An option in a sentence, with what is before it. */
const OPTION = /(^|[\s("'`])--([a-z][a-z-]*)(?:=(?=\S))?/g;

/** A value after an advised command, up to the end of the sentence or the next option. */
const OPERAND = String.raw`(?: (?!-|(?:or|and|asbench)\b)(?:"[^"\n]*"|[^\s"'(),;]+?)(?=[.,;:)]*(?:\s|$)))`;

/** The end of an error of usage, which is of no use without a terminal. */
const USAGE_HINT = /^Add .*--help to see .*\n?/gm;

/**
 * A text of a command in the words of a tool: options are arguments of this tool, or of one whose command the text names, commands
 * of tools are these, and the values of an advised command have the names of arguments. Others stay.
 */
export function inToolWords(text: string, own: Words, all: readonly Words[]): string {
  const known = new Set(own.arguments);
  let said = text.replace(USAGE_HINT, '');
  for (const { name, command, arguments: names, operands } of all) {
    // In prose, what follows is not a value.
    const values = `((?<=: asbench ${command})${OPERAND}{0,${operands.length}})?`;
    const renamed = said.replace(
      new RegExp(`\\basbench ${command}(?![\\w-])${values}`, 'g'),
      (_, given: string | undefined) => (given ? `${name} ${named(given, operands)}` : name),
    );
    if (renamed === said) continue;
    said = renamed;
    for (const each of names) known.add(each);
  }
  return said.replace(OPTION, (found, before: string, option: string) => {
    const name = option.replaceAll('-', '_');
    return known.has(name) ? `${before}${name}${found.endsWith('=') ? ': ' : ''}` : found;
  });
}

/** Values with the names of arguments, such as `real: truth.csv, generated: b.csv`. */
function named(values: string, operands: readonly string[]): string {
  return values
    .match(/"[^"]*"|\S+/g)!
    .map((value, i) => `${operands[i]}: ${value}`)
    .join(', ');
}

/** What tells a client that options or commands in a text are not its own; empty if there are none. */
export function commandLineNote(text: string): string {
  const found = new Set([
    ...[...text.matchAll(OPTION)].map(([, , option]) => `--${option}`),
    ...[...text.matchAll(/\basbench ([a-z][\w-]*(?: [a-z][\w-]*){0,2})/g)].flatMap(([, words]) => commandOf(words!)),
  ]);
  return found.size === 0
    ? ''
    : `For a terminal, not arguments of this tool: ${[...found].join(', ')}. Do without, or ask the user to run it there.`;
}

/** The command that words after `asbench` begin with; none in prose, such as "the file asbench reads". Every command has examples. */
function commandOf(words: string): string[] {
  const command = Object.keys(helpExamples).find((name) => `${words} `.startsWith(`${name} `));
  return command === undefined ? [] : [`asbench ${command}`];
}
