import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { UserError } from '@itinera/base';
import { pieceBytes, readableStats, readWithin, requireUnchanged, requireWholeSet } from '@itinera/base/node';
import type { Profile } from '@itinera/engine';
import { checkProfiles, entriesOfLines, parseProfiles } from './profiles.js';

/** Maximum length of a text. */
const MAX_TEXT = 2 ** 29 - 24;
const CHUNK_BYTES = 2 ** 22;
const NEWLINE = 10;

/**
 * Reads the people of a dataset: `profiles.json`, a list, or `profiles.jsonl`, one object per line, of any length.
 * @returns the people, and the SHA-256 of the file
 * @throws UserError that lists the faults by profile.
 */
export function readProfiles(path: string): { readonly profiles: Profile[]; readonly hash: string } {
  requireWholeSet(path);
  const hash = createHash('sha256');
  const profiles = path.endsWith('.jsonl')
    ? checkProfiles(entriesOfLines(linesOf(path, hash), path), path)
    : parseProfiles(textOf(path, hash), path);
  return { profiles, hash: hash.digest('hex') };
}

function textOf(path: string, hash: Hash): string {
  const { size } = readableStats(path);
  if (size > MAX_TEXT)
    throw new UserError(
      `${path}: ${size} bytes exceed the limit of a JSON file. Write one profile per line to profiles.jsonl, which may have any length.`,
    );
  const bytes = readWithin(path, MAX_TEXT);
  hash.update(bytes);
  return bytes.toString('utf8');
}

/** Yields the lines of a file, with one chunk in memory at a time. */
function* linesOf(path: string, hash: Hash): Generator<string> {
  const stats = readableStats(path);
  const file = openSync(path, 'r');
  try {
    const decoder = new TextDecoder();
    const chunk = Buffer.allocUnsafe(pieceBytes(stats, CHUNK_BYTES));
    let begun = '';
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const bytes = chunk.subarray(0, read);
      hash.update(bytes);
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        const lines = (begun + decoder.decode(bytes.subarray(0, end), { stream: true })).split('\n');
        begun = lines.pop()!;
        yield* lines;
      }
      begun += decoder.decode(bytes.subarray(end), { stream: true });
      if (begun.length > MAX_TEXT / 2)
        throw new UserError(`${path}: a line of over ${MAX_TEXT / 2} characters is not a profile.`);
    }
    requireUnchanged(path, stats, fstatSync(file));
    yield begun + decoder.decode();
  } finally {
    closeSync(file);
  }
}
