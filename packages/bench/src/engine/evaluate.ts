import type { Benchmark } from '../benchmarks/benchmark.js';
import { readResults } from '../formats/results.js';
import { writeDurably } from '../log/columns.js';
import type { RunFolder } from '../log/run-folder.js';
import { readTotals } from '../log/statuses.js';
import { groupsOf } from './groups.js';
import type { RunManifest } from './manifest.js';
import { type Registry, RunState } from './registry.js';
import { recordOf } from './run.js';
import type { Scores } from './scores.js';

/** Scores a finished run against the truth of its dataset, and writes `scores.json`. */
export async function evaluateRun(
  folder: RunFolder,
  manifest: RunManifest,
  benchmark: Benchmark,
  truthFolder: string,
  registry: Registry,
): Promise<Scores> {
  const { results } = await readResults(folder.resultsJsonPath);
  const { people, trips, seconds, metres, problemCount } = readTotals(
    folder,
    groupsOf(manifest.people, manifest.congestion !== 'off').length,
  );
  const scores: Scores = {
    task: benchmark.name,
    taskVersion: benchmark.version,
    people,
    ...benchmark.score(results, benchmark.readTruth(truthFolder)),
    travel: { trips, minutes: seconds / 60, kilometres: metres / 1000 },
    problems: problemCount,
  };
  writeDurably(folder.scoresPath, [`${JSON.stringify(scores, null, 2)}\n`]);
  await registry.save({
    ...recordOf(folder, manifest),
    state: RunState.EVALUATED,
    resultInfo: JSON.stringify(scores),
    finalScore: scores.final_score,
  });
  return scores;
}
