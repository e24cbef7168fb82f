import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UserError } from '@itinera/metrics';
import type { AgentSource } from '@itinera/run';
import { VERSION } from '@itinera/run';

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What tells one agent from another: the bytes of its file, or name and version of a built-in one. */
export function agentHash(source: AgentSource): string {
  if ('builtIn' in source) return sha256(`${source.builtIn}@${VERSION}`);
  try {
    return sha256(readFileSync(source.file));
  } catch (error) {
    throw new UserError(`${source.file}: cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** A UUID (version 8: of one's own making) from a hash, so that the same run has the same id. */
export function uuidOf(content: string): string {
  const hex = sha256(content).slice(0, 32).split('');
  hex[12] = '8';
  hex[16] = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/** The file of an agent without its folder, or the name of a built-in one. */
export function agentFileOf(source: AgentSource): string {
  return 'builtIn' in source ? source.builtIn : source.file.replace(/^.*[\\/]/, '');
}
