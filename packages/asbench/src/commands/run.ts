import { openBenchmark } from '@itinera/benchmarks';
import { type Command, Option } from 'commander';
import { demoOption } from './demo-option.js';
import { makeTrial, openConfig, type TrialGiven } from './make-trial.js';
import { checkCallback, notify } from './notify.js';
import { peopleOption, wholeNumber } from './option-values.js';
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
    .argument('<task>', TASK)
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .addOption(demoOption())
    .addOption(
      new Option('-m, --mode <mode>', 'test: run and evaluate; inference: run only')
        .choices(['test', 'inference'])
        .default('test'),
    )
    .option('--official', 'mark the run as official')
    .option('--tenant-id <id>', 'owning tenant', '')
    .option('--callback-url <url>', 'notify URL: receives the outcome when the run ends')
    .option('--repeat <number>', 'number of seeds, counting up from --seed', wholeNumber(1), 1)
    .addOption(peopleOption())
    .option('--map <file>', 'map file to use instead of the map of the dataset')
    .addOption(
      new Option('--congestion <model>', 'model of how people slow each other down')
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
