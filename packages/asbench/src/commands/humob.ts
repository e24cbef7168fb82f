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
  for (const add of isOdTask(words) ? odCommands : trajectoryCommands) add(humob);
  if (words.includes('completion')) addOptionsOfFlows(humob);
}

/** A shell completes, and the reference lists, the options of both forms. */
function addOptionsOfFlows(humob: Command): void {
  const flows = new Command();
  for (const add of odCommands) add(flows);
  for (const command of humob.commands) {
    const others = flows.commands.find((other) => other.name() === command.name())?.options ?? [];
    const known = new Set(command.options.map(({ long }) => long));
    for (const { flags, long, description } of others)
      if (!known.has(long)) command.addOption(new Option(flags, `${OD_YEAR}: ${description}`));
  }
}
