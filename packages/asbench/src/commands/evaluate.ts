import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { evaluate, evaluationPath, recordOfEvaluation } from '@itinera/benchmarks';
import { writeDurably } from '@itinera/run';
import type { Command } from 'commander';
import { type Config, readConfig } from './config-file.js';
import { demoOption } from './demo-option.js';
import { homeOf } from './home.js';
import { openRegistryIfPossible } from './open-registry.js';
import { describeDoubt, describeScores } from './score-table.js';
import { TASK } from './task-argument.js';

interface EvaluateOptions {
  readonly config?: string;
  readonly datasets?: string;
  readonly demo?: true;
  readonly map?: string;
  readonly output?: string;
  readonly agent_filename?: string;
  readonly tenantId: string;
  readonly official?: boolean;
  readonly json?: boolean;
}

/** `asbench evaluate TASK RESULTS`: scores results of ours or of the Python original. */
export function addEvaluate(program: Command): void {
  program
    .command('evaluate')
    .description('score a results file (.pkl, .json) or a run')
    .argument('<task>', TASK)
    .argument('<results>', 'results file, or name or folder of a run')
    .option('-c, --config <file>', 'configuration, YAML or JSON')
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets')
    .addOption(demoOption())
    .option('--map <file>', 'map of a run, when it is not where it was')
    .option('-o, --output <file>', 'where to write the scores as JSON (default: evaluation_results in the home)')
    .option('--agent_filename <file>', 'name of the agent that made the results (short: -af)')
    .option('--tenant-id <id>', 'whom the results belong to', '')
    .option('--official', 'mark the evaluation as an official one')
    .option('--json', 'print the scores as JSON')
    .action(run);
}

async function run(task: string, path: string, options: EvaluateOptions, command: Command): Promise<void> {
  const warn = (message: string) => void process.stderr.write(`Warning: ${message}\n`);
  const config: Config = options.config === undefined ? {} : readConfig(options.config, warn);
  const home = homeOf(command, config);
  const { demo, datasets, map } = options;
  const evaluation = await evaluate(task, path, { home, datasetHome: homeOf(command), datasets, demo, map, warn });
  const registry = await openRegistryIfPossible(home, config, warn);
  await registry.save(recordOfEvaluation(evaluation, { ...options, agentFile: options.agent_filename }));
  await registry.close?.();
  const { benchmark, scores } = evaluation;
  const json = `${JSON.stringify(scores, null, 2)}\n`;
  const output = options.output ?? evaluationPath(home, evaluation);
  mkdirSync(dirname(output), { recursive: true });
  writeDurably(output, [json]);
  const lines = [...(scores.run?.doubts ?? []).map(describeDoubt), describeScores(scores, benchmark.metrics)];
  process.stdout.write(options.json ? json : `${lines.join('\n')}\nScores: ${output}\n`);
}
