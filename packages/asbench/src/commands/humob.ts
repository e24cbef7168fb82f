import { OD_YEAR } from '@itinera/humob';
import { Command, Option } from 'commander';
import { addHumobBaseline } from './humob-baseline.js';
import { addHoldout, isOdTask, odCommands } from './humob-od.js';
import { addHumobReleases } from './humob-releases.js';
import { addHumobScore } from './humob-score.js';
import { addHumobSplit } from './humob-split.js';
import { addHumobSynth } from './humob-synth.js';
import { addHumobTasks } from './humob-tasks.js';
import { addHumobValidate } from './humob-validate.js';

const trajectoryCommands = [
  addHumobScore,
  addHumobValidate,
  addHumobTasks,
  addHumobReleases,
  addHumobBaseline,
  addHumobSplit,
  addHoldout,
  addHumobSynth,
];

/** `asbench humob …`: the tools for a submission to the HuMob Challenge; each task has its own variant of the commands. */
export default function addHumob(program: Command, words: readonly string[] = []): void {
  const humob = program.command('humob');
  const isOd = isOdTask(words);
  for (const add of isOd ? odCommands : trajectoryCommands) add(humob);
  if (!isOd) for (const command of humob.commands) mentionFlows(command);
  if (words.includes('completion')) addOptionsOfFlows(humob);
}

/** The help of a command names its form for flows, and so does an error about an option that only that form has. */
function mentionFlows(command: Command): void {
  const name = command.name();
  const flows = flowCommands().find((other) => other.name() === name && name !== 'holdout');
  if (flows === undefined) return;
  command.addHelpText('after', `\nFor the daily flows of ${OD_YEAR}: asbench humob ${name} --year ${OD_YEAR} --help`);
  const { outputError } = command.configureOutput();
  const withYear = (error: string) => {
    const option = /unknown option '([^'=]+)/.exec(error)?.[1];
    return flows.options.some(({ long }) => long === option)
      ? `${error}${option} is for the daily flows of ${OD_YEAR}: add --year ${OD_YEAR}.\n`
      : error;
  };
  command.configureOutput({ outputError: (error, write) => outputError?.(withYear(error), write) });
}

function flowCommands(): readonly Command[] {
  const flows = new Command();
  for (const add of odCommands) add(flows);
  return flows.commands;
}

/** A shell completes, and the reference lists, the options of both forms. */
function addOptionsOfFlows(humob: Command): void {
  for (const command of humob.commands) {
    const others = flowCommands().find((other) => other.name() === command.name())?.options ?? [];
    const known = new Set(command.options.map(({ long }) => long));
    for (const { flags, long, description } of others)
      if (!known.has(long)) command.addOption(new Option(flags, describe(long, description)));
  }
}

/** `--year` and `--rules` choose the form; the others belong to it. */
const describe = (long: string | undefined, description: string) =>
  long === '--year' || long === '--rules' ? description : `with --year ${OD_YEAR}: ${description}`;
