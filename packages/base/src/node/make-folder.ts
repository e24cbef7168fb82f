import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it, unless they exist. Node's own `recursive` never returns below a folder such as /proc,
 * which exists but reports that anything to be created in it does not.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(path);
    if (code === 'ENOENT' && above !== path && !existsSync(above)) {
      makeFolder(above);
      makeFolder(path);
    } else if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
