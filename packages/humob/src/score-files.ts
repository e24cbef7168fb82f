import { availableParallelism } from 'node:os';
import { compiledUrl, endThreads, LOADS_BY_IMPORT, UserError } from '@itinera/base';
import { STDIN } from '@itinera/tables/node';
import type { Piscina } from 'piscina';
import { fileSize } from './on-disk.js';
import {
  compareHumobScores,
  type HumobComparison,
  type HumobScore,
  type ScoreOptions,
  scoreTrajectories,
} from './score.js';
import type { ScoredSides } from './score-details.js';
import { readStepTrajectories } from './score-worker.js';
import type { StepTrajectories } from './trajectories.js';

/** Below this size threads cost more time than they save. */
const SMALL_FILES = 4e6;

/** A score with the steps of its files. */
export interface ScoredFiles {
  readonly score: HumobScore;
  readonly sides: ScoredSides;
  /** With a second system: the difference from it, and its steps. */
  readonly comparison?: HumobComparison;
  readonly other?: StepTrajectories;
}

/**
 * Scores files, see `scoreTrajectories`; with a second system's file also the paired difference (first minus second).
 *
 * @throws UserError when a file cannot be read, or its people and steps differ from the reference's
 */
export async function scoreFiles(
  paths: { readonly generated: string; readonly reference: string; readonly compare?: string },
  options: ScoreOptions,
): Promise<ScoredFiles> {
  const files = [paths.generated, paths.reference, ...(paths.compare === undefined ? [] : [paths.compare])];
  if (files.filter((path) => path === STDIN).length > 1)
    throw new UserError('Standard input (-) is one file: name the other file by its path.');
  const processes = options.processes ?? (isSmall(files) ? 1 : availableParallelism());
  const pool = processes < 2 ? undefined : await startPool(processes - 1);
  try {
    // This thread reads the first file and the others the rest.
    const read = (path: string, i: number) =>
      // Only this thread can read standard input.
      pool === undefined || i === 0 || path === STDIN
        ? readStepTrajectories(path, options.onProgress)
        : pool.run(path, { name: readStepTrajectories.name });
    const outcomes: Awaited<ReturnType<typeof readStepTrajectories>>[] = await Promise.all(files.map(read));
    const [generated, reference, other] = outcomes.map((outcome) => {
      if ('mistake' in outcome) throw new UserError(outcome.mistake);
      return outcome;
    }) as [StepTrajectories, StepTrajectories, StepTrajectories?];
    const score = await scoreTrajectories(generated, reference, options, pool);
    // The steps are the same, so that half of the memory can be given back.
    const { path, x, y } = generated;
    const sides = { generated: { ...reference, path, x, y }, reference };
    if (other === undefined) return { score, sides };
    const otherScore = await scoreTrajectories(other, reference, options, pool);
    return { score, sides, comparison: compareHumobScores(score, otherScore), other };
  } finally {
    if (pool) await endThreads(pool);
  }
}

function isSmall(files: readonly string[]): boolean {
  return files.reduce((bytes, path) => bytes + fileSize(path), 0) < SMALL_FILES;
}

/** Threads in addition to this one. */
async function startPool(threads: number): Promise<Piscina> {
  // Loaded on demand: small files need none.
  const { Piscina } = await import('piscina');
  const filename = compiledUrl('./score-worker.js', import.meta.url);
  return new Piscina({ ...LOADS_BY_IMPORT, filename, minThreads: threads, maxThreads: threads });
}
