import { existsSync, readFileSync } from 'node:fs';
import { compareScores } from '@itinera/benchmarks';
import { RunFolder, readManifest } from '@itinera/run';
import { field } from '../findings/numbers.js';
import type { Differences } from '../wire/comparison.js';
import { truthOf } from './truth.js';

/** Paths of the folders of two runs. */
export type DifferenceJob = readonly [first: string, second: string];

/** Resampling takes seconds, in which the server goes on answering. */
export default function differencesOf(job: DifferenceJob): Differences {
  const [one, other] = job.map((path) => new RunFolder(path)) as [RunFolder, RunFolder];
  if (!existsSync(one.resultsJsonPath) || !existsSync(other.resultsJsonPath)) return null;
  const manifest = readManifest(one);
  const truth = truthOf(manifest);
  if (truth === null || readManifest(other).task !== manifest.task) return null;
  const results = (folder: RunFolder) => field(JSON.parse(readFileSync(folder.resultsJsonPath, 'utf8')), 'results');
  const { method, level, documented } = compareScores(
    manifest.task,
    { results: results(one) },
    { results: results(other) },
    truth as object,
  );
  return {
    method,
    level,
    metrics: Object.entries(documented).map(([key, { value, low, high, pValue }]) => ({
      key,
      spread: { value, low, high },
      pValue: pValue ?? null,
    })),
  };
}
