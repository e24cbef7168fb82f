import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of OpenStreetMap extracts in the folder `ITINERA_DATA`; none when it is not set. */
export function extracts(names: readonly string[]): string[] {
  const data = process.env.ITINERA_DATA;
  return data ? names.map((name) => join(data, name)).filter((path) => existsSync(path)) : [];
}
