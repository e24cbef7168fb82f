import { UserError } from '@itinera/base';
import { RunFolder } from '@itinera/run';
import { trafficOfRun } from '@itinera/studies';
import type { RunTrafficReport } from '../wire/traffic.js';

export interface TrafficJob {
  readonly path: string;
  readonly home: string;
  readonly map: string;
}

/** Runs in a thread, since it reads every route. Null for a run that is not finished or has no routes or map. */
export default async function trafficReport({ path, home, map }: TrafficJob): Promise<RunTrafficReport | null> {
  try {
    const { geography: _, ...report } = await trafficOfRun(new RunFolder(path), { home, map });
    return report;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
