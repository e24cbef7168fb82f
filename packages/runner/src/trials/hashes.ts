import { createHash } from 'node:crypto';
import { UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import type { AgentSource } from '@itinera/run';
import { VERSION } from '@itinera/run';

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the identity of an agent: the hash of its file, or of name and version of a built-in one. */
export function agentHash(source: AgentSource): string {
  if ('builtIn' in source) return sha256(`${source.builtIn}@${VERSION}`);
  try {
    return sha256(readWithin(source.file));
  } catch (error) {
    throw new UserError(`${source.file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
