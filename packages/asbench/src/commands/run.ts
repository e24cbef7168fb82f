import { openBenchmark } from '@itinera/benchmarks';
import { type Command, Option } from 'commander';
import { demoOption } from './demo-option.js';
import { makeTrial, openConfig, type TrialGiven } from './make-trial.js';
import { checkCallback, notify } from './notify.js';
import { wholeNumber } from './option-values.js';
import { profileOption } from './profile-option.js';
import { Session } from './session.js';
import { TASK } from './task-argument.js';
import { addTrialOptions } from './trial-options.js';

interface RunOptions extends TrialGiven {
  readonly callbackUrl?: string;
}

/** `asbench run TASK`: from an agent to a score. */
export function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('simulate a task with an agent, and score it where the truth is at hand')
    .argument('<task>', TASK)
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets')
    .addOption(demoOption())
    .addOption(
      new Option('-m, --mode <mode>', 'test: run, then evaluate; inference: run only')
        .choices(['test', 'inference'])
        .default('test'),
    )
    .option('--official', 'mark the run as an official one')
    .option('--tenant-id <id>', 'whom the run belongs to', '')
    .option('--callback-url <url>', 'address to be told when the run has ended')
    .option('--repeat <times>', 'run with so many seeds, counting up from --seed', wholeNumber(1), 1)
    .option('--people <number>', 'people, the first ones of the profiles', wholeNumber(1))
    .option('--map <file>', 'map file in place of the one of the dataset')
    .addOption(
      new Option('--congestion <model>', 'how people slow each other down')
        .choices(['off', 'bpr', 'queue'])
        .default('off'),
    )
    .addOption(profileOption())
    .action(run);
  addTrialOptions(command);
}

async function run(task: string, options: RunOptions, command: Command): Promise<void> {
  const session = new Session(options);
  checkCallback(command, options.callbackUrl);
  const benchmark = await openBenchmark(task);
  const opened = openConfig(options, command, session);
  const reports = await makeTrial(benchmark, options, opened, command, session);
  if (reports === null) return;
  if (options.callbackUrl !== undefined) await notify(options.callbackUrl, reports, session.warn);
  await session.report(benchmark, reports);
}
