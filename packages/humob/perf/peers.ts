import { pathToFileURL } from 'node:url';
import { peer, peerSeconds, python } from '../../base/perf/peers.js';

/** Two files of steps with the columns uid, d, t, x, y. */
interface Pair {
  readonly generated: string;
  readonly reference: string;
}

/**
 * Processor seconds in which DuckDB reads both files and joins them by person and time, without a score.
 * @returns undefined without the npm package `@duckdb/node-api` in `ITINERA_PEERS/node_modules`
 */
export function duckdb({ generated, reference }: Pair, folder: string): number | undefined {
  const module = peer('node_modules/@duckdb/node-api/lib/index.js');
  if (module === undefined) return undefined;
  const query = `SELECT count(*), sum(abs(g.x - r.x)) FROM read_csv('${generated}') g JOIN read_csv('${reference}') r USING (uid, d, t)`;
  const program = `
    import duckdb from ${JSON.stringify(pathToFileURL(module).href)};
    const connection = await (await duckdb.DuckDBInstance.create()).connect();
    await connection.run(${JSON.stringify(query)});`;
  return peerSeconds([process.execPath, '--input-type=module', '--eval', program], folder);
}

/** The same by pandas. */
export function pandas({ generated, reference }: Pair, folder: string): number | undefined {
  const program = `import pandas as pd
both = [pd.read_csv(path) for path in ${JSON.stringify([generated, reference])}]
joined = both[0].merge(both[1], on=['uid', 'd', 't'])
print(len(joined), (joined.x_x - joined.x_y).abs().sum())`;
  return peerSeconds([python(), '-c', program], folder);
}
