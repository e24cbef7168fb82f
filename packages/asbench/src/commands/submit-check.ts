import { printable } from '@itinera/base';
import { checkSubmission, type Submission } from '@itinera/runner';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { textColumns } from './text-table.js';

/** `asbench runs submit-check RESULTS`: whether results are complete, real and of the current version. */
export default function addSubmitCheck(program: Command): void {
  program
    .command('submit-check')
    .argument('<results>', 'results file (.pkl, .json), or name or folder of a run')
    .option('--json', 'print JSON')
    .action(async (results: string, { json }: { json?: boolean }, command: Command) => {
      const submission = await checkSubmission(homeOf(command), results);
      process.stdout.write(`${json ? JSON.stringify(submission, null, 2) : describe(submission)}\n`);
      if (submission.files.length === 0) process.exitCode = 1;
    });
}

function describe({ task, checks, files }: Submission): string {
  const rows = checks.map(({ what, isRight, found }) => [isRight ? 'ok' : 'FAULT', what, printable(found, 200)]);
  const end =
    files.length === 0
      ? [
          'Not ready to submit. Next:',
          ...checks.flatMap(({ what, next }) => (next === null ? [] : [`  ${what}: ${next}`])),
        ].join('\n')
      : `Ready to submit. Send:\n  ${files.join('\n  ')}`;
  return `${task}\n${textColumns(rows)}\n${end}`;
}
