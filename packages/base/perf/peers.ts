import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Path of another program to measure against, in the folder `ITINERA_PEERS`; undefined if it is not there. Then a bench
 * compares with a plain port, or with nothing, and says so.
 */
export function peer(path: string): string | undefined {
  const folder = process.env.ITINERA_PEERS;
  if (!folder) return undefined;
  const there = resolve(folder, path);
  return existsSync(there) ? there : undefined;
}
