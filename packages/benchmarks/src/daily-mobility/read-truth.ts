import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/metrics';
import { readNpy, readWithin } from '@itinera/run';
import type { DailyMobilityTruth } from './score.js';

const arrays = [
  'gyration_radius',
  'daily_location_numbers',
  'daily_intentions_2d',
  'intention_proportions_2d',
] as const;

/**
 * Reads the four arrays of a ground truth folder. The metric of a missing array is null, with the reason.
 * @throws UserError when all are missing, or one is damaged.
 */
export function readDailyMobilityTruth(folder: string): DailyMobilityTruth {
  const truth: Record<string, unknown> = {};
  for (const name of arrays) {
    const path = join(folder, `${name}.npy`);
    if (existsSync(path)) truth[name] = readNpy(readWithin(path), `${name}.npy`);
  }
  if (Object.keys(truth).length > 0) return truth;
  throw new UserError(
    `${folder} contains none of ${arrays.map((name) => `${name}.npy`).join(', ')}, so there is no truth to score against.`,
  );
}
