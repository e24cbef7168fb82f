import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { grouped, rangeOfUsers, UserError } from '@itinera/base';
import type { RULES, Year } from '@itinera/humob';
import {
  batchOfScorings,
  type HumobFigures,
  type JobOutcome,
  openQueue,
  runJobsHere,
  scoreSubmission,
  waitForBatch,
} from '@itinera/pool';
import type { Command } from 'commander';
import { marksOfTables } from '../trajectories/synthetic-mark.js';
import { homeOf } from './home.js';
import { submissionsIn } from './humob-submissions.js';
import { onInterrupt } from './interrupt.js';
import { ProgressLine } from './progress-line.js';
import { print } from './terminal.js';
import { textTable } from './text-table.js';

/** How to score many submissions. */
export interface ScoreManyTerms {
  readonly home: string;
  readonly reference: string;
  readonly rules: (typeof RULES)[number];
  readonly year?: Year | undefined;
  readonly seed: number;
  readonly threads?: number | undefined;
  /** Address of a queue whose workers score; by default this process scores one after the other. */
  readonly queue?: string | undefined;
}

/** A submission with its figures, or the reason why it has none. */
export interface ScoredSubmission {
  readonly generated: string;
  readonly figures: HumobFigures | null;
  readonly error: string | null;
}

/** The options of the command line. */
export interface ScoreManyOptions extends Pick<ScoreManyTerms, 'rules' | 'year' | 'seed' | 'threads' | 'queue'> {
  readonly reference?: string;
  readonly json?: true;
  readonly compare?: string;
  readonly perUser?: string;
  readonly sample?: true;
  readonly keep?: string;
  readonly output?: string;
  readonly perDay?: string;
  readonly by?: string;
  readonly parts?: true;
  readonly worst?: number;
}

/** Options that apply to a single prediction only. */
const OF_ONE = {
  compare: '--compare',
  perUser: '--per-user',
  perDay: '--per-day',
  by: '--by',
  parts: '--parts',
  worst: '--worst',
  keep: '--keep',
  output: '--output',
  sample: '--sample',
} as const satisfies { readonly [Name in keyof ScoreManyOptions]?: string };

/** Scores many submissions and prints one table; exit code 1 if one has no score. */
export async function printScored(
  command: Command,
  given: readonly string[],
  options: ScoreManyOptions,
): Promise<void> {
  const { reference, json } = options;
  const ofOne = Object.entries(OF_ONE).flatMap(([name, flag]) => (name in options ? [flag] : []));
  if (ofOne.length > 0)
    command.error(`error: ${ofOne.join(', ')}: only for one prediction. Remove it, or pass one prediction`, {
      exitCode: 2,
    });
  if (reference === undefined) command.error('error: --reference is missing', { exitCode: 2 });
  const scored = await scoreMany(given, { ...options, reference, home: homeOf(command) });
  if (scored.some(({ error }) => error !== null)) process.exitCode = 1;
  for (const warning of new Set(scored.flatMap(({ figures }) => figures?.warnings ?? [])))
    process.stderr.write(`${warning}\n`);
  print(json ? JSON.stringify(scored) : describeScored(scored));
}

/** Scores submissions against one reference. @param given files and folders of files. @returns the best first. */
export async function scoreMany(given: readonly string[], terms: ScoreManyTerms): Promise<ScoredSubmission[]> {
  const generated = given.flatMap(submissionsIn);
  const reference = resolve(terms.reference);
  const { rules, year, seed, home, threads = availableParallelism() } = terms;
  const line = new ProgressLine();
  const outcomes: JobOutcome[] = [];
  let done = 0;
  const stop = new AbortController();
  onInterrupt(() => stop.abort());
  const listener = {
    signal: stop.signal,
    onOutcome: (number: number, outcome: JobOutcome) => {
      outcomes[number] = outcome;
      done++;
      line.show(`${done} of ${generated.length} submissions`, done, generated.length);
    },
  };
  const what = { reference, generated, rules, year, seed };
  if (terms.queue === undefined) {
    await runJobsHere(generated.length, (number) => scoreSubmission(what, number, threads), listener);
  } else {
    const queue = await openQueue(terms.queue, (message) => process.stderr.write(`Warning: ${message}\n`));
    const folder = await waitForBatch(await batchOfScorings(what), queue, { ...listener, home });
    await queue.close();
    folder?.remove();
  }
  line.clear();
  if (stop.signal.aborted) throw new UserError('Stopped. Repeat the command to continue.');
  const marks = await marksOfTables(reference);
  const scored: ScoredSubmission[] = [];
  for (const [number, path] of generated.entries())
    scored.push({ generated: path, ...asScored(outcomes[number]!, [...(await marksOfTables(path)), ...marks]) });
  return scored.sort((a, b) => (b.figures?.geobleu ?? -1) - (a.figures?.geobleu ?? -1));
}

/** @param marks sentences if the people are marked as synthetic */
function asScored(outcome: JobOutcome, marks: readonly string[]): Omit<ScoredSubmission, 'generated'> {
  if ('error' in outcome) return { figures: null, error: outcome.error };
  const figures = outcome.result as HumobFigures;
  const synthetic = marks.length > 0 && { synthetic: true as const };
  return { figures: { ...figures, ...synthetic, warnings: [...marks, ...figures.warnings] }, error: null };
}

/** Describes all scores in one table, the best first. */
export function describeScored(scored: readonly ScoredSubmission[]): string {
  const figures = scored.flatMap(({ generated, figures }) => (figures === null ? [] : [{ generated, ...figures }]));
  const interval = ([low, high]: HumobFigures['intervals']['dtw'], digits: number) =>
    rangeOfUsers({ low, high }, digits);
  const rows = figures.map(({ generated, geobleu, dtw, users, intervals }) => [
    basename(generated),
    geobleu.toFixed(6),
    interval(intervals.geobleu, 4),
    dtw.toFixed(6),
    interval(intervals.dtw, 3),
    grouped(users),
  ]);
  const failed = scored.filter(({ error }) => error !== null);
  return [
    ...(rows.length > 0
      ? [textTable([['', `GEO-BLEU ${figures[0]!.rules}`, '95 %', 'DTW km', '95 %', 'users'], ...rows])]
      : []),
    ...failed.map(({ generated, error }) => `Failed: ${basename(generated)}: ${error}`),
  ].join('\n');
}
