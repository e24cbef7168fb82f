import { execFileSync } from 'node:child_process';
import { peer, python } from '../../base/perf/peers.js';
import type { Point } from './plain-geobleu.js';

const PROGRAM = `
import json, sys, time
task = json.load(sys.stdin)
sys.path.insert(0, task['path'])
from geobleu import calc_dtw_orig, calc_geobleu_orig
def measure(score):
    start = time.process_time()
    scores = [float(score([tuple(p) for p in generated], [tuple(p) for p in reference])) for generated, reference in task['days']]
    return {'seconds': time.process_time() - start, 'scores': scores}
print(json.dumps([
    measure(lambda generated, reference: calc_geobleu_orig(generated, reference, max_n=3)),
    measure(lambda generated, reference: calc_geobleu_orig(generated, reference, max_n=5)),
    measure(lambda generated, reference: calc_dtw_orig(generated, reference, scale_factor=2.)),
]))`;

export interface OriginalRun {
  /** Processor time of all days. */
  readonly seconds: number;
  readonly scores: readonly number[];
}

/** Numpy's `exp` differs in the last bit where it uses AVX-512, and decides ties otherwise than glibc and we do. */
const GLIBC = { NPY_DISABLE_CPU_FEATURES: 'AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR' };

/**
 * Scores days with the Python original, a clone of https://github.com/yahoojapan/geobleu at `ITINERA_PEERS/geobleu`, on
 * numpy and scipy of `python`.
 * @returns GEO-BLEU to N 3, to N 5, and DTW; undefined if the original or its packages are not there
 */
export function runOriginal(
  days: readonly (readonly [Point[], Point[]])[],
): [OriginalRun, OriginalRun, OriginalRun] | undefined {
  const path = peer('geobleu');
  if (path === undefined) return undefined;
  try {
    const input = JSON.stringify({ path, days });
    const env = { ...process.env, ...GLIBC };
    return JSON.parse(execFileSync(python(), ['-c', PROGRAM], { input, env, encoding: 'utf8' }));
  } catch (error) {
    console.log(`The Python original cannot run: ${(error as Error).message.trim().split('\n').at(-1)}`);
    return undefined;
  }
}
