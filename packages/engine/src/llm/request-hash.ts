import { hash } from 'node:crypto';

/** Returns the first 128 bits of the SHA-256 of a text, hexadecimal. */
export function requestHash(text: string): string {
  return hash('sha256', text).slice(0, 32);
}
