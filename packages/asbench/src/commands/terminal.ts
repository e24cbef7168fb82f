const unguarded = new WeakMap<NodeJS.WritableStream, (text: string) => boolean>();
/** Longer lines are no words for people. */
const LONGEST_LINE = 2000;
/** What can move the cursor, change the title, colours or the direction of the text, or end a line unseen. Tab and newline may stay. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text as it may stand on a terminal: control characters as JSON would write them, `\u001b`. */
export function tame(text: string): string {
  return text.replace(UNPRINTABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same with long lines cut. */
export function tameLines(text: string, longest = LONGEST_LINE): string {
  if (text.length <= longest) return tame(text);
  const cut = (line: string) =>
    line.length > longest ? `${line.slice(0, longest)}… (${line.length} characters)` : line;
  return tame(text.split('\n').map(cut).join('\n'));
}

/**
 * The one place through which all goes that is printed: names of tasks, agents, models and files, remarks of maps and
 * messages of servers are foreign texts, wherever they come to light.
 * @param clean `tame`, or `tameLines` where nobody parses what is printed.
 */
export function guard(stream: NodeJS.WritableStream, clean: (text: string) => string): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? clean(chunk) : chunk, ...rest);
  unguarded.set(stream, write);
}

/** Whether a stream shows what is written over and over: a terminal that can move its cursor. */
export function canRedraw(stream: { readonly isTTY?: boolean }, { TERM } = process.env): boolean {
  return stream.isTTY === true && TERM !== 'dumb';
}

/**
 * Whether a stream is written to in bold: FORCE_COLOR decides, then NO_COLOR, then whether it is a terminal that can.
 * @see https://no-color.org and https://force-color.org
 */
export function hasStyles(stream: { readonly isTTY?: boolean }, env = process.env): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = env;
  if (forced) return forced !== '0' && forced !== 'false';
  return !refused && canRedraw(stream, env);
}

/** Prints what the user came for: last, after a blank line, and bold where that can be. */
export function printHeadline(
  text: string,
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean } = process.stdout,
  env = process.env,
): void {
  const [bold, plain] = hasStyles(stream, env) ? ['\u001b[1m', '\u001b[22m'] : ['', ''];
  draw(stream, `\n${bold}${tameLines(text)}${plain}\n`);
}

/** Writes past the guard, for what the program itself does to a terminal. */
export function draw(stream: NodeJS.WritableStream, text: string): void {
  (unguarded.get(stream) ?? stream.write.bind(stream))(text);
}
