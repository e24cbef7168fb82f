import { basename, dirname, resolve } from 'node:path';
import { UserError } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import { openRun } from '@itinera/run';
import type { SimulationComparison } from '@itinera/studies';
import { changeOf, comparisonReport, Library } from '@itinera/viewer';

interface Options {
  readonly home: string;
  readonly datasets?: string | undefined;
  readonly map?: string | undefined;
}

/**
 * Writes the comparison of two runs as one HTML file.
 * @param compared of two simulations
 * @throws UserError if the runs are in different folders, or one is a file
 */
export async function writeComparisonPage(
  path: string,
  named: readonly [string, string],
  { home, ...data }: Options,
  compared: SimulationComparison | null,
): Promise<void> {
  const folders = [await openRun(home, named[0]), await openRun(home, named[1])] as const;
  const [first, other] = folders.map((folder) => dirname(resolve(folder.path)));
  if (first !== other)
    throw new UserError(`-o: the runs are in different folders, ${first} and ${other}. Copy them to one folder.`);
  const library = new Library({ ...data, home, runs: first! });
  try {
    const names = [basename(folders[0].path), basename(folders[1].path)] as const;
    writeDurably(path, [await comparisonReport(library, names, compared === null ? undefined : changeOf(compared))]);
  } finally {
    await library.close();
  }
}
