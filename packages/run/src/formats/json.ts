import { UserError } from '@itinera/metrics';

/**
 * Parses JSON, and the bare NaN, Infinity and -Infinity that Python's json module writes.
 *
 * @param name how messages call it
 * @throws UserError when it is no JSON
 */
export function parseJson(text: string, name: string): unknown {
  let marked = false;
  const strict = text.replace(/"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, (part) => {
    if (part.startsWith('"')) return part;
    marked = true;
    return `"${MARK}${part}"`;
  });
  try {
    return marked ? JSON.parse(strict, unmark) : JSON.parse(text);
  } catch (error) {
    throw new UserError(`${name}: this is no JSON (${(error as Error).message}).`);
  }
}

const MARK = '\\u0000number:';

function unmark(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('\0number:') ? Number(value.slice(8)) : value;
}
