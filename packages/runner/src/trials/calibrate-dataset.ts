import { UserError } from '@itinera/base';
import { type Calibration, requireScored, scaleOf } from '@itinera/benchmarks';
import { outdatedContent } from '@itinera/city';
import { planSettings } from '@itinera/run';
import { readDataset } from '../datasets/dataset.js';
import { findDataset, syntheticNotice } from '../datasets/find-dataset.js';
import { runFloor } from './floor.js';
import { keptScales } from './kept-scales.js';
import { type InputOptions, type Listener, openMap } from './plan-run.js';
import type { RunContext } from './start-run.js';

/**
 * Determines the scale of scores on a dataset: the score of the random agent and that of a perfect agent. Without a
 * map there is no floor.
 * @throws UserError when there is no truth.
 */
export async function calibrateDataset(
  { benchmark, home, datasets, map, people, seed = 1, ...terms }: InputOptions,
  work: Pick<RunContext, 'threads' | 'onProgress' | 'signal'>,
  listener: Listener = {},
): Promise<Calibration> {
  requireScored(benchmark);
  const dataset = readDataset(findDataset(home, benchmark, datasets, terms));
  if (dataset.synthetic) listener.note?.(syntheticNotice(benchmark.name));
  if (dataset.truthFolder === null)
    throw new UserError(`${dataset.folder} contains no groundtruth, so there is nothing to calibrate with.`);
  const truth = benchmark.readTruth(dataset.truthFolder);
  const kept = keptScales(home, benchmark);
  const path = map ?? dataset.mapPath;
  if (path === null) {
    listener.warn?.(`${dataset.folder} contains no map, so there is no floor. Pass one with --map.`);
    return scaleOf(benchmark, truth, { seed, kept });
  }
  const setup = {
    ...planSettings({ seed }),
    people: Math.min(people ?? benchmark.people, dataset.profiles.length),
    congestion: 'off',
  } as const;
  const city = await openMap(home, path, listener);
  const outdated = outdatedContent(path, city.map);
  if (outdated !== undefined) listener.note?.(outdated);
  const random = await runFloor(setup, { ...work, home, benchmark, dataset, city });
  return scaleOf(benchmark, truth, { ...(random && { random }), seed, kept });
}
