import fs from 'node:fs';

/** The figures of a recorded call; they stand before its texts in the line, so that opening a file skips the texts. */
export interface CallHead {
  readonly person: number;
  /** Number of the request among the person's, from 0. */
  readonly sequence: number;
  /** Of the request, 32 hexadecimal digits. */
  readonly hash: string;
  readonly day: number;
  readonly t: number;
  /** When the answer came, milliseconds since 1970. */
  readonly at: number;
  readonly model: string;
  /**
   * `agent`: no answer, since the agent had stopped waiting; what a provider still answered is a line of its own.
   * `unfinished`: attempts that count, of a request that the end of a session cut short and the next one makes again.
   */
  readonly source: 'provider' | 'cache' | 'replay' | 'agent' | 'unfinished';
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when the model has no price. */
  readonly cost: number | null;
  readonly milliseconds: number;
  readonly retries: number;
  readonly failed: boolean;
}

const CHUNK_BYTES = 8 * 2 ** 20;
const LONGEST_HEAD = 4096;
const TEXTS = Buffer.from(',"request":');
const NEWLINE = 10;
const CLOSING_BRACE = 125;

const SOURCES: ReadonlySet<CallHead['source']> = new Set(['provider', 'cache', 'replay', 'agent', 'unfinished']);

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

/**
 * Reads the figures of all calls in an open file and skips their texts: a gigabyte takes seconds.
 * @param visit is given the figures and where the line lies, without its end.
 * @returns the end of the last whole line, whether a torn one follows, and how many lines were left out as damaged.
 */
export function scanCalls(
  fd: number,
  visit: (head: CallHead, offset: number, length: number) => void,
): { end: number; isTorn: boolean; damaged: number } {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  let damaged = 0;
  for (;;) {
    const read = fs.readSync(fd, chunk, 0, CHUNK_BYTES, offset + rest.length);
    if (read === 0) return { end: offset, isTorn: rest.length > 0, damaged };
    const block = rest.length === 0 ? chunk.subarray(0, read) : Buffer.concat([rest, chunk.subarray(0, read)]);
    let start = 0;
    for (let end = block.indexOf(NEWLINE, start); end !== -1; end = block.indexOf(NEWLINE, start)) {
      const head = readHead(block, start, end);
      if (head) visit(head, offset + start, end - start);
      else if (end > start) damaged++;
      start = end + 1;
    }
    offset += start;
    rest = Buffer.from(block.subarray(start));
  }
}

/** Reads the figures of a line and, for speed, not its texts; null when it is none of ours or damaged. */
export function readHead(block: Buffer, start: number, end: number): CallHead | null {
  if (block[end - 1] !== CLOSING_BRACE) return null;
  // Inside a JSON string its quotes would be escaped, so the first occurrence is the key itself.
  const texts = block.subarray(start, Math.min(end, start + LONGEST_HEAD)).indexOf(TEXTS);
  if (texts === -1) return null;
  try {
    const head = JSON.parse(`${block.toString('utf8', start, start + texts)}}`) as CallHead;
    return isHead(head) ? head : null;
  } catch {
    return null;
  }
}

/** Files may come from others, and there may be a million lines: checked by hand, which is much faster than a schema. */
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
