import { existsSync } from 'node:fs';
import { UserError } from '@itinera/base';
import {
  type Benchmark,
  benchmarkNamed,
  type Difference,
  type Doubt,
  differenceOf,
  type NoiseOptions,
  type NoiseReport,
  requireScored,
} from '@itinera/benchmarks';
import { readTotals } from '@itinera/run';
import { truthFolderOf } from '../datasets/dataset.js';
import { type DemoTerms, findDataset, installedFolder } from '../datasets/find-dataset.js';
import { isSynthetic } from '../datasets/synthetic.js';
import { doubtsOf } from './doubts.js';
import { evaluateResults, evaluateRun } from './evaluate-run.js';
import { keptScales } from './kept-scales.js';
import { type OpenedResults, openResults, type RunPlace } from './open-results.js';
import { SYNTHETIC_DATA } from './results-file-of.js';
import { readFloor, type Scores } from './scores.js';
import { openNamed } from './vouched.js';

/** With fewer people than this, or a larger ratio of sizes, a comparison is unreliable. */
const FEW = 20;
const MOST_TIMES = 3;

/** Locations of results and truths. */
export interface EvaluationPlace extends Pick<DemoTerms, 'demo'> {
  /** Folder of runs, results and installed datasets. */
  readonly home: string;
  /** Folder of installed datasets, if it is another one. */
  readonly datasetHome?: string | undefined;
  /** The map of a run, if it has moved. */
  readonly map?: string | undefined;
  /** Folder of the dataset, or of all datasets; default: the one of the run, then the installed one, then, for results that
   * are marked SYNTHETIC, the demo data. */
  readonly datasets?: string | undefined;
  /** Receives warnings. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** Locations of the data of a run, and the benchmark that the user has named. */
function placeOf({ home, datasets, map }: EvaluationPlace, benchmark?: Benchmark): RunPlace {
  return { home, datasets, map, benchmark };
}

export interface Evaluation {
  readonly benchmark: Benchmark;
  readonly results: OpenedResults;
  readonly scores: Scores;
}

/**
 * Scores a run or a results file, including one of the Python original. The scores of a run are written to its folder.
 * @param task a benchmark, its name, or its file
 * @param path name or folder of a run, or results file
 * @throws UserError when it does not exist, belongs to another task, or there is no truth.
 */
export async function evaluate(task: Benchmark | string, path: string, place: EvaluationPlace): Promise<Evaluation> {
  const { warn = () => {} } = place;
  const benchmark = typeof task === 'string' ? await openNamed(place.home, task) : task;
  requireScored(benchmark);
  const results = await openResults(placeOf(place, benchmark), path);
  if (results.task !== '' && results.task !== benchmark.name)
    throw new UserError(
      `${results.name} contains results of ${results.task}, not ${benchmark.name}. Try: asbench evaluate ${results.task} ${path}`,
    );
  const { run } = results;
  const folder = datasetOf(benchmark, [results], place);
  const truth = benchmark.readTruth(truthIn(folder, 'so there is nothing to score against. '));
  const scores = run
    ? await evaluateRun(
        run,
        { results, totals: readTotals(run.folder, run.manifest) },
        truth,
        readFloor(run.folder, warn),
        { home: place.home, warn },
      )
    : evaluateResults(
        benchmark,
        results,
        truth,
        isSynthetic(folder) || isOfDemo(results),
        null,
        keptScales(place.home, benchmark),
      );
  return { benchmark, results, scores };
}

export interface ComparisonOptions extends EvaluationPlace, NoiseOptions {
  /** A name, or the file of a benchmark; default: the task of the results. */
  readonly task?: string | undefined;
}

export interface Comparison {
  readonly benchmark: Benchmark;
  readonly first: OpenedResults;
  readonly second: OpenedResults;
  /** The first minus the second. */
  readonly difference: NoiseReport<Difference>;
  /** The dataset whose truth both were scored against. */
  readonly dataset: string;
  /** True if results or truth are synthetic. */
  readonly synthetic: boolean;
  /** Why a result is invalid, or the comparison unreliable; empty if nothing is known. */
  readonly warnings: readonly Doubt[];
}

/**
 * Compares two runs or results files on the same truth: differences with intervals and p values.
 * @throws UserError when their tasks differ, or there is no truth.
 */
export async function compare(a: string, b: string, options: ComparisonOptions): Promise<Comparison> {
  const { home, datasetHome, datasets, map: _, demo, task, ...noise } = options;
  const named = task === undefined ? undefined : await openNamed(home, task);
  const place = placeOf(options, named);
  const [first, second] = [await openResults(place, a), await openResults(place, b)];
  const [one, other] = [taskOf(first, named), taskOf(second, named)];
  if (one !== other)
    throw new UserError(`${a} belongs to ${one}, ${b} to ${other}. Only results of the same task can be compared.`);
  const benchmark = named ?? first.run?.benchmark ?? second.run?.benchmark ?? benchmarkNamed(one);
  requireScored(benchmark);
  const dataset = datasetOf(benchmark, [first, second], { home, datasetHome, datasets, demo });
  const truth = benchmark.readTruth(truthIn(dataset, ''));
  const difference = differenceOf(benchmark, first, second, truth, noise);
  const synthetic = isSynthetic(dataset) || isOfDemo(first) || isOfDemo(second);
  const minor = [otherDatasets(first, second, dataset), fewPeople(peopleOf(first), peopleOf(second))];
  const warnings = [
    ...[first, second].flatMap((side) => doubtsAbout(side, benchmark)),
    ...minor.flatMap((message) => (message === null ? [] : [{ message, grave: false }])),
  ];
  return { benchmark, first, second, difference, dataset, synthetic, warnings };
}

/** The task of results, or the one that the user has named for those that name none. @throws UserError if neither does */
export function taskOf({ task, name }: OpenedResults, named?: Benchmark): string {
  if (task !== '') return task;
  if (named !== undefined) return named.name;
  throw new UserError(`${name} does not name its task. Add it: --task TASK, such as DailyMobility.`);
}

/** What is known against the result of a run, with its name. */
function doubtsAbout({ run, name }: OpenedResults, benchmark: Benchmark): Doubt[] {
  if (run === null) return [];
  const doubts = doubtsOf(run.folder, run.manifest, benchmark, readTotals(run.folder, run.manifest));
  return doubts.map(({ message, grave }) => ({ message: `${name}: ${message}`, grave }));
}

function otherDatasets(first: OpenedResults, second: OpenedResults, dataset: string): string | null {
  const [one, other] = [folderOf(first), folderOf(second)];
  if (one === null || other === null || one === other) return null;
  return `${first.name} was run on ${one}, ${second.name} on ${other}. Both are compared with the truth in ${dataset}.`;
}

/** Finds the dataset with the truth. @throws UserError when that would silently be synthetic. */
function datasetOf(
  benchmark: Benchmark,
  results: readonly OpenedResults[],
  { home, datasetHome = home, datasets, demo }: EvaluationPlace,
): string {
  const known = results.map(folderOf).find((folder) => folder !== null);
  if (datasets === undefined && !demo && known !== undefined && known !== null) return known;
  const terms = { demo: demo ?? (datasets === undefined && results.every(isOfDemo)), hint: 'results to be scored' };
  const isInstalled = existsSync(installedFolder(datasetHome, benchmark.name));
  return findDataset(isInstalled ? datasetHome : home, benchmark, datasets, terms);
}

/** Returns whether results are marked as synthetic. */
function isOfDemo({ metadata, run }: OpenedResults): boolean {
  return run?.manifest.dataset.synthetic ?? metadata.data === SYNTHETIC_DATA;
}

/** Returns the number of people of results; null if unknown. */
function peopleOf({ run, results }: OpenedResults): number | null {
  const { gyration_radius: radii } = (results ?? {}) as { gyration_radius?: unknown };
  return run?.manifest.people ?? (Array.isArray(radii) ? radii.length : null);
}

function fewPeople(a: number | null, b: number | null): string | null {
  const few = Math.min(a ?? FEW, b ?? FEW);
  if (few >= FEW && (a === null || b === null || Math.max(a, b) <= MOST_TIMES * few)) return null;
  return (
    `${a ?? 'an unknown number of'} and ${b ?? 'an unknown number of'} people are compared: with few people, the score depends on who they are and is lower for that reason alone, ` +
    'so even a large difference may be chance, and the interval is wide. Run both with equally many people, at least 20.'
  );
}

function folderOf({ run }: OpenedResults): string | null {
  return run?.manifest.dataset.folder ?? null;
}

function truthIn(folder: string, consequence: string): string {
  const truth = truthFolderOf(folder);
  if (truth !== null) return truth;
  throw new UserError(`${folder} contains no groundtruth, ${consequence}Pass a dataset with one: -d FOLDER`);
}
