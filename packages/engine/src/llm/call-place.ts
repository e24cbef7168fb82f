import { printable } from '@itinera/base';
import type { CallHead } from '@itinera/run';

/** The identity of a request: person, sequence number, hash of the text, and simulated time. */
export type CallPlace = Pick<CallHead, 'person' | 'sequence' | 'hash' | 'day' | 't'>;

/** Formats the place of a request. */
export function placeText({ person, sequence, day, t }: CallPlace): string {
  const time = new Date(t * 1000).toISOString().slice(11, 16);
  return `request ${sequence + 1} of person ${person} (day ${day}, ${time})`;
}

/** Shows where two prompts differ, with a few words of context. */
export function difference(before: string, now: string): string {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at++;
  const excerpt = (text: string): string => printable(text.slice(Math.max(0, at - 20), at + 60), 80);
  return `Recorded: "…${excerpt(before)}", now: "…${excerpt(now)}".`;
}
