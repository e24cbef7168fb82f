import { dirname } from 'node:path';
import { describeFileError, isFileError, shellPath, UserError } from '@itinera/base';
import { makeFolder, writeDurably } from '@itinera/base/node';
import { benchmarks } from '@itinera/benchmarks';
import { type Evaluation, evaluate } from '@itinera/runner';
import { evaluationAsFile, evaluationPath, keepEvaluation, recordOfEvaluation } from '@itinera/studies';
import type { Command } from 'commander';
import { type Config, readConfig } from './config-file.js';
import { demoOption } from './demo-option.js';
import { describeAgent } from './describe-agent.js';
import { homeOf } from './home.js';
import { outputFileAnywhere, printWrote } from './output-path.js';
import { warningsOf } from './print-result.js';
import { formulasOption, type ShownProfile } from './profile-option.js';
import { headlineOf } from './score-headline.js';
import { describeDoubt, describeScores } from './score-table.js';
import { TASK } from './task-argument.js';
import { printHeadline } from './terminal.js';

interface EvaluateOptions {
  readonly config?: string;
  readonly datasets?: string;
  readonly demo?: true;
  readonly map?: string;
  readonly output?: string;
  readonly agent_filename?: string;
  readonly tenantId: string;
  readonly official?: boolean;
  readonly formulas?: ShownProfile;
  readonly allowProblems?: true;
  readonly json?: boolean;
}

/** `asbench evaluate TASK RESULTS`: scores results of this program or of the Python original. */
export default function addEvaluate(program: Command): void {
  program
    .command('evaluate')
    .alias('score')
    .argument('<task>', TASK)
    .argument('<results>', 'results file, or name or folder of a run')
    .option('-c, --config <file>', 'configuration, YAML or JSON')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .addOption(demoOption())
    .option('--map <file>', 'map of the run, if it has moved')
    .option(
      '-o, --output <file>',
      'JSON file to write (default: in evaluation_results of the home folder)',
      outputFileAnywhere('.json'),
    )
    .option('--agent_filename <file>', 'name of the agent that produced the results (short: -af)')
    .option('--tenant-id <id>', 'owning tenant', '')
    .option('--official', 'mark the evaluation as official')
    .addOption(formulasOption())
    .option('--allow-problems', 'exit with 0 even if the result is invalid or unscored')
    .option('--json', 'print JSON')
    .action(run);
}

async function run(task: string, path: string, options: EvaluateOptions, command: Command): Promise<void> {
  const warn = (message: string) => void process.stderr.write(`Warning: ${message}\n`);
  const config: Config = options.config === undefined ? {} : readConfig(options.config, warn);
  if (benchmarks.some(({ name }) => name.toLowerCase() === path.toLowerCase()))
    throw new UserError(`${path} is the task, which comes first. Try: asbench evaluate ${path} ${shellPath(task)}`);
  const home = homeOf(command, config);
  const { demo, datasets, map } = options;
  const evaluation = await evaluate(task, path, { home, datasetHome: homeOf(command), datasets, demo, map, warn });
  try {
    keepEvaluation(home, recordOfEvaluation(evaluation, { ...options, agentFile: options.agent_filename }));
  } catch (error) {
    if (!isFileError(error)) throw error;
    warn(`The evaluation is not listed on the leaderboard. ${describeFileError(error)}`);
  }
  let output: string | null = options.output ?? evaluationPath(home, evaluation);
  try {
    makeFolder(dirname(output));
    writeDurably(output, [asJson(evaluationAsFile(evaluation))]);
  } catch (error) {
    if (options.output !== undefined || !isFileError(error)) throw error;
    warn(`The scores are printed, but not written. ${describeFileError(error)}`);
    output = null;
  }
  if (options.json) {
    for (const doubt of evaluation.scores.run?.doubts ?? []) process.stderr.write(`${describeDoubt(doubt)}\n`);
    process.stdout.write(asJson({ ...evaluation.scores, warnings: warningsOf(evaluation.scores.run?.doubts ?? []) }));
  } else printScores(evaluation, output, options.formulas ?? 'documented');
  // So that `evaluate && submit` stops.
  const { final_score, run } = evaluation.scores;
  const isInvalid = final_score === null || (run?.doubts ?? []).some(({ grave }) => grave);
  if (isInvalid && !options.allowProblems) process.exitCode = 1;
}

const asJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

function printScores(
  { benchmark: { metrics }, results, scores }: Evaluation,
  output: string | null,
  profile: ShownProfile,
): void {
  const who = results.run && describeAgent(results.run.manifest);
  const lines = [...(scores.run?.doubts ?? []).map(describeDoubt), describeScores(scores, metrics, profile)];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (output !== null) printWrote(output, 'scores');
  printHeadline(...headlineOf(scores, metrics, profile, who));
}
