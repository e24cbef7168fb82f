import { basename, extname, join } from 'node:path';
import { type Evaluation, finishedRecordOf, type RunRecord, RunState } from '@itinera/runner';

/** The folder where the original writes its evaluations. */
export function evaluationPath(home: string, { results: { name, run } }: Evaluation): string {
  const stem = run ? run.folder.name : basename(name, extname(name));
  return join(home, 'evaluation_results', `${stem}_evaluation.json`);
}

/**
 * An evaluation in the original's format: its keys with the values that it computes (null for NaN), and Itinera's scores under `itinera`.
 */
export function evaluationAsFile({ scores }: Evaluation): object {
  const { undefined: _, note: __, ...theirs } = scores.reference as Record<string, unknown>;
  return { ...theirs, itinera: scores };
}

/** The details of an evaluation other than its scores. */
export interface EvaluationTerms {
  readonly tenantId?: string | undefined;
  readonly official?: boolean | undefined;
  /** Name of the agent, if it differs from that in the results. */
  readonly agentFile?: string | undefined;
}

/** An evaluation as a record for boards. */
export function recordOfEvaluation(
  { benchmark, results, scores }: Evaluation,
  { tenantId, official = false, agentFile }: EvaluationTerms,
): RunRecord {
  const { metadata, run, name } = results;
  const text = (key: string) => (typeof metadata[key] === 'string' ? (metadata[key] as string) : '');
  const base = run
    ? finishedRecordOf(run.folder, run.manifest)
    : {
        id: text('exp_id'),
        llm: text('llm'),
        agentFile: text('agent_filename'),
        resultFile: basename(name),
        folder: null,
        error: '',
      };
  return {
    ...base,
    task: benchmark.name,
    tenantId: tenantId || text('tenant_id'),
    official,
    agentFile: agentFile ?? base.agentFile,
    state: RunState.EVALUATED,
    resultInfo: JSON.stringify(scores),
    finalScore: scores.final_score,
  };
}
