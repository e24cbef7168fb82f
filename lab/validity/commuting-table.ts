import { type CommutingComparison, compareColumbia, compareHonolulu } from '../../packages/people/perf/commuting.js';
import { show, tableOf, withSpread } from './figures.js';

/** The figures shown, and their digits. */
const SHARES = ['CPC of flows', 'common part of workplaces', 'common part of distances'];
const DISTANCES = ['mean km'];

/**
 * Homes and commutes of synthetic people of Honolulu and Columbia compared with those of 2018: mean and standard deviation
 * over seeds.
 */
export async function commutingTables(data: string): Promise<string> {
  return `${commutingTable('Honolulu', await compareHonolulu(data))}\n\n${commutingTable('Columbia', compareColumbia(data))}`;
}

function commutingTable(county: string, ways: readonly CommutingComparison[]): string {
  const observed = ways[0]!.figures;
  const rows = [
    ...SHARES.map((figure) => [figure, '1', ...ways.map(({ figures }) => withSpread(figures.get(figure)!, 3))]),
    ...DISTANCES.map((figure) => [
      `distance to work, ${figure}`,
      show(observed.get(`${figure}, observed`)![0]!, 1),
      ...ways.map(({ figures }) => withSpread(figures.get(`${figure}, synthetic`)!, 1)),
    ]),
  ];
  return tableOf([county, 'observed', ...ways.map(({ name }) => name)], rows);
}
