import { reopenTrial, resumeRun } from '@itinera/benchmarks';
import { RunFolder, readManifest } from '@itinera/run';
import type { Command } from 'commander';
import { type Config, readConfig } from './config-file.js';
import { homeOf, homeOfRun } from './home.js';
import { addModelOptions, chooseModel, type ModelOptions } from './model-option.js';
import { wholeNumber } from './option-values.js';
import { profileOption } from './profile-option.js';
import { Session, type SessionOptions } from './session.js';

interface ResumeOptions extends SessionOptions, ModelOptions {
  readonly config?: string;
  readonly datasets?: string;
  readonly map?: string;
}

/** `asbench resume RUN`: finishes a run that was stopped or killed, to the same bytes as if it had not been. */
export function addResume(program: Command): void {
  const command = program
    .command('resume')
    .description('finish a run that was stopped or killed')
    .argument('<run>', 'name or folder of the run')
    .option('-c, --config <file>', 'configuration with the keys (default: the one of the run)')
    .option('-d, --datasets <folder>', 'folder of its dataset, when it is not where it was')
    .option('--map <file>', 'its map, when it is not where it was')
    .option('--threads <number>', 'threads (default: one a core)', wholeNumber(1))
    .option('--allow-problems', 'exit code 0 also for a run that says nothing of its agent')
    .addOption(profileOption())
    .option('--json', 'print the folder and the scores as JSON')
    .action(resume);
  addModelOptions(command);
}

async function resume(run: string, options: ResumeOptions, command: Command): Promise<void> {
  const session = new Session(options);
  const folder = RunFolder.find(homeOf(command), run);
  const manifest = readManifest(folder);
  const configPath = options.config ?? manifest.configPath;
  const config: Config = configPath === null ? {} : readConfig(configPath, session.warn);
  const home = homeOfRun(command, folder);
  const trial = await reopenTrial(folder, home, session.listener, options);
  const model = chooseModel(config, options, home, session.warn);
  if (model.models.join() !== manifest.models.join())
    session.warn(
      `The run began with ${manifest.models.join(', ') || 'no language model'} and goes on with ${model.models.join(', ') || 'none'}.`,
    );
  await session.report(trial.benchmark, [await resumeRun(folder, trial, session.context(home, trial, model.setup))]);
}
