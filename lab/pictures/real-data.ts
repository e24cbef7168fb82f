import { join } from 'node:path';

/** A file of the folder of real data, `ITINERA_DATA`; null without it. */
export function realData(...path: readonly string[]): string | null {
  return process.env.ITINERA_DATA ? join(process.env.ITINERA_DATA, ...path) : null;
}
