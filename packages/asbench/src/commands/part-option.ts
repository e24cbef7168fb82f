import { counted, shellPath, UserError } from '@itinera/base';
import { MOST_PARTS, type RunPart } from '@itinera/run';
import { describeShares, type PartEnd, type RunContext } from '@itinera/runner';
import type { Session } from './session.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of schedulers: the number of a process, the first and last number, the step between numbers, and the count. */
const schedulers = [
  {
    id: 'SLURM_ARRAY_TASK_ID',
    first: 'SLURM_ARRAY_TASK_MIN',
    last: 'SLURM_ARRAY_TASK_MAX',
    step: 'SLURM_ARRAY_TASK_STEP',
    of: 'SLURM_ARRAY_TASK_COUNT',
  },
  { id: 'JOB_COMPLETION_INDEX', first: '', last: '', step: '', of: 'JOB_COMPLETIONS' },
] as const;

/**
 * Parses `--part`: `7/64`, or without a value the part that the scheduler assigns; null without the option.
 * @throws UserError if the value is invalid or no scheduler is found.
 */
export function parsePartOption(
  option: string | true | undefined,
  repeat: number,
  environment: Environment,
): RunPart | null {
  if (option === undefined) return null;
  if (repeat > 1)
    throw new UserError('--part runs a part of one run, --seeds several runs. Start one run per seed with --seed.');
  const text = option === true ? ofScheduler(environment) : option;
  const [, number, of] = /^\s*(\d{1,9})\s*\/\s*(\d{1,9})\s*$/.exec(text) ?? [];
  const part = { number: Number(number), of: Number(of) };
  if (part.number >= 1 && part.number <= part.of && part.of <= MOST_PARTS) return part;
  const fault =
    part.of > MOST_PARTS
      ? `expected at most ${MOST_PARTS} parts`
      : part.of >= 1
        ? `there is no part ${part.number} of ${part.of}, parts are numbered from 1 to ${part.of}`
        : 'expected NUMBER/OF';
  throw new UserError(`--part ${text}: ${fault}. Pass the part, such as 7/64.`);
}

function ofScheduler(environment: Environment): string {
  for (const { id, first, last, step, of } of schedulers) {
    const [number, count] = [environment[id], environment[of]];
    if (number === undefined || count === undefined) continue;
    const [low, by] = [Number(environment[first] ?? 0), Number(environment[step] ?? 1)];
    const high = Number(environment[last] ?? low + by * (Number(count) - 1));
    // The other numbers of a list such as 3,7 are unknown to its jobs.
    if (Math.floor((high - low) / by) + 1 !== Number(count))
      throw new UserError(
        `--part: ${of} is ${count}, but ${low} to ${high} in steps of ${by} would be ${Math.floor((high - low) / by) + 1} jobs: the array was submitted as a list. Submit a range such as --array=0-${Number(count) - 1}, or pass the part, such as --part 7/64.`,
      );
    return `${(Number(number) - low) / by + 1}/${count}`;
  }
  throw new UserError(
    '--part: no scheduler found (SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT, or JOB_COMPLETION_INDEX and JOB_COMPLETIONS). Pass the part, such as --part 7/64.',
  );
}

/** Runs a part by `run` and prints its outcome; exit code 1 if it has to be restarted. */
export async function reportPart(
  session: Session,
  { model }: RunContext,
  part: RunPart,
  run: () => Promise<PartEnd>,
  asJson = false,
): Promise<void> {
  const shares = model && describeShares(model, part);
  if (shares) session.note(shares);
  const { folder, people, stopped } = await run();
  session.clear();
  if (stopped !== null) process.exitCode = 1;
  const { name, path } = folder;
  const words =
    stopped === null
      ? `Part ${part.number} of ${part.of} is done: ${counted(people, 'person', 'people')}.\nOnce all parts are done: asbench runs gather ${shellPath(path)}`
      : `${stopped} Start part ${part.number} of ${part.of} again with the same command.`;
  const plain = { run: name, folder: path, part: part.number, parts: part.of, people, stopped };
  process.stdout.write(asJson ? `${JSON.stringify(plain, null, 2)}\n` : `${words}\nRun: ${path}\n`);
}
