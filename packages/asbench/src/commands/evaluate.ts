import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Benchmark, Scores } from '@itinera/benchmarks';
import {
  benchmarkNamed,
  evaluateResults,
  evaluateRun,
  findDataset,
  isSynthetic,
  type RunRecord,
  RunState,
  recordOf,
  truthFolderOf,
} from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import type { RunFolder } from '@itinera/run';
import { writeDurably } from '@itinera/run';
import type { Command } from 'commander';
import { type Config, readConfig } from './config-file.js';
import { homeOf } from './home.js';
import { openRegistryIfPossible } from './open-registry.js';
import { type OpenedResults, openResults } from './open-results.js';
import { describeScores } from './score-table.js';

interface EvaluateOptions {
  readonly config?: string;
  readonly datasets?: string;
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
    .argument('<task>', 'DailyMobility or HurricaneMobility')
    .argument('<results>', 'results file, or name or folder of a run')
    .option('-c, --config <file>', 'configuration, YAML or JSON')
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets')
    .option('-o, --output <file>', 'write the scores here too, as JSON')
    .option('--agent_filename <file>', 'name of the agent that made the results (short: -af)')
    .option('--tenant-id <id>', 'whom the results belong to', '')
    .option('--official', 'mark the evaluation as an official one')
    .option('--json', 'print the scores as JSON')
    .action(evaluate);
}

async function evaluate(task: string, path: string, options: EvaluateOptions, command: Command): Promise<void> {
  const warn = (message: string) => void process.stderr.write(`Warning: ${message}\n`);
  const benchmark = benchmarkNamed(task);
  const config: Config = options.config === undefined ? {} : readConfig(options.config, warn);
  const home = homeOf(command, config);
  const opened = await openResults(home, path);
  if (opened.task !== '' && opened.task !== benchmark.name)
    throw new UserError(
      `${opened.name} holds results of ${opened.task}, not of ${benchmark.name}. Try: asbench evaluate ${opened.task} ${path}`,
    );
  const folder = datasetFolder(home, benchmark, opened, options.datasets);
  const truth = benchmark.readTruth(truthIn(folder));
  const { run } = opened;
  const scores = run
    ? evaluateRun(run.folder, run.manifest, benchmark, opened, truth, knownFloor(run.folder))
    : evaluateResults(benchmark, opened, truth, isSynthetic(folder));
  const registry = await openRegistryIfPossible(home, config, warn);
  await registry.save(recordOfEvaluation(opened, scores, options));
  await registry.close?.();
  const json = `${JSON.stringify(scores, null, 2)}\n`;
  if (options.output !== undefined) writeDurably(options.output, [json]);
  process.stdout.write(options.json ? json : `${describeScores(scores, benchmark.metrics)}\n`);
}

/** Where the truth is: in the dataset that is named, else in the one that the run was made with, else in the installed one. */
function datasetFolder(home: string, benchmark: Benchmark, { run }: OpenedResults, option: string | undefined): string {
  return option === undefined && run !== null ? run.manifest.dataset.folder : findDataset(home, benchmark, option);
}

function truthIn(folder: string): string {
  const truth = truthFolderOf(folder);
  if (truth !== null) return truth;
  throw new UserError(
    `${folder}: holds no groundtruth, so nothing can be scored against it. Pass a dataset that has one with -d.`,
  );
}

/** The floor that was found when the run was first scored. */
function knownFloor({ scoresPath }: RunFolder): Scores['floor'] {
  return existsSync(scoresPath) ? (JSON.parse(readFileSync(scoresPath, 'utf8')) as Scores).floor : null;
}

function recordOfEvaluation(
  { metadata, run, task, name }: OpenedResults,
  scores: Scores,
  options: EvaluateOptions,
): RunRecord {
  const text = (key: string) => (typeof metadata[key] === 'string' ? (metadata[key] as string) : '');
  const base = run
    ? recordOf(run.folder, run.manifest)
    : {
        id: text('exp_id'),
        llm: text('llm'),
        agentFile: text('agent_filename'),
        resultFile: basename(name),
        folder: null,
        error: '',
      };
  return {
    ...base,
    task,
    tenantId: options.tenantId || text('tenant_id'),
    official: options.official ?? false,
    agentFile: options.agent_filename ?? base.agentFile,
    state: RunState.EVALUATED,
    resultInfo: JSON.stringify(scores),
    finalScore: scores.final_score,
  };
}
