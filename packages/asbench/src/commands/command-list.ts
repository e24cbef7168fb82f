import { keepNewSpace } from '@itinera/base/node';
import type { Command } from 'commander';

/** Imports a module whose default export adds one or more commands to the program, or to its group. */
export type LoadCommand = () => Promise<{ readonly default: (parent: Command, words: readonly string[]) => void }>;

export interface ListedCommand {
  /** The words of the command: its group, if it is in one, and its name. */
  readonly path: readonly string[];
  /** Empty for a command that the help does not show. */
  readonly description: string;
  readonly load: LoadCommand;
}

type Line = readonly [name: string, description: string, LoadCommand];

const clone = () => import('./clone.js');
const table = () => import('./table.js');
/** Its threads do the work: this one needs little memory for new objects, from the loading of its code on. */
const simulate = () => {
  keepNewSpace();
  return import('./simulate.js');
};
const listTasks = () => import('./list-tasks.js');

/** The first words, in the order of the help. The code of a command is loaded only when it is called. */
export const frontCommands: readonly Line[] = [
  ['list-tasks', 'List the tasks with description, dataset and tags', listTasks],
  ['run', 'Simulate a task with an agent and score it', () => import('./run.js')],
  ['ui', 'Show runs in the browser', () => import('./ui.js')],
  ['explain', 'Show where a score loses points', () => import('./explain.js')],
  ['new', 'Create an agent, a benchmark or a metric to start from', () => import('./new.js')],
  ['evaluate', 'Score a results file (.pkl, .json) or a run', () => import('./evaluate.js')],
  ['clone', 'Download the dataset of a task from Hugging Face', clone],
  ['simulate', 'Simulate your own people in a city without a benchmark', simulate],
  ['measure', 'Measure how realistic generated trajectories are', () => import('./measure.js')],
  ['map', 'Inspect, build, synthesise and draw city maps', () => import('./map.js')],
  ['humob', 'HuMob Challenge: score, validate, predict, split, synthesise data', () => import('./humob.js')],
];

/** The groups after them. */
export const groups: Readonly<Record<string, { readonly description: string; readonly commands: readonly Line[] }>> = {
  runs: {
    description: 'Compare, share, check, continue and rank runs',
    commands: [
      [
        'compare',
        'Compare two results on the same truth (A minus B), or two simulations (B minus A: what changed)',
        () => import('./compare.js'),
      ],
      ['report', 'Write a report of a run as one HTML file', () => import('./report.js')],
      ['calls', 'Show the language model calls of a run', () => import('./calls.js')],
      ['drift', 'Compare the weeks of a run', () => import('./drift.js')],
      ['leaderboard', 'List evaluated runs by task and version, best first', () => import('./leaderboard.js')],
      ['export', 'Export a table of a run for other programs', () => import('./export.js')],
      ['publish', 'Write a run as a dataset for Hugging Face', () => import('./publish.js')],
      ['pack', 'Pack a run as a zip archive', () => import('./pack.js')],
      ['verify', 'Check whether a run was edited after it ended', () => import('./verify.js')],
      ['reproduce', 'Rerun a run from its folder and compare every byte', () => import('./reproduce.js')],
      ['resume', 'Finish a run that was stopped or killed', () => import('./resume.js')],
      ['progress', 'Show the progress of a run and its parts', () => import('./progress.js')],
      ['gather', 'Merge the parts of a run and score it', () => import('./gather.js')],
      ['worker', 'Process queued jobs', () => import('./worker.js')],
      ['check-agent', 'Check that everything a Python agent uses is available', () => import('./check-agent.js')],
      ['submit-check', 'Check a results file or a run before you submit it', () => import('./submit-check.js')],
      ['judge', 'Score results of teams against a hidden truth', () => import('./judge.js')],
      ['board', 'Write a leaderboard of handed-in runs, each checked or rerun', () => import('./board.js')],
    ],
  },
  study: {
    description: 'Sweeps, robustness, improvement; tables and figures for a paper',
    commands: [
      ['sweep', 'Run agents × models × maps × parameters × seeds', () => import('./sweep.js')],
      ['robustness', 'Score an agent with model faults and disturbances of the world', () => import('./robustness.js')],
      [
        'evolve',
        "Improve an agent's parameters, prompts or source, and measure the gain on held-out data",
        () => import('./evolve.js'),
      ],
      ['calibrate', 'Compute the floor and the ceiling of a dataset', () => import('./calibrate.js')],
      ['table', 'Print runs as a table for a paper: LaTeX, Markdown or CSV', table],
      ['figure', 'Draw the charts of a run for a paper: PDF or SVG', () => import('./figure.js')],
      ['cite', 'Print a methods paragraph and BibTeX of runs', table],
    ],
  },
  traffic: {
    description: 'Jams, travel times, counts, emissions and reach',
    commands: [
      ['calibrate', 'Fit speeds of cars to travel times, or demand to counts', () => import('./calibrate-traffic.js')],
      ['counts', 'Compare the traffic of a run with observed counts', () => import('./compare-counts.js')],
      ['jams', 'Show where and when the cars of a run are slow', () => import('./jams.js')],
      ['emissions', 'Compute fuel and CO2 of the cars of a run', () => import('./emissions.js')],
      ['reach', 'Compute what is within reach by car, on foot or by public transport', () => import('./reach.js')],
    ],
  },
  data: {
    description: 'Synthetic people, travel surveys, check-ins, fitted models',
    commands: [
      [
        'people',
        'Generate SYNTHETIC people with homes, households, cars, workplaces and schools',
        () => import('./people-synth.js'),
      ],
      ['diaries', 'Prepare, fit and draw the days of a travel survey', () => import('./diaries.js')],
      ['stays', 'Find the stays of people in the points of their tracks', () => import('./stays.js')],
      ['next-place', 'Score predictions of next places; splits and baselines', () => import('./next-place.js')],
      ['generate', 'Generate trajectories with a fitted model', () => import('./generate.js')],
    ],
  },
};

