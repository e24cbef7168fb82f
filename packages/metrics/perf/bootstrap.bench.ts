import { Random } from '@itinera/base';
import { bootstrapMean, wilcoxonSignedRank } from '@itinera/metrics';

const RESAMPLES = 1000;

/** Resampling in a plain loop. */
function plainBootstrap(values: number[], random: () => number): number[] {
  return Array.from({ length: RESAMPLES }, () => {
    const resample = values.map(() => values[Math.floor(random() * values.length)]!);
    return resample.reduce((sum, value) => sum + value, 0) / resample.length;
  }).sort((a, b) => a - b);
}

function milliseconds(work: () => unknown): number {
  let best = Infinity;
  for (let i = 0; i < 4; i++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Intervals of the mean for as many people as a HuMob task has, against a plain loop and against fewer people. */
export default async function bench(): Promise<void> {
  const random = new Random(1);
  const values = Array.from({ length: 20_000 }, () => random.uniform());
  const others = values.map((value) => value + random.uniform() - 0.5);
  const fewer = values.slice(0, 2_000);
  const ours = milliseconds(() => bootstrapMean(values, { resamples: RESAMPLES }));
  const plain = milliseconds(() => plainBootstrap(values, Math.random));
  const small = milliseconds(() => bootstrapMean(fewer, { resamples: RESAMPLES }));
  const wilcoxon = milliseconds(() => wilcoxonSignedRank(values, others));
  console.table({
    'bootstrapMean, 20,000 people': { ms: ours.toFixed(1), ratio: '1' },
    'plain loop': { ms: plain.toFixed(1), ratio: (plain / ours).toFixed(2) },
    'bootstrapMean, 2,000 people': { ms: small.toFixed(1), ratio: (small / ours).toFixed(2) },
    'wilcoxonSignedRank, 20,000 people': { ms: wilcoxon.toFixed(1), ratio: (wilcoxon / ours).toFixed(2) },
  });
}
