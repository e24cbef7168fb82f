import { UserError } from '@itinera/base';
import { readNpy } from '@itinera/run/browser';
import type { DailyMobilityTruth } from './score.js';

const arrays = [
  'gyration_radius',
  'daily_location_numbers',
  'daily_intentions_2d',
  'intention_proportions_2d',
] as const;

/**
 * Reads the four arrays of a ground truth. The metric of a missing array is null, with the reason.
 * @param where the truth is, for messages
 * @param read returns the content of a file; null if it is missing
 * @throws UserError when all are missing, or one is damaged.
 */
export function dailyMobilityTruthOf(where: string, read: (name: string) => Uint8Array | null): DailyMobilityTruth {
  const truth: Record<string, unknown> = {};
  for (const name of arrays) {
    const bytes = read(`${name}.npy`);
    if (bytes !== null) truth[name] = readNpy(bytes, `${name}.npy`);
  }
  if (Object.keys(truth).length > 0) return truth;
  throw new UserError(
    `${where} contains none of ${arrays.map((name) => `${name}.npy`).join(', ')}, so there is no truth to score against.`,
  );
}
