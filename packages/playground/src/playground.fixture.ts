import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { madeOnce } from '../../benchmarks/src/demo.fixture.js';

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'build', 'playground.js');

/** The folder of the pages, built once for all test files. */
export async function builtPlayground(): Promise<string> {
  const { buildPlayground } = (await import(pathToFileURL(script).href)) as {
    readonly buildPlayground: (folder: string) => Promise<string[]>;
  };
  return madeOnce('playground', async (folder) => void (await buildPlayground(folder)));
}
