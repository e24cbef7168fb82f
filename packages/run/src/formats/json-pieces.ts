/** Shorter lists are written at once. */
const LONG = 256;
const STEP = '  ';

/**
 * The text of `JSON.stringify(value, null, 2)` in pieces, for texts longer than the longest string.
 * @param value plain data: objects, with lists that may have millions of entries.
 */
export function* jsonPieces(value: unknown, indent = ''): Generator<string> {
  const inner = indent + STEP;
  if (Array.isArray(value) && value.length >= LONG) {
    let before = `[\n${inner}`;
    for (const entry of value) {
      yield before + textOf(entry, inner);
      before = `,\n${inner}`;
    }
    yield `\n${indent}]`;
  } else if (isRecord(value)) {
    let before = `{\n${inner}`;
    for (const [key, entry] of Object.entries(value)) {
      if (entry === undefined) continue;
      yield `${before}${JSON.stringify(key)}: `;
      yield* jsonPieces(entry, inner);
      before = `,\n${inner}`;
    }
    yield `\n${indent}}`;
  } else yield textOf(value, indent);
}

function textOf(value: unknown, indent: string): string {
  return (JSON.stringify(value, null, STEP.length) ?? 'null').replaceAll('\n', `\n${indent}`);
}

/** A non-empty object. */
function isRecord(value: unknown): value is object {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
  return isObject && Object.values(value).some((entry) => entry !== undefined);
}
