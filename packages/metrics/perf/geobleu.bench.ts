import { calcGeobleu, calcGeobleuOrig, createDayScorer, type Rules } from '@itinera/metrics';
import { exponent } from '../../base/perf/exponent.js';
import type { Row } from '../../base/perf/row.js';
import { type Days, distinctCells, humobDays } from './humob-days.js';
import { type OriginalRun, runOriginal } from './original.js';
import { type Point, plainDtw, plainGeobleu } from './plain-geobleu.js';

const DAYS = 6000;
const PLAIN_DAYS = 300;
/** Of these, the Python original scores so many. */
const ORIGINAL_DAYS = 60;
const SEED = 1;
/** Days whose costs show the growth. */
const COUNTS = [1500, 6000, 24_000];

type Pair = readonly [generated: Point[], reference: Point[]];
interface Metric {
  readonly name: string;
  readonly rules: Rules;
  readonly wants: 'geobleu' | 'dtw';
  readonly plain: (generated: Point[], reference: Point[]) => number;
}

const METRICS: readonly Metric[] = [
  {
    name: 'GEO-BLEU, N 3',
    rules: 'humob2023',
    wants: 'geobleu',
    plain: (generated, reference) => plainGeobleu(generated, reference, 3),
  },
  {
    name: 'GEO-BLEU, N 5',
    rules: 'giscup2025',
    wants: 'geobleu',
    plain: (generated, reference) => plainGeobleu(generated, reference, 5, 'generated'),
  },
  {
    name: 'DTW',
    rules: 'giscup2025',
    wants: 'dtw',
    plain: (generated, reference) => plainDtw(generated, reference, false, 2),
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

/** Microseconds per day of a user. */
export default async function bench(): Promise<Row[]> {
  const days = humobDays(DAYS, SEED);
  const some = pairs(days, PLAIN_DAYS);
  console.log(
    `${DAYS} synthetic days of ${(days.offsets[DAYS] / DAYS).toFixed(1)} points in ${distinctCells(days).toFixed(1)} cells`,
  );
  const original = runOriginal(some.slice(0, ORIGINAL_DAYS));
  const costs = COUNTS.map((count) => count * timeKernel(humobDays(count, SEED), METRICS[0], 'wasm'));
  const rows = METRICS.flatMap((metric, m): Row[] => {
    const wasm = timeKernel(days, metric, 'wasm');
    const plain = microseconds(PLAIN_DAYS, () => {
      for (const [generated, reference] of some) metric.plain(generated, reference);
    });
    const row = (name: string, cost: number | undefined): Row => ({
      work: `${metric.name}, a day`,
      ours: wasm,
      unit: 'µs',
      peer: { name, cost },
    });
    return [
      {
        ...row('Python original', original && originalCost(original[m], metric, some)),
        exponent: m === 0 ? exponent(COUNTS, costs) : undefined,
      },
      row('plain port in JavaScript', plain),
      row('our JavaScript', timeKernel(days, metric, 'javascript')),
    ];
  });
  return [...rows, ...singleCalls(some, rows[0].ours)];
}

/** The same day by day, GEO-BLEU to N 3, compared with many days in one call. */
function singleCalls(days: readonly Pair[], cost: number): Row[] {
  const steps = (points: Point[]) => points.map((point, t) => [60, t, ...point]);
  const users = days.map(([generated, reference]) => [steps(generated), steps(reference)] as const);
  const peer = { name: 'many in one call', cost };
  const rules = 'humob2023';
  const own = microseconds(days.length, () => {
    for (const [generated, reference] of users) calcGeobleu(generated, reference, { rules });
  });
  const anywhere = microseconds(days.length, () => {
    for (const [generated, reference] of days) calcGeobleuOrig(generated, reference, { rules });
  });
  return [
    { work: 'calcGeobleu of a day, called by itself', ours: own, unit: 'µs', peer },
    { work: 'calcGeobleuOrig of a day, called by itself', ours: anywhere, unit: 'µs', peer },
  ];
}

/** @throws if its scores differ from those of the plain port, to which ours are equal by a test */
function originalCost({ seconds, scores }: OriginalRun, { name, plain }: Metric, days: readonly Pair[]): number {
  const difference = Math.max(...scores.map((score, i) => Math.abs(score - plain(...days[i])) / Math.max(1, score)));
  if (!(difference < 1e-6)) throw new Error(`${name}: the Python original differs by ${difference}`);
  return (1e6 * seconds) / scores.length;
}
