import { beyondLimits, limitOf, refuseHollow, refuseManyNames } from './guard.js';
import { UserError } from './user-error.js';

/**
 * Parses JSON, and the bare NaN, Infinity and -Infinity that Python's json module writes.
 *
 * @param name for messages
 * @throws UserError when it is not valid JSON, or is nested too deeply
 */
export function parseJson(text: string, name: string): unknown {
  if (text.trim() === '') throw new UserError(`${name} is empty. Expected JSON.`);
  const { depth, bare, values, opened } = scan(text);
  if (depth > limitOf('depth')) throw beyondLimits(name, `is nested more than ${limitOf('depth')} levels deep`);
  if (text.length + VALUE_BYTES * values > limitOf('jsonMemory'))
    throw beyondLimits(name, `has ${values} values, more than fit into memory`);
  refuseHollow(name, opened, text.length);
  refuseManyNames(name, text);
  try {
    return bare.length === 0 ? JSON.parse(text) : JSON.parse(marked(text, bare), unmark);
  } catch (error) {
    throw new UserError(`${name} is not valid JSON (${(error as Error).message}).`);
  }
}

/** A bare number that JSON does not allow, with its position in the text. */
interface Bare {
  readonly from: number;
  readonly to: number;
}

/** Memory overhead of a value, in bytes, without its text. */
const VALUE_BYTES = 32;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const CAPITAL_I = 73;
const CAPITAL_N = 78;

/** Scans the text once for its depth and the positions of bare NaN and Infinity. */
function scan(text: string): { depth: number; bare: readonly Bare[]; values: number; opened: number } {
  const bare: Bare[] = [];
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let opened = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      opened++;
      deepest = Math.max(deepest, ++depth);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    else if (code === CAPITAL_N && text.startsWith('NaN', at)) {
      bare.push({ from: at, to: at + 3 });
      at += 2;
    } else if (code === CAPITAL_I && text.startsWith('Infinity', at)) {
      const from = text[at - 1] === '-' ? at - 1 : at;
      at += 'Infinity'.length - 1;
      bare.push({ from, to: at + 1 });
    }
  }
  return { depth: deepest, bare, values: values + opened, opened };
}

/** @returns position of the quote that closes the string, or the end of the text */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

const MARK = '\\u0000number:';

/** The text with each bare number replaced by a string that does not occur in any file. */
function marked(text: string, bare: readonly Bare[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to } of bare) {
    parts.push(text.slice(done, from), '"', MARK, text.slice(from, to), '"');
    done = to;
  }
  return parts.join('') + text.slice(done);
}

function unmark(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('\0number:') ? Number(value.slice(8)) : value;
}
