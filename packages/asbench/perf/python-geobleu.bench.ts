import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { Row } from '../../base/perf/row.js';

/** GEO-BLEU and DTW called from Python, compared with a plain port in Python. */
export default async function bench(): Promise<Row[]> {
  const python = join(process.cwd(), 'python');
  const env = {
    ...process.env,
    ITINERA_ASBENCH: join(process.cwd(), 'packages', 'asbench', 'bin', 'asbench.js'),
    PYTHONPATH: [join(python, 'src'), process.env.PYTHONPATH ?? ''].join(delimiter),
  };
  spawnSync('python3', [join(python, 'perf', 'geobleu_bench.py')], { env, stdio: 'inherit' });
  return [];
}
