import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Dataset, Scores } from '@itinera/benchmarks';
import {
  benchmarkNamed,
  evaluateRun,
  type FloorSetup,
  gatherRun,
  noRegistry,
  type RunContext,
  type RunEnd,
  RunState,
  recordOf,
  runFloor,
} from '@itinera/benchmarks';
import type { Usage } from '@itinera/engine';
import { type PreparedCity, prepareCity, readCallTotals } from '@itinera/engine';
import type { RunFolder } from '@itinera/run';
import { formatTime, type RunManifest, readManifest, readProblems, readTotals } from '@itinera/run';
import { callsAsJson, describeCalls, describeLive } from './call-summary.js';
import type { Config } from './config-file.js';
import { openRegistryIfPossible } from './open-registry.js';
import { ProgressLine } from './progress-line.js';
import { describeScores } from './score-table.js';

const PROBLEMS_SHOWN = 5;
const PROBLEMS_READ = 10_000;

export interface SessionOptions {
  readonly threads?: number;
  readonly json?: boolean;
}

/** What there is to say of a run that has ended. */
export interface RunReport {
  readonly run: string;
  readonly folder: string;
  readonly expId: string;
  readonly task: string;
  readonly seed: number;
  /** Why the run stopped before its end; null when it is finished. */
  readonly stopped: string | null;
  /** The results file to submit; null when the run is not finished. */
  readonly results: string | null;
  /** Null when the run was not evaluated. */
  readonly scores: Scores | null;
  /** Steps in which an agent failed, and some of them in words. */
  readonly problems: number;
  readonly problemLines: readonly string[];
  /** What it asked of language models; null when nothing. */
  readonly calls: Usage | null;
}

/** One call of the command line that simulates: what it shows while it works, and what it prints at the end. */
export class Session {
  readonly #options: SessionOptions;
  readonly #line = new ProgressLine();
  #registry: Awaited<ReturnType<typeof openRegistryIfPossible>> = noRegistry;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  readonly warn = (message: string): void => {
    this.#line.clear();
    process.stderr.write(`Warning: ${message}\n`);
  };

  /** Says something beside the result. */
  readonly note = (message: string): void => {
    this.#line.clear();
    process.stderr.write(`${message}\n`);
  };

  /** Takes the progress line away. */
  clear(): void {
    this.#line.clear();
  }

  /** From here on runs are written down in the registry of the home, if there can be one. */
  async openRegistry(home: string, config: Config): Promise<void> {
    this.#registry = await openRegistryIfPossible(home, config, this.warn);
  }

  async prepareCity(home: string, path: string): Promise<PreparedCity> {
    const onProgress = (step: string, share: number) => this.#line.show(`preparing routes: ${step}`, share, 1);
    const city = await prepareCity(path, { cacheFolder: join(home, 'cache'), onProgress });
    this.#line.clear();
    return city;
  }

  /** What the engine needs. Ctrl-C stops the run so that it can be resumed; a second one ends the program at once. */
  context(home: string, city: PreparedCity, model: RunContext['model']): RunContext & { readonly signal: AbortSignal } {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    return {
      home,
      threads: this.#options.threads ?? availableParallelism(),
      city,
      model,
      registry: this.#registry,
      clock: () => new Date(),
      onProgress: ({ people, peopleDone, steps, stepsDone, problems, usage }) => {
        const faults = problems > 0 ? `, ${problems} problems` : '';
        const asked = usage === null ? '' : `, ${describeLive(usage)}`;
        this.#line.show(
          `${peopleDone} of ${people} people, ${stepsDone} of ${steps} steps${faults}${asked}`,
          stepsDone,
          steps,
        );
      },
      onWarning: this.warn,
      signal: stop.signal,
    };
  }

  /**
   * Waits for a run, evaluates it where that is asked for and possible, and says what came out. The floor of its set-up is
   * found out meanwhile.
   */
  async finish(
    running: Promise<RunEnd>,
    setup: FloorSetup & Pick<RunManifest, 'mode'>,
    benchmark: Benchmark,
    dataset: Dataset,
    context: RunContext,
  ): Promise<RunReport> {
    const ended = new AbortController();
    let isOver = false;
    const floor =
      setup.mode === 'test' && dataset.truthFolder !== null
        ? runFloor(setup, benchmark, dataset, {
            ...context,
            threads: 1,
            onProgress: (progress) => isOver && context.onProgress?.(progress),
            signal: AbortSignal.any([ended.signal, ...(context.signal ? [context.signal] : [])]),
          })
        : null;
    // What becomes of it matters only when the run is done.
    floor?.catch(() => {});
    try {
      const end = await running;
      isOver = true;
      return await this.#finish(end, floor, benchmark, dataset, context);
    } finally {
      ended.abort();
      await floor?.catch(() => {});
    }
  }

  async #finish(
    { folder, stopped, results: resultFile }: RunEnd,
    floor: ReturnType<typeof runFloor> | null,
    benchmark: Benchmark,
    dataset: Dataset,
    context: RunContext,
  ): Promise<RunReport> {
    this.#line.clear();
    const manifest = readManifest(folder);
    const base = {
      run: folder.name,
      folder: folder.path,
      expId: manifest.expId,
      task: manifest.task,
      seed: manifest.seed,
      stopped,
      results: resultFile,
      calls: readCallTotals(folder.callsPath),
    };
    if (stopped !== null) return { ...base, scores: null, problems: 0, problemLines: [] };
    const { problemCount } = readTotals(folder, manifest);
    const scores =
      manifest.mode === 'test' ? await this.#evaluate(folder, manifest, floor, benchmark, dataset, context) : null;
    return { ...base, scores, problems: problemCount, problemLines: firstProblems(folder, manifest) };
  }

  async #evaluate(
    folder: RunFolder,
    manifest: RunManifest,
    floor: ReturnType<typeof runFloor> | null,
    benchmark: Benchmark,
    dataset: Dataset,
    context: RunContext,
  ): Promise<Scores | null> {
    if (dataset.truthFolder === null) {
      this.warn(`${dataset.folder} holds no groundtruth, so the run is not scored.`);
      return null;
    }
    const truth = benchmark.readTruth(dataset.truthFolder);
    const random = await floor;
    this.#line.clear();
    const results = gatherRun(folder, manifest, benchmark, context.city.view);
    const scores = evaluateRun(folder, manifest, benchmark, results, truth, random);
    const evaluated = { state: RunState.EVALUATED, resultInfo: JSON.stringify(scores), finalScore: scores.final_score };
    await context.registry.save({ ...recordOf(folder, manifest), ...evaluated });
    return scores;
  }

  /** Prints what came out, and sets the exit code: 1 when a run has to be resumed. */
  async report(reports: readonly RunReport[]): Promise<void> {
    await this.#registry.close?.();
    if (reports.some(({ stopped }) => stopped !== null)) process.exitCode = 1;
    if (this.#options.json) {
      const plain = reports.map(({ problemLines, calls, ...report }) => ({
        ...report,
        calls: calls && callsAsJson(calls),
      }));
      const all = { runs: plain, summary: summarise(reports) };
      process.stdout.write(`${JSON.stringify(plain.length === 1 ? plain[0] : all, null, 2)}\n`);
      return;
    }
    for (const report of reports) process.stdout.write(`${describeRun(report)}\n`);
    const summary = summarise(reports);
    if (reports.length > 1 && summary !== null)
      process.stdout.write(
        `\n${reports.length} seeds: final_score ${summary.mean.toFixed(2)} ± ${summary.deviation.toFixed(2)} (${summary.low.toFixed(2)} to ${summary.high.toFixed(2)})\n`,
      );
  }
}

