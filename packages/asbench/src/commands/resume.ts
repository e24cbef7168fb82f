import { counted, grouped, printable } from '@itinera/base';
import { RunFolder, readManifest } from '@itinera/run';
import { agentNote, continuedWith, reopenTrial, resumePart, resumeRun } from '@itinera/runner';
import type { Command } from 'commander';
import { configOfRun } from './config-of-run.js';
import { homeOf, homeOfRun } from './home.js';
import { addModelOptions, chooseModel, type ModelOptions } from './model-option.js';
import { threadCount } from './option-values.js';
import { parsePartOption, reportPart } from './part-option.js';
import { formulasOption } from './profile-option.js';
import { Session, type SessionOptions } from './session.js';

interface ResumeOptions extends SessionOptions, ModelOptions {
  readonly config?: string;
  readonly datasets?: string;
  readonly map?: string;
  readonly part?: string;
}

/** `asbench runs resume RUN`: finishes a run that was stopped or killed, with the same bytes as an uninterrupted run. */
export default function addResume(program: Command): void {
  const command = program
    .command('resume')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .option('-c, --config <file>', 'configuration with the API keys (default: as in the run)')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--part <number/of>', 'run one part of a run in parts, such as 7/64')
    .option('--allow-problems', 'exit with 0 even if the result is invalid or unscored')
    .addOption(formulasOption())
    .option('--json', 'print JSON')
    .action(resume);
  addModelOptions(command);
}

async function resume(run: string, options: ResumeOptions, command: Command): Promise<void> {
  const session = new Session(options);
  const folder = RunFolder.find(homeOf(command), run);
  const manifest = readManifest(folder);
  const config = configOfRun(folder, manifest, options, homeOf(command), session.warn, 'asbench runs resume');
  const home = homeOfRun(command, folder);
  // The home of a configuration counts only if the user has named the configuration.
  const ownHome = homeOf(command, options.config === undefined ? {} : config);
  const { manifest: opened, inputs } = await reopenTrial(folder, home, session.listener, { ...options, ownHome });
  const note = agentNote(folder, opened.agent.source, ownHome);
  if (note !== null) session.note(note);
  const model = chooseModel(config, options, home, session.warn);
  if (model.models.join() !== manifest.models.join())
    session.warn(
      `The run started with ${printable(manifest.models.join(', ')) || 'no language model'} and continues with ${model.models.join(', ') || 'none'}.`,
    );
  const here = continuedWith(opened, model);
  const context = {
    ...session.context(home, inputs, model.setup),
    onKept: (kept: number, people: number) => {
      if (manifest.state === 'finished') session.note(`${printable(folder.name)} was finished already.`);
      session.note(`Kept: ${grouped(kept)} of ${counted(people, 'person', 'people')}.`);
    },
  };
  const part = parsePartOption(options.part, 1, process.env);
  if (part !== null)
    return reportPart(session, context, part, () => resumePart(folder, opened, context, part, model), options.json);
  await session.report(inputs.benchmark, [await resumeRun(folder, here, context)]);
}
