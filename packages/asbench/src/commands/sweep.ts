import { writeDurably } from '@itinera/base/node';
import { batchOfSweep, openQueue, waitForBatch } from '@itinera/pool';
import {
  estimateSweep,
  nameOfCell,
  pairPeople,
  parseSweepPlan,
  runSweep,
  runsOfSweep,
  type Sweep,
  type SweepCell,
  type SweepContext,
  type SweepPlan,
  type SweepRun,
  sumUpSweep,
} from '@itinera/studies';
import type { Command } from 'commander';
import { readDocument } from '../documents/read-document.js';
import { readConfig } from './config-file.js';
import { homeOf } from './home.js';
import { threadCount, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { printWarnings } from './print-result.js';
import { addQueueOptions, type QueueOptions } from './queue-options.js';
import { Session, type SessionOptions } from './session.js';
import { describeSweepEstimate } from './sweep-estimate.js';
import { describeSweep, sweepAsCsv, sweepAsJson, warningsOfSweep } from './sweep-table.js';
import { refuseUnused } from './unused-options.js';

export interface SweepOptions extends SessionOptions, QueueOptions {
  readonly csv?: string;
  readonly python?: string;
  readonly dryRun?: boolean;
  readonly pilot?: number;
}

/** `asbench study sweep PLAN`: many setups with many seeds, and which of them differ by more than chance. */
export default function addSweep(program: Command): void {
  const command = program
    .command('sweep')
    .argument('<plan>', 'plan, YAML or JSON: task, agents, models, maps, params, seeds, people, datasets …')
    .option('--dry-run', 'estimate calls, cost and time of the plan without calling a model')
    .option('--pilot <people>', 'estimate by calling the models for this number of people per setup', wholeNumber(1))
    .option('--csv <file>', 'write one row per run to this CSV file', outputFile('.csv'))
    .option('--python <command>', 'interpreter for Python agents')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--json', 'print JSON')
    .action(sweep);
  addQueueOptions(command);
}

async function sweep(path: string, options: SweepOptions, command: Command): Promise<void> {
  await runPlan(parseSweepPlan(readDocument(path), path), options, command);
}

/** Runs a plan and prints its table. */
export async function runPlan(plan: SweepPlan, options: SweepOptions, command: Command): Promise<void> {
  const session = new Session(options);
  const total = plan.cells.length * plan.seeds.length;
  let done = 0;
  const context = {
    ...session.work(),
    ...session.listenerOnce(),
    home: homeOf(command),
    clock: () => new Date(),
    ...(options.python !== undefined && { python: options.python }),
    readModel: (file: string) => readConfig(file, session.warn).llm,
    onRun: ({ seed, report, error }: SweepRun, cell: SweepCell) => {
      const score = report?.scores?.final_score?.toFixed(2) ?? error ?? report?.stopped ?? 'no score';
      session.note(`${++done} of ${total}: ${nameOfCell(cell)}, seed ${seed}: ${score}`);
    },
  };
  if (options.dryRun || options.pilot !== undefined) {
    refuseUnused(command, ['csv', 'queue', 'shares'], 'with --dry-run and --pilot, which run nothing else');
    const estimates = await estimateSweep(plan, context, options.pilot);
    process.stdout.write(
      options.json ? `${JSON.stringify(estimates, null, 2)}\n` : describeSweepEstimate(plan, estimates),
    );
    return;
  }
  const { queue } = options;
  const summed = await (queue === undefined
    ? runSweep(plan, context)
    : sweepOnQueue(plan, context, { ...options, queue }));
  const made = await pairPeople(summed, { home: context.home });
  session.clear();
  if (made.stopped !== null || made.runs.some(({ error }) => error !== null)) process.exitCode = 1;
  if (options.csv !== undefined) writeDurably(options.csv, [sweepAsCsv(made)]);
  printWarnings(warningsOfSweep(made));
  process.stdout.write(options.json ? `${JSON.stringify(sweepAsJson(made), null, 2)}\n` : describeSweep(made));
}

/** Runs a plan on the workers of a queue, which continue when the user stops waiting. */
async function sweepOnQueue(
  plan: SweepPlan,
  {
    home,
    signal,
    python,
    onRun,
    warn = () => {},
  }: SweepContext & { readonly home: string; readonly signal: AbortSignal },
  { queue: address, shares }: QueueOptions & { readonly queue: string },
): Promise<Sweep> {
  const batch = await batchOfSweep(plan, python, shares);
  const places = runsOfSweep(plan);
  const runs: SweepRun[] = [];
  const queue = await openQueue(address, warn);
  const folder = await waitForBatch(batch, queue, {
    home,
    signal,
    onOutcome: (number, outcome) => {
      const run =
        'error' in outcome ? { ...places[number]!, report: null, error: outcome.error } : (outcome.result as SweepRun);
      runs[number] = run;
      onRun?.(run, plan.cells[run.cell]!);
    },
  });
  await queue.close();
  folder?.remove();
  const stopped =
    folder === null ? 'Stopped waiting; workers that run continue. Repeat the command to wait again.' : null;
  return sumUpSweep(plan, Object.values(runs), stopped);
}
