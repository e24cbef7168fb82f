import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';

const FILE = 'hurricane_groundtruth.json';

/** Reads the ground truth of a folder. @throws UserError when it is missing or not JSON. */
export function readHurricaneMobilityTruth(folder: string): object {
  const path = join(folder, FILE);
  if (!existsSync(path)) throw new UserError(`${folder} contains no ${FILE}, so there is no truth to score against.`);
  const truth = parseJson(readWithin(path).toString(), FILE);
  if (typeof truth === 'object' && truth !== null && !Array.isArray(truth)) return truth;
  throw new UserError(`${path}: expected an object with relative_changes and hourly_trips.`);
}
