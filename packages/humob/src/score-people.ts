import { bootstrapMean, createDayScorer, pairwiseMean, type Rules } from '@itinera/metrics';
import type { DayIndex } from './align.js';
import type { OnProgress } from './progress.js';
import type { StepColumns } from './step-table.js';

/** People per shard: few enough to spread evenly and to show progress. */
const SHARD = 250;

/** People to be scored into shared columns, by any number of threads at once. */
export interface ScoreJob extends DayIndex {
  readonly rules: Rules;
  readonly kernel: 'auto' | 'javascript' | 'wasm';
  readonly generated: Pick<StepColumns, 'x' | 'y'>;
  readonly reference: Pick<StepColumns, 'x' | 'y'>;
  /** Output: scores of each day. */
  readonly byDay: DayOutputs;
  /** Output: mean over the days of each person. */
  readonly geobleu: Float64Array;
  readonly dtw: Float64Array;
  /** Output: the same of p₁ to p_N, person by person; NaN where none of the days has an n-gram of that length. */
  readonly precisions: Float64Array;
  /** One number: how many people the threads have claimed. */
  readonly taken: Int32Array;
}

interface DayOutputs {
  readonly geobleu: Float64Array;
  readonly dtw: Float64Array;
}

/** Scores shards of people until none is left. The result of a person depends on that person only. */
export function scoreShards(job: ScoreJob, onProgress?: OnProgress): void {
  const { rules, kernel, generated, reference, dayOffsets, firstDay, byDay, geobleu, dtw, precisions, taken } = job;
  const people = geobleu.length;
  const scorer = createDayScorer({ rules, kernel });
  const { maxN } = scorer;
  for (let from = Atomics.add(taken, 0, SHARD); from < people; from = Atomics.add(taken, 0, SHARD)) {
    const to = Math.min(from + SHARD, people);
    const firstOfShard = firstDay[from] as number;
    const days = (firstDay[to] as number) - firstOfShard;
    const geobleuOfDay = byDay.geobleu.subarray(firstOfShard, firstOfShard + days);
    const dtwOfDay = byDay.dtw.subarray(firstOfShard, firstOfShard + days);
    const precisionsOfDay = new Float64Array(days * maxN);
    const known = new Float64Array(days);
    const offsets = dayOffsets.subarray(firstOfShard, firstOfShard + days + 1);
    scorer.scoreDays(
      generated.x,
      generated.y,
      reference.x,
      reference.y,
      offsets,
      geobleuOfDay,
      dtwOfDay,
      precisionsOfDay,
    );
    for (let person = from; person < to; person++) {
      const first = (firstDay[person] as number) - firstOfShard;
      const last = (firstDay[person + 1] as number) - firstOfShard;
      geobleu[person] = pairwiseMean(geobleuOfDay, first, last);
      dtw[person] = pairwiseMean(dtwOfDay, first, last);
      for (let k = 0; k < maxN; k++) {
        let count = 0;
        for (let day = first; day < last; day++) {
          const precision = precisionsOfDay[day * maxN + k] as number;
          if (!Number.isNaN(precision)) known[count++] = precision;
        }
        precisions[person * maxN + k] = pairwiseMean(known, 0, count);
      }
    }
    onProgress?.('scoring', to, people);
  }
}

/** A mean over people with its interval. */
export interface MeanScore {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The mean in the reference's order of addition, with its bootstrap interval. */
export function meanOverPeople(task: {
  readonly values: Float64Array;
  readonly seed: number;
  readonly level: number;
}): MeanScore {
  const { low, high } = bootstrapMean(task.values, task);
  return { value: pairwiseMean(task.values), low, high };
}
