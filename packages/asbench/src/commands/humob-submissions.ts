import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '@itinera/base';
import { similarFile } from '@itinera/base/node';

/** A file, or the CSV files of a folder. */
export function submissionsIn(path: string): string[] {
  if (!existsSync(path))
    throw new UserError(`${path}: there is no such file or folder. Check the path.${similarFile(path)}`);
  if (!statSync(path).isDirectory()) return [resolve(path)];
  const names = readdirSync(path).filter((name) => /\.csv(\.gz)?$/i.test(name));
  if (names.length === 0)
    throw new UserError(`${path} contains no .csv or .csv.gz files. Pass a folder of submissions.`);
  return names.sort().map((name) => resolve(join(path, name)));
}
