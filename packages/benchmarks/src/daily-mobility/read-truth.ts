import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readWithin } from '@itinera/base/node';
import type { DailyMobilityTruth } from './score.js';
import { dailyMobilityTruthOf } from './truth-of-files.js';

/** Reads the ground truth of a folder. @throws UserError when all arrays are missing, or one is damaged. */
export function readDailyMobilityTruth(folder: string): DailyMobilityTruth {
  return dailyMobilityTruthOf(folder, (name) => {
    const path = join(folder, name);
    return existsSync(path) ? readWithin(path) : null;
  });
}
