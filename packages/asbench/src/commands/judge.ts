import { counted, UserError } from '@itinera/base';
import { openBenchmark } from '@itinera/benchmarks';
import { syntheticNotice } from '@itinera/runner';
import { judge } from '@itinera/studies';
import type { Command } from 'commander';
import { positiveUpTo, wholeNumber } from './option-values.js';
import { TASK } from './task-argument.js';

interface Options {
  readonly truth: string;
  readonly audit: string;
  readonly team: string;
  readonly precision: number;
  readonly most: number;
  readonly json?: true;
}

/** `asbench runs judge TASK RESULTS`: scores submissions beside a truth that teams do not see. */
export default function addJudge(program: Command): void {
  program
    .command('judge')
    .argument('<task>', TASK)
    .argument('<results>', 'results file of a team (.json, .pkl)')
    .requiredOption('--truth <folder>', 'folder of the hidden truth')
    .requiredOption('--audit <file>', 'file that records every judgement (.jsonl)')
    .requiredOption('--team <name>', 'the team')
    .option('--precision <points>', 'round scores shown to teams to this many points', positiveUpTo(100), 0.5)
    .option('--most <number>', 'judgements per team', wholeNumber(1), 20)
    .option('--json', 'print JSON')
    .action(judgeResults);
}

async function judgeResults(task: string, results: string, { json, ...terms }: Options): Promise<void> {
  if (!/\.(json|pkl)$/i.test(results))
    throw new UserError(
      `${results}: expected a results file (.json, .pkl), such as results.pkl in a run folder. Unpack a packed run first.`,
    );
  const verdict = await judge(await openBenchmark(task), results, terms);
  if (verdict.fault !== null) process.exitCode = 1;
  if (json) {
    process.stdout.write(`${JSON.stringify(verdict)}\n`);
    return;
  }
  const { team, best, isBetter, left, fault, synthetic } = verdict;
  const score = best === null ? 'no score yet' : `${isBetter ? 'new best score' : 'best score'} ${best}`;
  process.stdout.write(
    `${synthetic ? `${syntheticNotice(task)}\n` : ''}${fault === null ? '' : `${fault}\n`}${team}: ${score}, in steps of ${terms.precision}. ${counted(left, 'judgement')} left.\n`,
  );
}
