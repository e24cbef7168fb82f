import { Random, UserError } from '@itinera/base';
import { MOST_PEOPLE } from './learned.js';
import { streamSteps } from './on-disk.js';
import type { OnProgress } from './progress.js';
import { MASKED } from './step-file.js';
import { type StepColumns, StepTable } from './step-table.js';
import { groupByPerson, type StepTrajectories } from './trajectories.js';

/**
 * Reads a city's people without their masked steps: all, or of a large city a random sample, so that memory does not grow
 * with the city.
 */
export async function samplePeople(path: string, seed: number, onProgress?: OnProgress): Promise<StepTrajectories> {
  const ranks = new Map<number, number>();
  let steps = new StepTable();
  let limit = 1;
  const take = (from: StepColumns, to: StepTable) => {
    let [uid, isTaken] = [-1, false];
    for (let i = 0; i < from.length; i++) {
      if (from.uid[i] !== uid) {
        uid = from.uid[i]!;
        const rank = ranks.get(uid) ?? new Random(seed, uid).uniform();
        isTaken = rank < limit;
        if (isTaken) ranks.set(uid, rank);
      }
      if (isTaken && from.x[i] !== MASKED) to.push(uid, from.d[i]!, from.t[i]!, from.x[i]!, from.y[i]!, from.line[i]!);
    }
  };
  await streamSteps(path, { masked: true, onProgress }, (block) => {
    take(block, steps);
    while (ranks.size > MOST_PEOPLE) {
      limit /= 2;
      for (const [uid, rank] of ranks) if (rank >= limit) ranks.delete(uid);
      const fewer = new StepTable();
      take(steps, fewer);
      steps = fewer;
    }
  });
  if (steps.length === 0)
    throw new UserError(`${path}: all steps are masked (999), so nothing can be learned. Pass known steps.`);
  return groupByPerson({ path, columns: 5, steps });
}
