import type { BenchmarkCore } from '@itinera/benchmarks';
import type { ResultsMetadata, RunManifest } from '@itinera/run/browser';
import { agentFileOf } from './identity.js';
import { originalConfig } from './original-config.js';

/** The value of `data` in a results file if people, city and truth are synthetic. */
export const SYNTHETIC_DATA = 'SYNTHETIC';

/** The results file of a run. @param llm the models that answered */
export function resultsFileOf(
  manifest: RunManifest,
  benchmark: Pick<BenchmarkCore, 'clock' | 'weather'>,
  results: unknown,
  llm: string,
): { readonly results: unknown; readonly metadata: ResultsMetadata } {
  const metadata = {
    task_name: manifest.task,
    tenant_id: manifest.tenantId,
    llm,
    exp_id: manifest.expId,
    ...originalConfig(manifest, benchmark),
    agent_filename: agentFileOf(manifest.agent.source),
    result_filename: `${manifest.task}_${manifest.expId}_results.pkl`,
    // The time of day is only in run.json, so that the same run produces the same bytes here.
    execution_time: '',
    // The original evaluates nothing else: its inference produces a results file.
    mode: 'inference',
    ...(manifest.dataset.synthetic && { data: SYNTHETIC_DATA }),
  };
  return { results, metadata };
}
