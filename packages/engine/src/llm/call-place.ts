import type { CallHead } from '@itinera/run';
import { printable } from '@itinera/run';

/** Whose request it is, which one in order, of which text, and when in the simulation. */
export type CallPlace = Pick<CallHead, 'person' | 'sequence' | 'hash' | 'day' | 't'>;

/** The place in words. */
export function placeText({ person, sequence, day, t }: CallPlace): string {
  const time = new Date(t * 1000).toISOString().slice(11, 16);
  return `request ${sequence + 1} of person ${person} (day ${day}, ${time})`;
}

/** Where two prompts part, with a few words on both sides. */
export function difference(before: string, now: string): string {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at++;
  const excerpt = (text: string): string => printable(text.slice(Math.max(0, at - 20), at + 60), 80);
  return `Recorded: "…${excerpt(before)}", now: "…${excerpt(now)}".`;
}
