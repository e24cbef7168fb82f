import type { Command } from 'commander';

/** Loads the code that adds one or more commands to the program. */
type LoadCommand = () => Promise<(program: Command) => void>;

export interface ListedCommand {
  readonly name: string;
  /** Heading in `asbench --help`. */
  readonly group: string;
  /** Empty for a command that the help does not show. */
  readonly description: string;
  readonly load: LoadCommand;
}

const clone = async () => (await import('./clone.js')).addClone;
const listTasks = async () => (await import('./list-tasks.js')).addListTasks;

/** The commands by group, in the order of the help. Their code is loaded only when they are called. */
const groups: Readonly<Record<string, readonly (readonly [name: string, description: string, LoadCommand])[]>> = {
  'Start here:': [
    ['list-tasks', 'List the tasks with description, dataset and tags', listTasks],
    ['run', 'Simulate a task with an agent and score it', async () => (await import('./run.js')).addRun],
    ['ui', 'Show runs in the browser', async () => (await import('./ui.js')).addUi],
    ['explain', 'Show where a score loses points', async () => (await import('./explain.js')).addExplain],
    ['new', 'Create an agent, a benchmark or a metric to start from', async () => (await import('./new.js')).addNew],
  ],
  'Run:': [
    [
      'simulate',
      'Simulate your own people in a city without a benchmark',
      async () => (await import('./simulate.js')).addSimulate,
    ],
    ['sweep', 'Run agents × models × maps × parameters × seeds', async () => (await import('./sweep.js')).addSweep],
    ['resume', 'Finish a run that was stopped or killed', async () => (await import('./resume.js')).addResume],
    [
      'reproduce',
      'Rerun a run from its folder and compare every byte',
      async () => (await import('./reproduce.js')).addReproduce,
    ],
    [
      'check-agent',
      'Check that all a Python agent uses is available',
      async () => (await import('./check-agent.js')).addCheckAgent,
    ],
    ['clone', 'Download the dataset of a task from Hugging Face', clone],
    ['update-benchmarks', 'Update the installed datasets', clone],
    ['list-installed', 'List the installed datasets', listTasks],
    ['list-evaluatable-tasks', 'List the tasks whose results can be evaluated', listTasks],
  ],
  'Look at results:': [
    ['report', 'Write a run as one HTML file', async () => (await import('./report.js')).addReport],
    ['compare', 'Compare two results on the same truth', async () => (await import('./compare.js')).addCompare],
    [
      'leaderboard',
      'List evaluated runs by task and version, best first',
      async () => (await import('./leaderboard.js')).addLeaderboard,
    ],
    ['calls', 'Show the calls of a run to language models', async () => (await import('./calls.js')).addCalls],
    ['export', 'Export a table of a run for other programs', async () => (await import('./export.js')).addExport],
  ],
  'Measure:': [
    [
      'evaluate',
      'Score a results file (.pkl, .json) or a run',
      async () => (await import('./evaluate.js')).addEvaluate,
    ],
    [
      'submit-check',
      'Check a results file or a run before you submit it',
      async () => (await import('./submit-check.js')).addSubmitCheck,
    ],
    [
      'calibrate',
      'Compute the floor and the ceiling of a dataset',
      async () => (await import('./calibrate.js')).addCalibrate,
    ],
    [
      'measure',
      'Measure how realistic generated trajectories are',
      async () => (await import('./measure.js')).addMeasure,
    ],
    [
      'generate',
      'Generate people with a model fitted to trajectories',
      async () => (await import('./generate.js')).addGenerate,
    ],
    [
      'compare-counts',
      'Compare the traffic of a run with observed counts',
      async () => (await import('./compare-counts.js')).addCompareCounts,
    ],
  ],
  'Maps and people:': [
    ['map', 'Inspect, build, synthesise and draw city maps', async () => (await import('./map.js')).addMap],
    ['people', 'Synthesise the population of a city', async () => (await import('./people-synth.js')).addPeople],
  ],
  'HuMob Challenge:': [
    ['humob', 'Score, validate, predict, split and synthesise data', async () => (await import('./humob.js')).addHumob],
  ],
  'Scale:': [
    ['worker', 'Process queued jobs', async () => (await import('./worker.js')).addWorker],
    ['progress', 'Show the progress of the parts of a run', async () => (await import('./progress.js')).addProgress],
    ['gather', 'Merge the parts of a run and score it', async () => (await import('./gather.js')).addGather],
  ],
  'Other:': [
    [
      'completion',
      'Print the completion script of a shell',
      async () => (await import('./completion.js')).addCompletion,
    ],
    ['bridge', '', async () => (await import('./bridge.js')).addBridge],
  ],
};

export const commandList: readonly ListedCommand[] = Object.entries(groups).flatMap(([group, commands]) =>
  commands.map(([name, description, load]) => ({ name, group, description, load })),
);

const HOME = '--home-dir';

/** The commands whose code a command line needs: the one that it names, or all of them for `completion`. */
export function commandsFor(words: readonly string[]): readonly ListedCommand[] {
  const operands = words.filter((word, i) => !word.startsWith('-') && words[i - 1] !== HOME);
  const name = operands[0] === 'help' ? operands[1] : operands[0];
  return name === 'completion' ? commandList : commandList.filter((command) => command.name === name);
}

/** Adds every command to the program: with its code if the words need it, otherwise by name and description only. */
export async function addCommands(program: Command, words: readonly string[]): Promise<void> {
  for (const load of new Set(commandsFor(words).map(({ load }) => load))) (await load())(program);
  for (const { name, group, description } of commandList) {
    const added = program.commands.find((command) => command.name() === name);
    (added ?? program.command(name, { hidden: description === '' })).description(description).helpGroup(group);
  }
}
