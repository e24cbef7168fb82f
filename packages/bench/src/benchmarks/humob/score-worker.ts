import { UserError } from '@itinera/city';
import { createDayScorer, pairwiseMean, type Rules } from '@itinera/metrics';
import type { DayIndex } from './align.js';
import { readSteps } from './read-steps.js';
import type { StepColumns } from './step-table.js';
import { groupByPerson, type Trajectories } from './trajectories.js';

/** People `from` up to `to`, excluded, to be scored into the shared columns. */
export interface ScoreShard extends DayIndex {
  readonly rules: Rules;
  readonly kernel: 'auto' | 'javascript' | 'wasm';
  readonly generated: Pick<StepColumns, 'x' | 'y'>;
  readonly reference: Pick<StepColumns, 'x' | 'y'>;
  readonly from: number;
  readonly to: number;
  readonly geobleu: Float64Array;
  readonly dtw: Float64Array;
}

/** Scores a shard: each person's mean over days. What it writes hangs on that person alone. */
export function scoreShard({
  rules,
  kernel,
  generated,
  reference,
  dayOffsets,
  firstDay,
  from,
  to,
  geobleu,
  dtw,
}: ScoreShard) {
  const scorer = createDayScorer({ rules, kernel });
  const firstOfShard = firstDay[from] as number;
  const days = (firstDay[to] as number) - firstOfShard;
  const geobleuOfDay = new Float64Array(days);
  const dtwOfDay = new Float64Array(days);
  const offsets = dayOffsets.subarray(firstOfShard, firstOfShard + days + 1);
  scorer.scoreDays(generated.x, generated.y, reference.x, reference.y, offsets, geobleuOfDay, dtwOfDay);
  for (let person = from; person < to; person++) {
    const first = (firstDay[person] as number) - firstOfShard;
    const last = (firstDay[person + 1] as number) - firstOfShard;
    geobleu[person] = pairwiseMean(geobleuOfDay, first, last);
    dtw[person] = pairwiseMean(dtwOfDay, first, last);
  }
}

/** Reads a file on a thread. A user's mistake comes back as a value, since threads pass errors on without their class. */
export async function readTrajectories(path: string): Promise<Trajectories | { readonly mistake: string }> {
  try {
    return groupByPerson(await readSteps(path));
  } catch (error) {
    if (error instanceof UserError) return { mistake: error.message };
    throw error;
  }
}
