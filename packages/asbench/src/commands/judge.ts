import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { counted, didYouMean, printable, UserError } from '@itinera/base';
import { openBenchmark } from '@itinera/benchmarks';
import { isPackedRun, openRun, readManifest } from '@itinera/run';
import { describeEdits, editsOf, syntheticNotice } from '@itinera/runner';
import { judge } from '@itinera/studies';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { positiveUpTo, wholeNumber } from './option-values.js';
import { TASK } from './task-argument.js';

interface Options {
  readonly truth: string;
  readonly audit: string;
  readonly team: string;
  readonly precision: number;
  readonly most: number;
  readonly json?: true;
}

/** `asbench runs judge TASK RESULTS`: scores submissions beside a truth that teams do not see. */
export default function addJudge(program: Command): void {
  program
    .command('judge')
    .argument('<task>', TASK)
    .argument('<results>', 'results file of a team (.json, .pkl), or its run: folder or packed (.zip)')
    .requiredOption('--truth <folder>', 'folder of the hidden truth')
    .requiredOption('--audit <file>', 'file that records every judgement (.jsonl)')
    .requiredOption('--team <name>', 'the team')
    .option('--precision <points>', 'round scores shown to teams to this many points', positiveUpTo(100), 0.5)
    .option('--most <number>', 'judgements per team', wholeNumber(1), 20)
    .option('--json', 'print JSON')
    .action(judgeResults);
}

async function judgeResults(task: string, given: string, { json, ...terms }: Options, command: Command): Promise<void> {
  const results = /\.(json|pkl)$/i.test(given) ? given : await resultsOfRun(given, homeOf(command));
  const { otherTeams, ...verdict } = await judge(await openBenchmark(task), results, terms);
  if (otherTeams !== null) process.stderr.write(`${describeNewTeam(otherTeams, terms)}\n`);
  if (verdict.fault !== null) process.exitCode = 1;
  if (json) {
    process.stdout.write(`${JSON.stringify(verdict)}\n`);
    return;
  }
  const { team, best, isBetter, left, fault, synthetic } = verdict;
  const score = best === null ? 'no score yet' : `${isBetter ? 'new best score' : 'best score'} ${best}`;
  process.stdout.write(
    `${synthetic ? `${syntheticNotice(task)}\n` : ''}${fault === null ? '' : `${fault}\n`}${team}: ${score}, rounded to ${terms.precision}. ${counted(left, 'judgement')} left.\n`,
  );
}

/** The results file of a run, which may be the only one in a folder; tells the organiser what the run is. @throws UserError if it is not a run, or has no results */
async function resultsOfRun(name: string, home: string): Promise<string> {
  const inside = handedInAt(name);
  if (inside.length > 1)
    throw new UserError(`${name} contains ${inside.length} submissions. Name one: ${inside.join(', ')}.`);
  const folder = await openRun(home, inside[0] ?? name);
  if (existsSync(folder.resultsPicklePath)) {
    const manifest = readManifest(folder);
    const edits = describeEdits(await editsOf(folder, manifest));
    const people = counted(manifest.people, 'person', 'people');
    process.stderr.write(`${printable(folder.name)}: ${people}${edits === null ? '' : `; ${edits}`}\n`);
    return folder.resultsPicklePath;
  }
  throw new UserError(`${name}: the run has no results. Its team finishes it with asbench runs resume or gather.`);
}

/** The runs in a folder that is not a run itself. */
function handedInAt(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder || existsSync(join(folder, 'run.json'))) return [];
  const paths = readdirSync(folder).map((name) => join(folder, name));
  return paths.filter((path) => isPackedRun(path) || existsSync(join(path, 'run.json')));
}

/** A mistyped name would be a new team, with judgements of its own. */
function describeNewTeam(others: readonly string[], { team, audit }: Pick<Options, 'team' | 'audit'>): string {
  const meant = didYouMean(team, others);
  const undo = meant === '' ? '' : ` If so, delete the last line of ${audit} and judge again.`;
  return `New team ${printable(team)}.${meant}${undo}`;
}
