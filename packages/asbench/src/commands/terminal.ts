import { StringDecoder } from 'node:string_decoder';
import { terminalText } from '@itinera/base';

const unguarded = new WeakMap<NodeJS.WritableStream, (text: string) => boolean>();
/** Longer lines are not meant for people. */
const LONGEST_LINE = 2000;

/** Cleans a text for the terminal, with long lines cut. */
export function escapeAndCutLines(text: string, longest = LONGEST_LINE): string {
  if (text.length <= longest) return terminalText(text);
  const cut = (line: string) =>
    line.length > longest ? `${line.slice(0, longest)}… (${line.length} characters)` : line;
  return terminalText(text.split('\n').map(cut).join('\n'));
}

/**
 * Cleans all text written to a stream, since names of tasks, agents, models and files, and messages of servers, are
 * untrusted.
 * @param clean `terminalText`, or `escapeAndCutLines` for output that is not parsed.
 * @returns a function that restores the stream.
 */
export function guard(stream: NodeJS.WritableStream, clean: (text: string) => string): () => void {
  const original = stream.write;
  const write = original.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  const decoder = new StringDecoder();
  // Streams that are piped here, such as those of threads, write bytes.
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(clean(typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk as Uint8Array))), ...rest);
  unguarded.set(stream, write);
  return () => {
    stream.write = original;
    unguarded.delete(stream);
  };
}

/** Whether a stream is a terminal that can move the cursor. */
export function canRedraw(stream: { readonly isTTY?: boolean }, { TERM } = process.env): boolean {
  return stream.isTTY === true && TERM !== 'dumb';
}

/**
 * Whether to write bold text to a stream: FORCE_COLOR decides, then NO_COLOR, then whether it is a capable terminal.
 * @see https://no-color.org and https://force-color.org
 */
export function hasStyles(stream: { readonly isTTY?: boolean }, env = process.env): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = env;
  if (forced) return forced !== '0' && forced !== 'false';
  return !refused && canRedraw(stream, env);
}

/** Prints a line. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints the main result after a blank line, in bold if possible, and lines about it. */
export function printHeadline(text: string, ...below: readonly string[]): void {
  writeHeadline([text, ...below], process.stdout, process.env);
}

/** The same on any stream. */
export function writeHeadline(
  [text, ...below]: readonly string[],
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv,
): void {
  const [bold, plain] = hasStyles(stream, env) ? ['\u001b[1m', '\u001b[22m'] : ['', ''];
  const lines = [`${bold}${escapeAndCutLines(text!)}${plain}`, ...below.map((line) => escapeAndCutLines(line))];
  draw(stream, `\n${lines.join('\n')}\n`);
}

/** Writes control characters of the program itself, bypassing the guard. */
export function draw(stream: NodeJS.WritableStream, text: string): void {
  (unguarded.get(stream) ?? stream.write.bind(stream))(text);
}
