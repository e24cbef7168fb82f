import { openBenchmark } from '@itinera/benchmarks';
import type { PlanOptions, TrialReport } from '@itinera/runner';
import { type Command, Option } from 'commander';
import type { Warn } from './config-file.js';
import { demoOption } from './demo-option.js';
import { makeTrial, openConfig } from './make-trial.js';
import { addressFault, peopleOption, wholeNumber } from './option-values.js';
import { formulasOption } from './profile-option.js';
import { Session } from './session.js';
import { TASK } from './task-argument.js';
import { addTrialOptions, type TrialOptionValues } from './trial-options.js';

const TIMEOUT_MILLISECONDS = 10_000;

interface RunOptions
  extends TrialOptionValues,
    Pick<PlanOptions, 'datasets' | 'demo' | 'people' | 'congestion' | 'tenantId' | 'official'> {
  readonly mode: 'test' | 'inference';
  readonly seeds: number;
  readonly callbackUrl?: string;
}

/** `asbench run TASK`: from an agent to a score. */
export default function addRun(program: Command): void {
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
    .option('--callback-url <url>', 'URL to notify when the run ends')
    .option('--seeds <number>', 'number of seeds, counting up from --seed', wholeNumber(1, 100_000), 1)
    .addOption(peopleOption())
    .option('--map <file>', 'map to use instead of that of the dataset')
    .addOption(new Option('--congestion <model>', 'congestion model').choices(['off', 'bpr', 'queue']).default('off'))
    .addOption(formulasOption())
    .action(run);
  addTrialOptions(command);
}

async function run(task: string, options: RunOptions, command: Command): Promise<void> {
  const session = new Session(options);
  checkCallback(command, options.callbackUrl);
  const benchmark = await openBenchmark(task);
  const opened = openConfig(options, command, session);
  const reports = await makeTrial({ ...options, benchmark, repeat: options.seeds }, opened, command, session);
  if (reports === null) return;
  if (options.callbackUrl !== undefined) await notify(options.callbackUrl, reports, session.warn);
  await session.report(benchmark, reports);
}

/**
 * Ends the program if `--callback-url` is not a valid URL. Not an option parser, because the error message of a parser
 * repeats the value.
 */
function checkCallback(command: Command, url: string | undefined): void {
  const fault = url === undefined ? null : addressFault(url);
  if (fault !== null) command.error(`--callback-url: ${fault}`);
}

/** Posts the outcome of runs to the notify URL. A server that does not answer causes a warning, not an error. */
async function notify(url: string, reports: readonly TrialReport[], warn: Warn): Promise<void> {
  const runs = reports.map(({ run, expId, task, seed, stopped, scores }) => ({
    run,
    exp_id: expId,
    task,
    seed,
    status: stopped === null ? 'finished' : 'stopped',
    final_score: scores?.final_score ?? null,
  }));
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ runs }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (!response.ok) warn(`--callback-url answered ${response.status}, so the notification failed.`);
  } catch (error) {
    warn(`--callback-url cannot be reached (${(error as Error).message}), so the notification failed.`);
  }
}
