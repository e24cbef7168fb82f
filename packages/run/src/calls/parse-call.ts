import { parseLimited } from '@itinera/base';

/** The fields of a recorded call, or of a part of one; null if the text is damaged or beyond the limits. */
export function parseCall(text: string): Readonly<Record<string, unknown>> | null {
  // A list of millions of values is not worth the memory of parsing it.
  if (!text.startsWith('{')) return null;
  try {
    return parseLimited('', text) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}
