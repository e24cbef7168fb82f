import type { CallHead } from './call-head.js';
import { type Outcome, readOutcome } from './outcome.js';
import { parseCall } from './parse-call.js';
import { readCallHead } from './read-call-head.js';

/** A recorded call with its texts. */
export interface CallRecord {
  readonly head: CallHead;
  /** The request as sent: messages and settings. */
  readonly request: unknown;
  /** Null if damaged. */
  readonly outcome: Outcome | null;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads a line of `calls.ndjson`.
 * @param line without its end and surrounding blanks, as `scanCalls` finds it.
 * @returns null if damaged.
 */
export function readCall(line: Uint8Array): CallRecord | null {
  const head = readCallHead(line, 0, line.length);
  if (head === null) return null;
  const call = parseCall(decoder.decode(line));
  return call && { head, request: call.request ?? null, outcome: readOutcome(call) };
}
