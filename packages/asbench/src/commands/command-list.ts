import type { Command } from 'commander';

/** Imports a module whose default export adds one or more commands to the program. */
type LoadCommand = () => Promise<{ readonly default: (program: Command, words: readonly string[]) => void }>;

export interface ListedCommand {
  readonly name: string;
  /** Heading in `asbench --help`. */
  readonly group: string;
  /** Empty for a command that the help does not show. */
  readonly description: string;
  readonly load: LoadCommand;
}

const clone = () => import('./clone.js');
const table = () => import('./table.js');
const listTasks = () => import('./list-tasks.js');

/** The commands by group, in the order of the help. Their code is loaded only when they are called. */
const groups: Readonly<Record<string, readonly (readonly [name: string, description: string, LoadCommand])[]>> = {
  'Start here:': [
    ['list-tasks', 'List the tasks with description, dataset and tags', listTasks],
    ['run', 'Simulate a task with an agent and score it', () => import('./run.js')],
    ['ui', 'Show runs in the browser', () => import('./ui.js')],
    ['explain', 'Show where a score loses points', () => import('./explain.js')],
    ['new', 'Create an agent, a benchmark or a metric to start from', () => import('./new.js')],
  ],
  'Run:': [
    ['simulate', 'Simulate your own people in a city without a benchmark', () => import('./simulate.js')],
    ['sweep', 'Run agents × models × maps × parameters × seeds', () => import('./sweep.js')],
    [
      'evolve',
      'Improve parameters, prompts or source of an agent, and measure the gain on held-out data',
      () => import('./evolve.js'),
    ],
    ['robustness', 'Score an agent under faults of its model and shocks of the world', () => import('./robustness.js')],
    ['resume', 'Finish a run that was stopped or killed', () => import('./resume.js')],
    ['reproduce', 'Rerun a run from its folder and compare every byte', () => import('./reproduce.js')],
    ['verify', 'Check whether a run was edited after it ended', () => import('./verify.js')],
    ['pack', 'Pack a run as a zip archive', () => import('./pack.js')],
    ['check-agent', 'Check that everything a Python agent uses is available', () => import('./check-agent.js')],
    ['clone', 'Download the dataset of a task from Hugging Face', clone],
    ['update-benchmarks', 'Update the installed datasets', clone],
    ['list-installed', 'List the installed datasets', listTasks],
    ['list-evaluatable-tasks', 'List the tasks whose results can be evaluated', listTasks],
  ],
  'Look at results:': [
    ['report', 'Write a report of a run as one HTML file', () => import('./report.js')],
    ['compare', 'Compare two results on the same truth, or two simulations', () => import('./compare.js')],
    ['drift', 'Compare the weeks of a run: whether people change as time passes', () => import('./drift.js')],
    ['leaderboard', 'List evaluated runs by task and version, best first', () => import('./leaderboard.js')],
    ['table', 'Print runs as a table for a paper: LaTeX, Markdown or CSV', table],
    ['figure', 'Draw the charts of a run for a paper: PDF or SVG', () => import('./figure.js')],
    ['cite', 'Print a methods paragraph and BibTeX for runs', table],
    ['calls', 'Show the language model calls of a run', () => import('./calls.js')],
    ['export', 'Export a table of a run for other programs', () => import('./export.js')],
    ['publish', 'Write a run as a dataset for Hugging Face', () => import('./publish.js')],
  ],
  'Measure:': [
    ['evaluate', 'Score a results file (.pkl, .json) or a run', () => import('./evaluate.js')],
    ['submit-check', 'Check a results file or a run before you submit it', () => import('./submit-check.js')],
    ['judge', 'Score results of teams against a hidden truth', () => import('./judge.js')],
    ['board', 'Write a leaderboard of handed-in runs, each checked or rerun', () => import('./board.js')],
    ['calibrate', 'Compute the floor and the ceiling of a dataset', () => import('./calibrate.js')],
    ['measure', 'Measure how realistic generated trajectories are', () => import('./measure.js')],
    ['next-place', 'Score predictions of next places; splits and baselines', () => import('./next-place.js')],
    ['generate', 'Generate people with a model fitted to trajectories', () => import('./generate.js')],
    [
      'calibrate-traffic',
      'Fit speeds of cars to travel times, or the demand to counts',
      () => import('./calibrate-traffic.js'),
    ],
    ['emissions', 'Compute fuel and CO2 of the cars of a run', () => import('./emissions.js')],
    ['reach', 'Show what is within reach by car, on foot or by public transport', () => import('./reach.js')],
    ['compare-counts', 'Compare the traffic of a run with observed counts', () => import('./compare-counts.js')],
  ],
  'Maps and people:': [
    ['map', 'Inspect, build, synthesise and draw city maps', () => import('./map.js')],
    ['diaries', 'Prepare, fit and draw the days of a travel survey', () => import('./diaries.js')],
    ['people', 'Synthesise the population of a city', () => import('./people-synth.js')],
  ],
  'HuMob Challenge:': [['humob', 'Score, validate, predict, split and synthesise data', () => import('./humob.js')]],
  'Scale:': [
    ['worker', 'Process queued jobs', () => import('./worker.js')],
    ['progress', 'Show the progress of the parts of a run', () => import('./progress.js')],
    ['gather', 'Merge the parts of a run and score it', () => import('./gather.js')],
  ],
  'Other:': [
    ['mcp', 'Serve these commands to coding assistants (Model Context Protocol)', () => import('./mcp.js')],
    ['completion', 'Print the completion script of a shell', () => import('./completion.js')],
    ['bridge', '', () => import('./bridge.js')],
  ],
};

export const commandList: readonly ListedCommand[] = Object.entries(groups).flatMap(([group, commands]) =>
  commands.map(([name, description, load]) => ({ name, group, description, load })),
);

const HOME = '--home-dir';

/** Other names of commands. */
const ALIASES: Readonly<Record<string, string>> = { score: 'evaluate' };

function operandsOf(words: readonly string[]): string[] {
  const operands = words.filter((word, i) => !word.startsWith('-') && words[i - 1] !== HOME);
  return operands.map((word, i) => (i < 2 && ALIASES[word]) || word);
}

/** Whether the first operand is not a command, so that there is no help for it. */
export function isUnknownCommand(words: readonly string[]): boolean {
  const [name] = operandsOf(words);
  return name !== undefined && name !== 'help' && !commandList.some((command) => command.name === name);
}

/** The commands whose code a command line needs: the one that it names, or all of them for `completion`. */
export function commandsFor(words: readonly string[]): readonly ListedCommand[] {
  const operands = operandsOf(words);
  const name = operands[0] === 'help' ? operands[1] : operands[0];
  return name === 'completion' ? commandList : commandList.filter((command) => command.name === name);
}

/** Adds every command to the program: with its code if the words need it, otherwise by name and description only. */
export async function addCommands(program: Command, words: readonly string[]): Promise<void> {
  for (const load of new Set(commandsFor(words).map(({ load }) => load))) (await load()).default(program, words);
  for (const { name, group, description } of commandList) {
    const added = program.commands.find((command) => command.name() === name);
    (added ?? program.command(name, { hidden: description === '' })).description(description).helpGroup(group);
  }
}
