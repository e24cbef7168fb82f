import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '@itinera/base/node';
import type { Benchmark, ScoredResults } from '@itinera/benchmarks';
import type { PreparedCity } from '@itinera/engine';
import type { RunFolder, RunManifest } from '@itinera/run';
import { readProblems, readTotals, writeResults } from '@itinera/run';
import { creditedModels } from './credited-models.js';
import { gatherRun, type RunOutcome } from './evaluate-run.js';
import { resultsFileOf } from './results-file-of.js';

/**
 * Writes the data derived from the rows of a run: problems, and the results as JSON and pickle, the pickle also under the
 * documented name in `<home>/inference_results`.
 * @returns the outcome, and the documented name of the results file.
 */
export async function finishRun(
  folder: RunFolder,
  manifest: RunManifest,
  benchmark: Benchmark,
  { home, city }: { readonly home: string; readonly city: PreparedCity },
): Promise<RunOutcome & { readonly file: string }> {
  const totals = readTotals(folder, manifest);
  writeDurably(folder.problemsPath, totals.problemCount === 0 ? [] : problemLines(folder, manifest));
  const gathered = gatherRun(folder, manifest, benchmark, city.view);
  const file = resultsOf(folder, manifest, benchmark, gathered);
  const name = file.metadata.result_filename;
  await writeResults(folder.resultsJsonPath, file);
  const documented = join(home, 'inference_results', name);
  await writeResults(documented, file);
  writeDurably(folder.resultsPicklePath, [readFileSync(documented)]);
  return { results: gathered, totals, file: join('inference_results', name) };
}

/** The results file of a run. */
export function resultsOf(folder: RunFolder, manifest: RunManifest, benchmark: Benchmark, { results }: ScoredResults) {
  return resultsFileOf(manifest, benchmark, results, creditedModels(folder, manifest).join(', '));
}

function* problemLines(folder: RunFolder, manifest: RunManifest): Generator<string> {
  for (const problems of readProblems(folder, manifest))
    yield problems.map((problem) => `${JSON.stringify(problem)}\n`).join('');
}
