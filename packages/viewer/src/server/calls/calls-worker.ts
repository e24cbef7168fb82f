import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { CallIndex, type CallQuery } from './call-index.js';

/** What a thread is asked about the calls of its run. */
export type CallQuestion =
  | { readonly kind: 'page'; readonly query: CallQuery }
  | { readonly kind: 'text'; readonly number: number }
  | { readonly kind: 'totals' };

const port = parentPort;
const path = workerData as string;
/** A run that is under way is not read again more often than this. */
const REREAD_MILLISECONDS = 3000;
let index: CallIndex | null = null;
let readAt = 0;

function current(): CallIndex {
  const now = performance.now();
  if (index !== null && (now - readAt < REREAD_MILLISECONDS || statSync(path).size === index.size)) return index;
  index?.close();
  index = new CallIndex(path);
  readAt = performance.now();
  return index;
}

port?.on('message', ({ id, question }: { id: number; question: CallQuestion }) => {
  try {
    port.postMessage({ id, value: answer(question) });
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

function answer(question: CallQuestion): unknown {
  const calls = current();
  if (question.kind === 'page') return calls.page(question.query, () => performance.now());
  return question.kind === 'text' ? calls.text(question.number) : calls.totals;
}
