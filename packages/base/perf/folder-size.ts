import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Megabytes of the files in a folder and its folders; 0 if it has no files. */
export function folderMegabytes(folder: string): number {
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => (entry.isFile() ? sum + statSync(join(entry.parentPath, entry.name)).size : sum),
    0,
  );
  return bytes / 1e6;
}
