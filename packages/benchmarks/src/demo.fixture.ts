import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
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
const sharedFolder = (): string => process.env[SHARED]!;

/**
 * Makes something once for all test files: the first file that needs it makes it, and others wait.
 *
 * @param make writes into an empty folder
 * @returns that folder: its files are only read, unless they are kept results that all files may add to
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void> | void): Promise<string> {
  const made = join(sharedFolder(), name);
  const turn = `${made}.turn`;
  while (!existsSync(made)) {
    if (!takesTurn(turn)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    try {
      if (existsSync(made)) break;
      const draft = mkdtempSync(`${made} `);
      await make(draft);
      renameSync(draft, made);
    } finally {
      rmdirSync(turn);
    }
  }
  return made;
}

function takesTurn(turn: string): boolean {
  try {
    mkdirSync(turn);
    return true;
  } catch {
    return false;
  }
}

/** What homes keep about truths and populations, the same in all of them. */
const KEPT = ['scales', 'floor-results'];

/** Makes a home keep floors and ceilings with those of other files: equal data have them once. */
export async function withScales(home: string): Promise<void> {
  mkdirSync(join(home, 'cache'), { recursive: true });
  for (const kind of KEPT) {
    const kept = join(home, 'cache', kind);
    if (!existsSync(kept)) symlinkSync(await madeOnce(kind, () => {}), kept, 'junction');
  }
}

/** Copies demo data of a task and its prepared map into a home with scales. */
export async function withDemo(home: string, task: 'DailyMobility' | 'HurricaneMobility'): Promise<void> {
  const made = await madeOnce(task, async (draft) => {
    const [{ benchmarkNamed, demoDataset }, { prepareCity }] = await Promise.all([
      import('@itinera/benchmarks'),
      import('@itinera/engine'),
    ]);
    const map = join(demoDataset(draft, benchmarkNamed(task)), 'map.pb');
    await prepareCity(map, { cacheFolder: join(draft, 'cache') });
  });
  cpSync(made, home, { recursive: true });
  await withScales(home);
}
