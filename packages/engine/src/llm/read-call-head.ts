import type { CallHead } from './call-head.js';
import { readUsualHead } from './usual-head.js';

const MAX_HEAD_BYTES = 4096;
const TEXTS = Buffer.from(',"request":');
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

/**
 * Reads the figures of a line and, for speed, not its texts. Files may come from others, so everything is checked.
 * @returns null when the line is none of ours or damaged.
 */
export function readHead(block: Buffer, start: number, end: number): CallHead | null {
  if (block[end - 1] !== CLOSING_BRACE) return null;
  const head = readUsualHead(block, start, start + MAX_HEAD_BYTES) ?? parseHead(block, start, end);
  return head && isHead(head) ? head : null;
}

/** A head in any form that JSON allows. */
function parseHead(block: Buffer, start: number, end: number): CallHead | null {
  // Inside a JSON string its quotes would be escaped, so the first occurrence is the key itself.
  const texts = block.subarray(start, Math.min(end, start + MAX_HEAD_BYTES)).indexOf(TEXTS);
  if (texts === -1) return null;
  try {
    return JSON.parse(`${block.toString('utf8', start, start + texts)}}`) as CallHead;
  } catch {
    return null;
  }
}

function isHead(head: CallHead): boolean {
  for (const key of NUMBERS) if (typeof head[key] !== 'number') return false;
  return (
    Number.isInteger(head.sequence) &&
    head.sequence >= 0 &&
    /^[0-9a-f]{32}$/.test(head.hash) &&
    typeof head.model === 'string' &&
    (head.cost === null || typeof head.cost === 'number') &&
    SOURCES.has(head.source)
  );
}
