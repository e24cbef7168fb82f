import { existsSync } from 'node:fs';
import { UserError } from '@itinera/metrics';
import { type DataPlace, readTotals } from '@itinera/run';
import { isSynthetic, truthFolderOf } from '../datasets/dataset.js';
import { type DemoTerms, findDataset, installedFolder } from '../datasets/find-dataset.js';
import { openBenchmark } from '../list/open-benchmark.js';
import { type Benchmark, requireScored } from '../port/benchmark.js';
import type { Difference, NoiseOptions, NoiseReport } from '../scoring/noise.js';
import { differenceOf } from '../scoring/score-with-noise.js';
import { evaluateResults, evaluateRun } from './evaluate-run.js';
import { SYNTHETIC_DATA } from './finish-run.js';
import { type OpenedResults, openResults } from './open-results.js';
import { readFloor, type Scores } from './scores.js';

/** Fewer people than this tell little, and so do two results of which one has so many times the people. */
const FEW = 20;
const MOST_TIMES = 3;

/** Where results and truths are looked for. */
export interface EvaluationPlace extends Pick<DemoTerms, 'demo'> {
  /** Where runs, results and installed datasets are. */
  readonly home: string;
  /** Where datasets are installed, when that is another place. */
  readonly datasetHome?: string | undefined;
  /** The map of a run that is not where it was. */
  readonly map?: string | undefined;
  /** Folder of the dataset, or of all datasets; else the one that the run was made with, else the installed one, else
   * for results that say that they are SYNTHETIC, the demo data. */
  readonly datasets?: string | undefined;
  /** Is told what does not keep the scores from being told. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** Where the data of a run are looked for. */
function placeOf({ home, datasets, map }: EvaluationPlace): DataPlace {
  return { home, datasets, map };
}

export interface Evaluation {
  readonly benchmark: Benchmark;
  readonly results: OpenedResults;
  readonly scores: Scores;
}

/**
 * Scores a run or a results file, of ours or of the Python original. The scores of a run are written into its folder.
 * @param task a name, or the file of a benchmark
 * @param path name or folder of a run, or results file
 * @throws UserError when there is no such thing, it is of another task, or there is no truth to score it against.
 */
export async function evaluate(task: string, path: string, place: EvaluationPlace): Promise<Evaluation> {
  const { warn = () => {} } = place;
  const benchmark = await openBenchmark(task);
  requireScored(benchmark);
  const results = await openResults(placeOf(place), path);
  if (results.task !== '' && results.task !== benchmark.name)
    throw new UserError(
      `${results.name} holds results of ${results.task}, not of ${benchmark.name}. Try: asbench evaluate ${results.task} ${path}`,
    );
  const { run } = results;
  const folder = datasetOf(benchmark, [results], place);
  const truth = benchmark.readTruth(truthIn(folder, 'so nothing can be scored against it. '));
  const scores = run
    ? evaluateRun(
        run,
        { results, totals: readTotals(run.folder, run.manifest) },
        truth,
        readFloor(run.folder, warn),
        warn,
      )
    : evaluateResults(benchmark, results, truth, isSynthetic(folder) || isOfDemo(results));
  return { benchmark, results, scores };
}

export interface ComparisonOptions extends EvaluationPlace, NoiseOptions {
  /** A name, or the file of a benchmark; else what the results say that they are of. */
  readonly task?: string | undefined;
}

export interface Comparison {
  readonly benchmark: Benchmark;
  readonly first: OpenedResults;
  readonly second: OpenedResults;
  /** The first minus the second. */
  readonly difference: NoiseReport<Difference>;
  /** The dataset whose truth both were held against, and those that they were made with. */
  readonly dataset: string;
  readonly madeWith: readonly [string | null, string | null];
  /** True when results or truth are made up. */
  readonly synthetic: boolean;
  /** Why the comparison tells less than it seems; null when it does not. */
  readonly hint: string | null;
}

/**
 * Compares two runs or results files on the same truth: differences with intervals and p values.
 * @throws UserError when they are of different tasks, or there is no truth.
 */
export async function compare(a: string, b: string, options: ComparisonOptions): Promise<Comparison> {
  const { home, datasetHome, datasets, map: _, demo, task, ...noise } = options;
  const place = placeOf(options);
  const [first, second] = [await openResults(place, a), await openResults(place, b)];
  if (first.task !== second.task)
    throw new UserError(`${a} is of ${first.task}, ${b} of ${second.task}. Only results of one task can be compared.`);
  const benchmark =
    task === undefined
      ? (first.run?.benchmark ?? second.run?.benchmark ?? (await openBenchmark(first.task)))
      : await openBenchmark(task);
  requireScored(benchmark);
  const madeWith = [folderOf(first), folderOf(second)] as const;
  const dataset = datasetOf(benchmark, [first, second], { home, datasetHome, datasets, demo });
  const truth = benchmark.readTruth(truthIn(dataset, ''));
  const difference = differenceOf(benchmark, first, second, truth, noise);
  const sizes = [peopleOf(first), peopleOf(second)] as const;
  const synthetic = isSynthetic(dataset) || isOfDemo(first) || isOfDemo(second);
  return { benchmark, first, second, difference, dataset, madeWith, synthetic, hint: hintOf(sizes) };
}

/** The dataset whose truth results are held against. @throws UserError when it would be made up, unsaid. */
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

/** Whether results say of themselves that they are of made-up data. */
function isOfDemo({ metadata, run }: OpenedResults): boolean {
  return run?.manifest.dataset.synthetic ?? metadata.data === SYNTHETIC_DATA;
}

/** How many people results are of; null when they do not say. */
function peopleOf({ run, results }: OpenedResults): number | null {
  const { gyration_radius: radii } = (results ?? {}) as { gyration_radius?: unknown };
  return run?.manifest.people ?? (Array.isArray(radii) ? radii.length : null);
}

function hintOf([a, b]: readonly [number | null, number | null]): string | null {
  const few = Math.min(a ?? FEW, b ?? FEW);
  if (few >= FEW && (a === null || b === null || Math.max(a, b) <= MOST_TIMES * few)) return null;
  return (
    `${a ?? 'an unknown number of'} and ${b ?? 'an unknown number of'} people are compared: a score of few people depends on who they are and is lower by that alone, ` +
    'so even a large difference may be chance, and the interval is wide. Run both with as many people, 20 at least.'
  );
}

function folderOf({ run }: OpenedResults): string | null {
  return run?.manifest.dataset.folder ?? null;
}

function truthIn(folder: string, consequence: string): string {
  const truth = truthFolderOf(folder);
  if (truth !== null) return truth;
  throw new UserError(`${folder}: holds no groundtruth, ${consequence}Pass a dataset that has one with -d.`);
}
