import { setTimeout as sleep } from 'node:timers/promises';
import { PartFiles, RunFolder, readManifest, readProgress } from '@itinera/run';
import { missingParts, partsProgress } from '@itinera/runner';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { positiveUpTo } from './option-values.js';
import { describeParts, describeWhole } from './parts-table.js';
import { print } from './terminal.js';

interface ProgressOptions {
  readonly watch?: number | true;
  readonly json?: boolean;
}

const DEFAULT_WATCH_SECONDS = 5;

/** `asbench runs progress RUN`: the progress of a run, with its parts. */
export default function addProgress(program: Command): void {
  program
    .command('progress')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .option('--watch [seconds]', 'repeat at this interval until everybody is done (default: 5)', positiveUpTo(86_400))
    .option('--json', 'print JSON')
    .action(progress);
}

async function progress(run: string, { watch, json }: ProgressOptions, command: Command): Promise<void> {
  const folder = RunFolder.find(homeOf(command), run);
  const files = new PartFiles(folder);
  for (;;) {
    const manifest = readManifest(folder);
    const now = new Date();
    const states = files.states();
    const missing = manifest.state === 'finished' ? 0 : (missingParts(folder, manifest)?.people ?? 0);
    const found = partsProgress(manifest, states, now, manifest.people - missing);
    const isWhole = states.length === 0 && manifest.state !== 'finished';
    if (json) process.stdout.write(`${JSON.stringify({ run: folder.name, state: manifest.state, ...found })}\n`);
    else if (manifest.state === 'finished') print(`${folder.name} is finished.`);
    else if (isWhole) print(describeWhole(folder, found, readProgress(folder, now.getTime())));
    else print(describeParts(folder.name, found));
    if (watch === undefined || manifest.state === 'finished' || found.peopleDone === found.people) return;
    await sleep(1000 * (watch === true ? DEFAULT_WATCH_SECONDS : watch));
  }
}
