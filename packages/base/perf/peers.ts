import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { apart } from './apart.js';

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

/** The Python of a virtual environment with numpy, scipy and pandas at `ITINERA_PEERS/python`, else any. */
export const python = (): string => peer('python/bin/python3') ?? 'python3';

/** Processor seconds of another program in a folder, where it may leave files; undefined if it is not installed or fails. */
export function peerSeconds(words: readonly string[], folder: string): number | undefined {
  try {
    return apart(words, folder).seconds;
  } catch {
    return undefined;
  }
}
