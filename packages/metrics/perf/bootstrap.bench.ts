import { Random } from '@itinera/base';
import { bootstrapMean, wilcoxonSignedRank } from '@itinera/metrics';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';

const RESAMPLES = 1000;
/** Numbers of people. */
const SIZES = [5000, 10_000, 20_000];

/** Resampling in a plain loop. */
function plainBootstrap(values: number[], random: () => number): number[] {
  return Array.from({ length: RESAMPLES }, () => {
    const resample = values.map(() => values[Math.floor(random() * values.length)]!);
    return resample.reduce((sum, value) => sum + value, 0) / resample.length;
  }).sort((a, b) => a - b);
}

/** The least of several runs, milliseconds of processor time. */
function milliseconds(work: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 4 }, () => {
      const start = processorSeconds();
      work();
      return 1000 * (processorSeconds() - start);
    }),
  );
}

/** Intervals of the mean for as many people as a HuMob task has, against a plain loop. */
export default async function bench(): Promise<Row[]> {
  const random = new Random(1);
  const values = Array.from({ length: SIZES.at(-1)! }, () => random.uniform());
  const others = values.map((value) => value + random.uniform() - 0.5);
  const growth = (work: (count: number) => unknown) => {
    const costs = SIZES.map((count) => milliseconds(() => work(count)));
    return { ours: costs.at(-1)!, unit: 'ms' as const, exponent: exponent(SIZES, costs) };
  };
  const plain = milliseconds(() => plainBootstrap(values, Math.random));
  return [
    {
      work: `bootstrapMean, ${values.length} people`,
      ...growth((count) => bootstrapMean(values.slice(0, count), { resamples: RESAMPLES })),
      peer: { name: 'plain loop', cost: plain },
    },
    {
      work: `wilcoxonSignedRank, ${values.length} people`,
      ...growth((count) => wilcoxonSignedRank(values.slice(0, count), others.slice(0, count))),
    },
  ];
}
