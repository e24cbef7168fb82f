import { compiledUrl, endThreads, LOADS_BY_IMPORT, shareArrays } from '@itinera/base';
import { collectGarbage } from '@itinera/base/node';
import {
  type RealismFinding,
  type RealismOptions,
  type Report,
  realism,
  realismPieces,
  realismReport,
  realismSets,
  type Trajectories,
} from '@itinera/mobility';

/** With fewer rows, the report takes less time than starting threads would. */
const ROWS_FOR_THREADS = 100_000;

/** Options that can be passed to threads; custom models are code and cannot. */
export type ThreadedOptions = Omit<RealismOptions, 'baselines'> & {
  readonly threads: number;
  /** Number of rows of both sets above which threads are used. */
  readonly leastRows?: number;
};

/** Returns the same report as `realism`; its pieces are computed in threads if there are many rows. */
export async function realismInThreads(
  real: Trajectories,
  generated: Trajectories,
  { threads, leastRows = ROWS_FOR_THREADS, ...options }: ThreadedOptions,
): Promise<Report> {
  if (threads === 1 || real.times.length + generated.times.length < leastRows) return realism(real, generated, options);
  const sets = shareArrays(realismSets(real, generated, options));
  const pieces = realismPieces(sets, options.profile);
  // The columns as they were read.
  collectGarbage();
  const { Piscina } = await import('piscina');
  const pool = new Piscina<(typeof pieces)[number], RealismFinding>({
    ...LOADS_BY_IMPORT,
    filename: compiledUrl('./realism-thread.js', import.meta.url),
    minThreads: Math.min(threads, pieces.length),
    maxThreads: Math.min(threads, pieces.length),
    workerData: { sets, seed: options.seed ?? 1 },
  });
  try {
    return realismReport(sets, await Promise.all(pieces.map((piece) => pool.run(piece))));
  } finally {
    await endThreads(pool);
  }
}
