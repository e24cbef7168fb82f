import type { CallHead } from './call-head.js';
import { type Outcome, readOutcome } from './outcome.js';
import { readCallHead } from './read-call-head.js';

/** A recorded call, whole. */
export interface CallRecord {
  readonly head: CallHead;
  /** As it was sent: messages and settings. */
  readonly request: unknown;
  /** Null when it is damaged. */
  readonly outcome: Outcome | null;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads a line of `calls.ndjson`.
 * @param line without its end and blanks around it, as `scanCalls` finds it.
 * @returns null when it is damaged.
 */
export function readCall(line: Uint8Array): CallRecord | null {
  const head = readCallHead(line, 0, line.length);
  if (head === null) return null;
  try {
    const call = JSON.parse(decoder.decode(line)) as { readonly request?: unknown };
    return { head, request: call.request ?? null, outcome: readOutcome(call) };
  } catch {
    return null;
  }
}
