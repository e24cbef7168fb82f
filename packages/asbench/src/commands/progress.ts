import { setTimeout as sleep } from 'node:timers/promises';
import { PartFiles, RunFolder, readManifest } from '@itinera/run';
import { partsProgress } from '@itinera/runner';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { positiveUpTo } from './option-values.js';
import { describeParts } from './parts-table.js';

interface ProgressOptions {
  readonly watch?: number | true;
  readonly json?: boolean;
}

const DEFAULT_WATCH_SECONDS = 5;

/** `asbench runs progress RUN`: the progress of the parts of a run. */
export default function addProgress(program: Command): void {
  program
    .command('progress')
    .argument('<run>', 'name or folder of the run')
    .option('--watch [seconds]', 'repeat at this interval until all parts are done (default: 5)', positiveUpTo(86_400))
    .option('--json', 'print JSON')
    .action(progress);
}

async function progress(run: string, { watch, json }: ProgressOptions, command: Command): Promise<void> {
  const folder = RunFolder.find(homeOf(command), run);
  const files = new PartFiles(folder);
  for (;;) {
    const manifest = readManifest(folder);
    const found = partsProgress(manifest, files.states(), new Date());
    const isDone = manifest.state === 'finished' || found.peopleDone === found.people;
    if (json) process.stdout.write(`${JSON.stringify({ run: folder.name, state: manifest.state, ...found })}\n`);
    else
      process.stdout.write(
        `${manifest.state === 'finished' ? `${folder.name} is finished.` : describeParts(folder.name, found)}\n`,
      );
    if (watch === undefined || isDone) return;
    await sleep(1000 * (watch === true ? DEFAULT_WATCH_SECONDS : watch));
  }
}
