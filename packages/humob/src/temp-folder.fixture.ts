import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for a test file, removed after its tests; `write` puts a file there and returns its path. */
export function useTempFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'itinera-humob-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    path: (name: string) => join(folder, name),
    write(name: string, content: string | Uint8Array): string {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
}
