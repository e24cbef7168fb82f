import { setTimeout as sleep } from 'node:timers/promises';
import { partsProgress } from '@itinera/benchmarks';
import { PartFiles, RunFolder, readManifest } from '@itinera/run';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { positiveNumber } from './option-values.js';
import { describeParts } from './parts-table.js';

interface ProgressOptions {
  readonly watch?: number | true;
  readonly json?: boolean;
}

const DEFAULT_WATCH_SECONDS = 5;

/** `asbench progress RUN`: how far the parts of a run are. */
export function addProgress(program: Command): void {
  program
    .command('progress')
    .description('how far the parts of a run are: people, calls, cost, time left, what is slow or dead')
    .argument('<run>', 'name or folder of the run')
    .option('--watch [seconds]', 'say it again every so often, until all are done (default: 5)', positiveNumber)
    .option('--json', 'print as JSON')
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
        `${manifest.state === 'finished' ? `${folder.name}: is finished.` : describeParts(folder.name, found)}\n`,
      );
    if (watch === undefined || isDone) return;
    await sleep(1000 * (watch === true ? DEFAULT_WATCH_SECONDS : watch));
  }
}