/** The final scores of runs that differ in their seed: mean, standard deviation, least and most; null without scores. */
function summarise(reports: readonly RunReport[]) {
  const scores = reports.flatMap(({ scores }) => scores?.final_score ?? []);
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length - 1);
  return {
    n: scores.length,
    mean,
    deviation: Math.sqrt(variance),
    low: Math.min(...scores),
    high: Math.max(...scores),
  };
}

function describeRun({ run, folder, stopped, results, scores, problems, problemLines, calls }: RunReport): string {
  const lines: string[] = [];
  if (stopped !== null) lines.push(`${stopped} ${run} can be finished: asbench resume ${quoted(folder)}`);
  if (scores !== null) lines.push(describeScores(scores, benchmarkNamed(scores.task).metrics), '');
  if (problems > 0) {
    const count = problems.toLocaleString('en-GB');
    lines.push(`${count} steps had problems (problems.ndjson of the run), such as:`);
    lines.push(...problemLines.map((line) => `  ${line}`), '');
  }
  if (calls !== null && calls.byModel.size > 0)
    lines.push(describeCalls(calls), `By step and person: asbench calls ${run}`);
  if (results !== null) lines.push(`Results: ${results}`);
  lines.push(`Run: ${folder}`);
  return lines.join('\n');
}

/** Some of the problems of a run in words, each kind of them once. */
function firstProblems(folder: RunFolder, manifest: RunManifest): string[] {
  const lines = new Map<string, string>();
  let read = 0;
  for (const problems of readProblems(folder, manifest)) {
    for (const { person, day, t, kind, message } of problems) {
      const what = `${kind}: ${message}`;
      const where = person === null ? "the agent's file" : `person ${person}, day ${day}, ${formatTime(t)}`;
      if (!lines.has(what)) lines.set(what, `${where}: ${what}`);
    }
    read += problems.length;
    if (lines.size >= PROBLEMS_SHOWN || read >= PROBLEMS_READ) break;
  }
  return [...lines.values()].slice(0, PROBLEMS_SHOWN);
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /[^\w./:\\-]/.test(path) ? `"${path}"` : path;
}
