import type { CallHead } from './call-head.js';
import { parseCall } from './parse-call.js';
import { readUsualHead } from './usual-head.js';

const MAX_HEAD_BYTES = 4096;
const TEXTS = new TextEncoder().encode(',"request":');
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const CLOSING_BRACE = 125;

const NUMBERS = [
  'person',
  'sequence',
  'day',
  't',
  'at',
  'inputTokens',
  'outputTokens',
  'milliseconds',
  'retries',
] as const satisfies readonly (keyof CallHead)[];

const SOURCES: ReadonlySet<string> = new Set<CallHead['source']>([
  'provider',
  'cache',
  'replay',
  'agent',
  'unfinished',
]);

const ENDS: ReadonlySet<unknown> = new Set<CallHead['ended']>(['refused', 'filtered', 'cut']);

/**
 * Reads the figures of a line and, for speed, not its texts. The file may be untrusted, so everything is checked.
 * @returns null when the line is damaged or not a call.
 */
export function readCallHead(block: Uint8Array, start: number, end: number): CallHead | null {
  if (block[end - 1] !== CLOSING_BRACE) return null;
  const usual = readUsualHead(block, start, start + MAX_HEAD_BYTES);
  if (usual) return isHead(usual) ? usual : null;
  // Inside a JSON string its quotes would be escaped, so the first occurrence is the key itself.
  const texts = indexOfBytes(block.subarray(start, Math.min(end, start + MAX_HEAD_BYTES)), TEXTS);
  const head = texts === -1 ? null : parseHead(`${decoder.decode(block.subarray(start, start + texts))}}`);
  // Another program may have rewritten the line, with blanks or in another order.
  return head ?? parseHead(decoder.decode(block.subarray(start, end)));
}

/** A head in any valid JSON notation. */
function parseHead(text: string): CallHead | null {
  const head = headOf(parseCall(text) as CallHead | null);
  return head && isHead(head) ? head : null;
}

/** The figures of a parsed line, without its texts. */
function headOf(call: CallHead | null): CallHead | null {
  if (call === null) return null;
  const { person, sequence, hash, day, t, at, model, source, inputTokens, outputTokens, cost } = call;
  const { milliseconds, retries, failed, ended } = call;
  const place = { person, sequence, hash, day, t, at, model, source };
  return {
    ...place,
    inputTokens,
    outputTokens,
    cost,
    milliseconds,
    retries,
    failed,
    ...(ended !== undefined && { ended }),
  };
}

function isHead(head: CallHead): boolean {
  for (const key of NUMBERS) if (typeof head[key] !== 'number') return false;
  return (
    Number.isInteger(head.sequence) &&
    head.sequence >= 0 &&
    /^[0-9a-f]{32}$/.test(head.hash) &&
    typeof head.model === 'string' &&
    typeof head.failed === 'boolean' &&
    (head.cost === null || typeof head.cost === 'number') &&
    SOURCES.has(head.source) &&
    (head.ended === undefined || ENDS.has(head.ended))
  );
}

/** Position of the first occurrence of a byte sequence at or after a start; -1 if there is none. */
export function indexOfBytes(bytes: Uint8Array, piece: Uint8Array, from = 0): number {
  for (let at = bytes.indexOf(piece[0]!, from); at !== -1; at = bytes.indexOf(piece[0]!, at + 1)) {
    let i = 1;
    while (i < piece.length && bytes[at + i] === piece[i]) i++;
    if (i === piece.length) return at;
  }
  return -1;
}
