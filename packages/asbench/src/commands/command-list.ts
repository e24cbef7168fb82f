import type { Command } from 'commander';

/** Loads what adds one or more commands to the program. */
export type LoadCommand = () => Promise<(program: Command) => void>;

/** The commands by their names, in the order of the help. Each is loaded only when it is called. */
export const commandList: readonly (readonly [names: readonly string[], load: LoadCommand])[] = [
  [['bridge'], async () => (await import('./bridge.js')).addBridge],
  [['calls'], async () => (await import('./calls.js')).addCalls],
  [['check-agent'], async () => (await import('./check-agent.js')).addCheckAgent],
  [['clone', 'update-benchmarks'], async () => (await import('./clone.js')).addClone],
  [['generate'], async () => (await import('./generate.js')).addGenerate],
  [['humob'], async () => (await import('./humob.js')).addHumob],
  [
    ['list-tasks', 'list-evaluatable-tasks', 'list-installed'],
    async () => (await import('./list-tasks.js')).addListTasks,
  ],
  [['run'], async () => (await import('./run.js')).addRun],
  [['simulate'], async () => (await import('./simulate.js')).addSimulate],
  [['worker'], async () => (await import('./worker.js')).addWorker],
  [['sweep'], async () => (await import('./sweep.js')).addSweep],
  [['resume'], async () => (await import('./resume.js')).addResume],
  [['reproduce'], async () => (await import('./reproduce.js')).addReproduce],
  [['gather'], async () => (await import('./gather.js')).addGather],
  [['progress'], async () => (await import('./progress.js')).addProgress],
  [['evaluate'], async () => (await import('./evaluate.js')).addEvaluate],
  [['export'], async () => (await import('./export.js')).addExport],
  [['compare'], async () => (await import('./compare.js')).addCompare],
  [['compare-counts'], async () => (await import('./compare-counts.js')).addCompareCounts],
  [['calibrate'], async () => (await import('./calibrate.js')).addCalibrate],
  [['leaderboard'], async () => (await import('./leaderboard.js')).addLeaderboard],
  [['measure'], async () => (await import('./measure.js')).addMeasure],
  [['new'], async () => (await import('./new.js')).addNew],
  [['map'], async () => (await import('./map.js')).addMap],
  [['ui'], async () => (await import('./ui.js')).addUi],
  [['submit-check'], async () => (await import('./submit-check.js')).addSubmitCheck],
  [['people'], async () => (await import('./people-synth.js')).addPeople],
  [['report'], async () => (await import('./report.js')).addReport],
  [['completion'], async () => (await import('./completion.js')).addCompletion],
  [['explain'], async () => (await import('./explain.js')).addExplain],
];

const HOME = '--home-dir';

/**
 * What the words of a command line need: the command that they name; nothing to print the version; all of them for the
 * help, for what completes them in a shell, and for a name that is unknown.
 */
export function commandsFor(words: readonly string[]): readonly LoadCommand[] {
  if (words.length === 1 && ['-V', '--version'].includes(words[0]!)) return [];
  const name = words.find((word, i) => !word.startsWith('-') && words[i - 1] !== HOME);
  const named = commandList.filter(([names]) => names.includes(name ?? ''));
  return (named.length === 0 || name === 'completion' ? commandList : named).map(([, load]) => load);
}
