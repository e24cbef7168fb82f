import { createDayScorer, type Rules } from '@itinera/metrics';
import { type Days, distinctCells, humobDays } from './humob-days.js';
import { type Point, plainDtw, plainGeobleu } from './plain-geobleu.js';

const DAYS = 6000;
const PLAIN_DAYS = 300;
const SEED = 1;

type Pair = readonly [generated: Point[], reference: Point[]];
interface Metric {
  readonly name: string;
  readonly rules: Rules;
  readonly wants: 'geobleu' | 'dtw';
  /**
   * Factor from the plain port's time to an estimate of the Python reference's. The reference needs 33,000 µs (N 3),
   * 49,000 µs (N 5) and 7,000 µs (DTW) for such a day on a 2.5 GHz core; the plain port needs 211, 343 and 28 µs on a
   * 2.6 GHz core. A plain Python version of the definition took 12,900 to 29,800 µs (N 3) on the latter.
   */
  readonly pythonOverPlain: number;
  readonly plain: (generated: Point[], reference: Point[]) => number;
}

const METRICS: readonly Metric[] = [
  {
    name: 'GEO-BLEU, N 3',
    rules: 'humob2023',
    wants: 'geobleu',
    pythonOverPlain: 33_000 / 211,
    plain: (generated, reference) => plainGeobleu(generated, reference, 3),
  },
  {
    name: 'GEO-BLEU, N 5',
    rules: 'giscup2025',
    wants: 'geobleu',
    pythonOverPlain: 49_000 / 343,
    plain: (generated, reference) => plainGeobleu(generated, reference, 5, 'generated'),
  },
  {
    name: 'DTW',
    rules: 'humob2023',
    wants: 'dtw',
    pythonOverPlain: 7000 / 28,
    plain: (generated, reference) => plainDtw(generated, reference, true, 2),
  },
];

/** Processor time of this process, so that other load counts less; the lowest of five runs, in µs per unit. */
function microseconds(units: number, run: () => void): number {
  run();
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const start = process.cpuUsage();
    let rounds = 0;
    do {
      run();
      rounds++;
    } while (process.cpuUsage(start).user < 100_000);
    least = Math.min(least, process.cpuUsage(start).user / rounds / units);
  }
  return least;
}

function pairs({ generatedX, generatedY, referenceX, referenceY, offsets }: Days, count: number): Pair[] {
  const points = (x: Uint8Array, y: Uint8Array, day: number) =>
    Array.from({ length: offsets[day + 1] - offsets[day] }, (_, i) => [x[offsets[day] + i], y[offsets[day] + i]]);
  return Array.from({ length: count }, (_, day) => [
    points(generatedX, generatedY, day),
    points(referenceX, referenceY, day),
  ]);
}

function timeKernel(days: Days, { rules, wants }: Metric, kernel: 'javascript' | 'wasm'): number {
  const scorer = createDayScorer({ rules, kernel });
  const count = days.offsets.length - 1;
  const out = new Float64Array(count);
  return microseconds(count, () =>
    scorer.scoreDays(
      days.generatedX,
      days.generatedY,
      days.referenceX,
      days.referenceY,
      days.offsets,
      wants === 'geobleu' ? out : null,
      wants === 'dtw' ? out : null,
    ),
  );
}

const about = (ratio: number) => `about ${Math.round(ratio / 100) * 100} ×`;

export default async function bench(): Promise<void> {
  const days = humobDays(DAYS, SEED);
  const some = pairs(days, PLAIN_DAYS);
  console.log(
    `${DAYS} synthetic days of ${(days.offsets[DAYS] / DAYS).toFixed(1)} points in ${distinctCells(days).toFixed(1)} cells`,
  );
  console.table(
    METRICS.map((metric) => {
      const plain = microseconds(PLAIN_DAYS, () => {
        for (const [generated, reference] of some) metric.plain(generated, reference);
      });
      const javascript = timeKernel(days, metric, 'javascript');
      const wasm = timeKernel(days, metric, 'wasm');
      return {
        'µs per user-day': metric.name,
        'plain port': plain.toFixed(0),
        JavaScript: javascript.toFixed(2),
        WebAssembly: wasm.toFixed(2),
        'plain / JavaScript': `${(plain / javascript).toFixed(0)} ×`,
        'plain / WebAssembly': `${(plain / wasm).toFixed(0)} ×`,
        'Python / JavaScript': about((metric.pythonOverPlain * plain) / javascript),
        'Python / WebAssembly': about((metric.pythonOverPlain * plain) / wasm),
      };
    }),
  );

  console.log('The time of Python is estimated from that of the plain port (see the source).');

  console.log('Cost per day by number of days (15 per person), relative to the cost with 1,500 days');
  const counts = [1500, 6000, 24_000];
  const costs = counts.map((count) => timeKernel(humobDays(count, SEED), METRICS[0], 'wasm'));
  console.table(counts.map((count, i) => ({ days: count, relative: (costs[i] / costs[0]).toFixed(2) })));
}
