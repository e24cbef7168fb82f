import { createHash } from 'node:crypto';
import { UserError } from '@itinera/metrics';
import type { AgentSource } from '@itinera/run';
import { readWithin, VERSION } from '@itinera/run';

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

/** Returns a UUID (version 8, custom) from a hash, so that the same run has the same id. */
export function uuidOf(content: string): string {
  const hex = sha256(content).slice(0, 32).split('');
  hex[12] = '8';
  hex[16] = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/** Returns the file name of an agent, or the name of a built-in one. */
export function agentFileOf(source: AgentSource): string {
  return 'builtIn' in source ? source.builtIn : source.file.replace(/^.*[\\/]/, '');
}
