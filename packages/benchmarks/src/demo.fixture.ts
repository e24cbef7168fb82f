import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder that test files share; the processes of tests inherit it. */
const SHARED = 'ITINERA_TEST_SHARED';

/** Before and after all test files. */
export function setup(): () => void {
  const folder = process.env[SHARED] ?? mkdtempSync(join(tmpdir(), 'itinera shared '));
  process.env[SHARED] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The folder for what is made once for all test files. */
export const sharedFolder = (): string => process.env[SHARED]!;

/** Copies demo data of a task and its prepared map into a home. Created once for all test files, by the first one that needs them. */
export async function withDemo(home: string, task: 'DailyMobility' | 'HurricaneMobility'): Promise<void> {
  const made = join(sharedFolder(), task);
  if (!existsSync(made)) {
    const [{ benchmarkNamed, demoDataset }, { prepareCity }] = await Promise.all([
      import('@itinera/benchmarks'),
      import('@itinera/engine'),
    ]);
    const draft = mkdtempSync(`${made} `);
    const map = join(demoDataset(draft, benchmarkNamed(task)), 'map.pb');
    await prepareCity(map, { cacheFolder: join(draft, 'cache') });
    // Another file may have been faster.
    if (!existsSync(made)) renameSync(draft, made);
  }
  cpSync(made, home, { recursive: true });
}
