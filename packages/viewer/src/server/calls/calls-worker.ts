import { statSync } from 'node:fs';
import { workerData } from 'piscina';
import { CallPages, type CallQuery } from './call-pages.js';

/** A question about the calls of a run. */
export type CallQuestion =
  | { readonly kind: 'page'; readonly query: CallQuery }
  | { readonly kind: 'text'; readonly number: number }
  | { readonly kind: 'before'; readonly person: number; readonly time: number }
  | { readonly kind: 'totals' };

const path = workerData as string;
/** Minimum time between two reads of a run in progress. */
const REREAD_MILLISECONDS = 3000;
let index: CallPages | null = null;
let readAt = 0;

function current(): CallPages {
  const now = performance.now();
  if (index !== null && (now - readAt < REREAD_MILLISECONDS || statSync(path).size === index.size)) return index;
  index?.close();
  index = new CallPages(path);
  readAt = performance.now();
  return index;
}

export default function answer(question: CallQuestion): unknown {
  const calls = current();
  if (question.kind === 'page') return calls.page(question.query, () => performance.now());
  if (question.kind === 'before') return calls.before(question.person, question.time);
  return question.kind === 'text' ? calls.text(question.number) : calls.totals;
}
