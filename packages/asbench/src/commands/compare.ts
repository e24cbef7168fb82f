import { compare } from '@itinera/benchmarks';
import type { Command } from 'commander';
import { comparisonHeadline, describeComparison } from './comparison-summary.js';
import { demoOption } from './demo-option.js';
import { homeOf } from './home.js';
import { wholeNumber } from './option-values.js';
import { TASK } from './task-argument.js';
import { printHeadline } from './terminal.js';

interface CompareOptions {
  readonly task?: string;
  readonly datasets?: string;
  readonly demo?: true;
  readonly map?: string;
  readonly seed?: number;
  readonly json?: boolean;
}

/** `asbench compare A B`: whether the difference of two results is larger than chance. */
export function addCompare(program: Command): void {
  program
    .command('compare')
    .argument('<a>', 'results file, or name or folder of a run')
    .argument('<b>', 'result to compare it with')
    .option('--task <task>', `task, if the results do not name it: ${TASK}`)
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .addOption(demoOption())
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--seed <number>', 'random seed of the resampling', wholeNumber(0))
    .option('--json', 'print JSON')
    .action(run);
}

async function run(a: string, b: string, { seed, json, ...options }: CompareOptions, command: Command): Promise<void> {
  const comparison = await compare(a, b, { ...options, home: homeOf(command), ...(seed !== undefined && { seed }) });
  const { benchmark, first, second, difference, dataset, madeWith, synthetic, hint } = comparison;
  const [one, other] = madeWith;
  if (one !== null && other !== null && one !== other)
    process.stderr.write(
      `Warning: ${a} was run on ${one}, ${b} on ${other}. Both are compared with the truth in ${dataset}.\n`,
    );
  if (hint !== null) process.stderr.write(`Warning: ${hint}\n`);
  const plain = { task: benchmark.name, a: first.name, b: second.name, synthetic, ...difference };
  process.stdout.write(`${json ? JSON.stringify(plain, null, 2) : describeComparison(comparison)}\n`);
  if (!json) printHeadline(comparisonHeadline(comparison));
}
