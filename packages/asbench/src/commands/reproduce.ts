import { counted } from '@itinera/base';
import { openRun } from '@itinera/run';
import { describeEdits, type Reproduction, reproduceRun, syntheticNotice } from '@itinera/runner';
import type { Command } from 'commander';
import { homeOf, homeOfRun } from './home.js';
import { threadCount } from './option-values.js';
import { Session, type SessionOptions } from './session.js';
import { textTable } from './text-table.js';

interface ReproduceOptions extends SessionOptions {
  readonly datasets?: string;
  readonly map?: string;
  readonly python?: string;
}

/** `asbench runs reproduce RUN`: reruns a run from its folder alone and compares every byte. */
export default function addReproduce(program: Command): void {
  program
    .command('reproduce')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--python <command>', 'interpreter for Python agents (default: that of the run)')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--json', 'print JSON')
    .action(reproduce);
}

async function reproduce(run: string, options: ReproduceOptions, command: Command): Promise<void> {
  const session = new Session(options);
  const folder = await openRun(homeOf(command), run);
  const { datasets, map, python } = options;
  const home = homeOfRun(command, folder);
  const found = await reproduceRun(
    folder,
    home,
    { datasets, map, python, ownHome: homeOf(command) },
    session.work(),
    session.listener,
  );
  session.clear();
  process.stdout.write(`${options.json ? JSON.stringify(found, null, 2) : describe(found)}\n`);
  if (!found.isEqual) process.exitCode = 1;
}

function describe({ run, task, isEqual, edited, files, answers, synthetic, otherNode }: Reproduction): string {
  const rows = files.map(({ name, files: count, state }) => [name, counted(count, 'file'), state]);
  const asked =
    answers === null
      ? ''
      : `\n${counted(answers, 'answer from the language model was', 'answers from the language model were')} read from the cassette.`;
  const verdict = isEqual
    ? 'reproduced, every byte is equal.'
    : `NOT reproduced, ${describeEdits(edited) ?? 'see above.'}${otherNode === null ? '' : ` ${otherNode}`}`;
  return `${textTable(rows)}${asked}${synthetic ? `\n${syntheticNotice(task)}` : ''}\n${run}: ${verdict}`;
}
