import {
  ANY_TASK,
  chooseTask,
  chooseYear,
  compatValidate,
  isOdFile,
  OD_YEAR,
  validateSubmission,
  YEARS,
  type Year,
} from '@itinera/humob';
import { type Command, Option } from 'commander';
import { describeValidation } from './humob-summary.js';
import { wholeNumber } from './option-values.js';
import { print } from './terminal.js';
import { refuseUnused } from './unused-options.js';
import { withProgress } from './with-progress.js';

interface Options {
  year?: Year;
  compat?: true;
  limit: number;
  json?: true;
}

/** `asbench humob validate`: the problems of a submission. */
export function addHumobValidate(humob: Command): void {
  const command: Command = humob
    .command('validate')
    .description('List all problems of a submission')
    .argument(
      '[args...]',
      `TASK [DATASET] SUBMISSION; TASK is 1, 2, a, b, c, d or test, or ${ANY_TASK} for the people and days of DATASET`,
    )
    .addOption(
      new Option('--year <year>', 'year of the challenge, if several years have this task').choices([
        ...YEARS,
        OD_YEAR,
      ]),
    )
    .option('--compat', 'print exactly the output of the organisers’ validator')
    .option('--limit <count>', 'number of problems to show per kind', wholeNumber(0), 10)
    .option('--json', 'print JSON');
  const wrong = (what: string) => command.error(`error: ${what}`, { exitCode: 2 });
  command.action(async (args: string[], options: Options) => {
    const [name, ...files] = args;
    if (options.compat) {
      refuseUnused(command, ['limit', 'json'], 'with --compat');
      const chosen = chooseYear(name, options.year);
      return typeof chosen === 'string' ? wrong(chosen) : printCompat(compatValidate(chosen.year, args));
    }
    const flows = args.find((path) => isOdFile(path));
    if (flows !== undefined) return wrong(`${flows} contains daily flows: add --year ${OD_YEAR}`);
    const submission = files.at(-1);
    if (name === undefined || submission === undefined || files.length > 2)
      return wrong('expected a task, the dataset with the steps to predict (optional), and the submission');
    const dataset = files.length === 2 ? files[0] : undefined;
    const chosen = chooseTask(name, options.year);
    if (typeof chosen === 'string') return wrong(chosen);
    if (name === ANY_TASK && dataset === undefined)
      return wrong(`the task ${ANY_TASK} needs a dataset, for its people and days`);
    const { year, task } = chosen;
    const validation = await withProgress((onProgress) =>
      validateSubmission(submission, task, dataset, { year, examples: options.limit, onProgress }),
    );
    const rules = task === undefined ? `any year, for the people and days of ${dataset}` : `${year}, task ${name}`;
    print(
      options.json
        ? JSON.stringify({ ...(task && { year }), ...validation })
        : describeValidation(submission, validation, rules),
    );
    if (validation.problems.length > 0) process.exitCode = 1;
  });
}

/** Prints and exits as the organisers' validator. */
export function printCompat({ stdout, exitCode, uncaught }: ReturnType<typeof compatValidate>): void {
  process.stdout.write(stdout);
  if (uncaught !== undefined)
    process.stderr.write(`The organisers’ validator stops here without a message: ${uncaught}\n`);
  process.exitCode = exitCode;
}
