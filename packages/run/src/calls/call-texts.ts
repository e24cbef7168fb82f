import { parseCall } from './parse-call.js';

const REQUEST = Buffer.from(',"request":');
const ANSWER = Buffer.from(',"answer":');
const ERROR = Buffer.from(',"error":');

/** The recorded request of a call as JSON, byte by byte as it was hashed; null if the line is damaged. */
export function requestBytes(line: Buffer): Buffer | null {
  const start = line.indexOf(REQUEST);
  if (start !== -1) return line.subarray(start + REQUEST.length, startOfOutcome(line));
  // Another program may have rewritten the line, with spaces or in another order.
  const request = parseCall(line.toString())?.request;
  return request === undefined ? null : Buffer.from(JSON.stringify(request));
}

/**
 * The position of the answer or the error in a line of `calls.ndjson`; -1 if there is none. Quotes inside strings are escaped
 * and the outcome comes last, so the last occurrence is its key. The search runs from the end, so long prompts are not read.
 */
export function startOfOutcome(line: Buffer): number {
  const answer = line.lastIndexOf(ANSWER);
  const error = answer === -1 ? line.lastIndexOf(ERROR) : line.indexOf(ERROR, answer);
  return Math.max(answer, error);
}
