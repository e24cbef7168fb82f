import { publicSampling } from '@itinera/engine';
import { sha256 } from './hashes.js';
import { type IdentifiedRun, identityOf, uuidOf } from './identity.js';

/** The id of a run, which follows from its settings. */
export function expIdOf(run: IdentifiedRun): string {
  return uuidOf(hashOf(run));
}

/** Names everything that decides about the results of a run except its seed: runs of one setup are samples of one thing. */
export function setupOf(run: IdentifiedRun): string {
  return hashOf({ ...run, seed: 0 }).slice(0, 16);
}

const hashOf = (run: IdentifiedRun) => sha256(identityOf(run, samplingOf(run)));

/** The settings of its language models that change answers. */
export function samplingOf({ config }: Pick<IdentifiedRun, 'config'>): Record<string, unknown>[] {
  return publicSampling((config as { llm?: unknown } | null)?.llm);
}