/** Commands that the first page of the help names on one line: those of the original, and those for programs. */
export const furtherCommands: readonly Line[] = [
  ['list-installed', 'List the installed datasets', listTasks],
  ['list-evaluatable-tasks', 'List the tasks whose results can be evaluated', listTasks],
  ['update-benchmarks', 'Update the installed datasets', clone],
  ['mcp', 'Serve these commands to coding assistants (Model Context Protocol)', () => import('./mcp.js')],
  ['completion', 'Print the completion script of a shell', () => import('./completion.js')],
];

const listed = (path: readonly string[], lines: readonly Line[]): ListedCommand[] =>
  lines.map(([name, description, load]) => ({ path: [...path, name], description, load }));

export const commandList: readonly ListedCommand[] = [
  ...listed([], frontCommands),
  ...Object.entries(groups).flatMap(([group, { commands }]) => listed([group], commands)),
  ...listed([], furtherCommands),
  { path: ['bridge'], description: '', load: () => import('./bridge.js') },
];

export const HOME = '--home-dir';

/** The command that a command line asks for: its first words, without `help` and options of the program. */
export function operandsOf(words: readonly string[]): string[] {
  const operands = words.filter((word, i) => !word.startsWith('-') && words[i - 1] !== HOME);
  return operands[0] === 'help' ? operands.slice(1) : operands;
}

export const isGroup = (name: string | undefined): name is string => name !== undefined && Object.hasOwn(groups, name);

/** Whether the words name something that is not a command, so that there is no help for it. */
export function isUnknownCommand(words: readonly string[]): boolean {
  const [name, inner] = operandsOf(words);
  if (name === undefined) return false;
  if (isGroup(name)) return inner !== undefined && inner !== 'help' && commandsFor(words).length === 0;
  return !commandList.some(({ path }) => path[0] === name);
}

/** The commands whose code a command line needs: the one that it names, or all of them for `completion`. */
export function commandsFor(words: readonly string[]): readonly ListedCommand[] {
  const operands = operandsOf(words);
  if (operands[0] === 'completion') return commandList;
  const [name, inner] = isGroup(operands[0]) && operands[1] === 'help' ? [operands[0], operands[2]] : operands;
  return commandList.filter(({ path }) => path[0] === name && (path.length === 1 || path[1] === inner));
}
