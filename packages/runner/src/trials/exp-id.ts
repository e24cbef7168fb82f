import { publicSampling } from '@itinera/engine';
import { sha256 } from './hashes.js';
import { type IdentifiedRun, identityOf, uuidOf } from './identity.js';

/** The id of a run, which follows from its settings. */
export function expIdOf(run: IdentifiedRun): string {
  return uuidOf(sha256(identityOf(run, publicSampling((run.config as { llm?: unknown } | null)?.llm))));
}
