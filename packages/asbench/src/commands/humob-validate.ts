import {
  compatValidate,
  findTask,
  TASKS,
  taskName,
  type Validation,
  validateSubmission,
  YEARS,
  type Year,
  yearsOf,
} from '@itinera/humob';
import { type Command, Option } from 'commander';
import { grouped } from './grouped.js';
import { wholeNumber } from './option-values.js';
import { withProgress } from './with-progress.js';

/** A task of no year: whatever people and days the data set has. */
const ANY = 'any';

interface Options {
  year?: Year;
  compat?: true;
  limit: number;
}

/** `asbench humob validate`: what is wrong with a submission. */
export function addHumobValidate(humob: Command): void {
  const command: Command = humob
    .command('validate')
    .description('list all that is wrong with a submission')
    .argument(
      '[args...]',
      `TASK [DATASET] SUBMISSION; TASK is 1, 2, a, b, c, d or test, or ${ANY} for the people and days of DATASET`,
    )
    .addOption(new Option('--year <year>', 'of the challenge; needed where years share a task’s name').choices(YEARS))
    .option(
      '--compat',
      'print exactly what the organisers’ validator of that year prints: the first error, lines from 0',
    )
    .option('--limit <count>', 'how many problems of each kind to show', wholeNumber(0), 10);
  command.action(async (args: string[], options: Options) => {
    if (options.compat) return runCompat(requireYear(command, args[0], options), args);
    const [name, ...files] = args;
    const submission = files.at(-1);
    if (name === undefined || submission === undefined || files.length > 2) {
      command.error('error: give TASK [DATASET] SUBMISSION', { exitCode: 2 });
    }
    const dataset = files.length === 2 ? files[0] : undefined;
    const year = name === ANY ? '2023' : requireYear(command, name, options);
    const task = name === ANY ? undefined : findTask(year, name);
    if (name === ANY && dataset === undefined) {
      command.error(`error: the task ${ANY} takes its people and days from DATASET: give it`, { exitCode: 2 });
    }
    if (name !== ANY && task === undefined) {
      const tasks = Object.keys(TASKS[year]).join(', ');
      command.error(`error: no task ${taskName(year, name)} in ${year}; its tasks: ${tasks}`, { exitCode: 2 });
    }
    const validation = await withProgress((onProgress) =>
      validateSubmission(submission, task, dataset, { year, examples: options.limit, onProgress }),
    );
    console.log(toText(submission, validation));
    if (validation.problems.length > 0) process.exitCode = 1;
  });
}

function requireYear(command: Command, task: string | undefined, { year }: Options): Year {
  const years = task === undefined ? [] : yearsOf(task);
  const [only] = years;
  if (year !== undefined) return year;
  if (only !== undefined && years.length === 1) return only;
  const why =
    task === undefined
      ? 'name a task'
      : years.length > 1
        ? `task ${task} is in ${years.join(', ')}`
        : `no year has a task ${task}`;
  return command.error(`error: ${why}; give --year ${YEARS.join(' | ')}`, { exitCode: 2 });
}

function runCompat(year: Year, args: readonly string[]): void {
  const { stdout, exitCode, uncaught } = compatValidate(year, args);
  process.stdout.write(stdout);
  if (uncaught !== undefined)
    process.stderr.write(`Here the organisers’ validator stops without a message of its own: ${uncaught}\n`);
  process.exitCode = exitCode;
}

function toText(path: string, { problems, people, steps, compared }: Validation): string {
  const found = `${grouped(people)} users, ${grouped(steps)} steps`;
  const caveat = compared ? '' : '\nSteps were not compared with what is asked for: give DATASET too.';
  if (problems.length === 0) return `${path}: no problem found (${found}).${caveat}`;
  const all = problems.reduce((sum, { count }) => sum + count, 0);
  const lines = [`${path}: ${grouped(all)} ${all === 1 ? 'problem' : 'problems'} (${found} are fit to read).`];
  for (const { title, count, examples } of problems) {
    lines.push('', `${title}: ${grouped(count)}`, ...examples.map((example) => `  ${example}`));
    if (count > examples.length) lines.push(`  and ${grouped(count - examples.length)} more`);
  }
  return lines.join('\n') + caveat;
}
