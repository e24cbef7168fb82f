import { counted, grouped } from '@itinera/base';
import type { Benchmark } from '@itinera/benchmarks';
import { RunFolder, readManifest } from '@itinera/run';
import { type Listener, type RunContext, type RunInputs, summariseScores, type TrialReport } from '@itinera/runner';
import { callsAsJson, describeLive } from './call-summary.js';
import { configBeside } from './config-of-run.js';
import { describeAgent } from './describe-agent.js';
import { describeRun } from './describe-run.js';
import { onInterrupt } from './interrupt.js';
import { warningsOf } from './print-result.js';
import type { ShownProfile } from './profile-option.js';
import { ProgressLine } from './progress-line.js';
import { headlineOf } from './score-headline.js';
import { describeDoubt } from './score-table.js';
import { print, printHeadline } from './terminal.js';

export interface SessionOptions {
  readonly agent?: string;
  readonly config?: string;
  readonly threads?: number;
  readonly formulas?: ShownProfile;
  readonly json?: boolean;
  readonly allowProblems?: boolean;
}

/** The output of a command that simulates: its progress, and its result at the end. */
export class Session {
  readonly #options: SessionOptions;
  readonly #line = new ProgressLine();
  /** Warnings that were printed. */
  readonly #warned = new Set<string>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  readonly warn = (message: string): void => {
    this.#line.clear();
    this.#warned.add(message);
    process.stderr.write(`Warning: ${message}\n`);
  };

  /** Prints a note in addition to the result. */
  readonly note = (message: string): void => {
    this.#line.clear();
    process.stderr.write(`${message}\n`);
  };

  /** Removes the progress line. */
  clear(): void {
    this.#line.clear();
  }

  /** Shows the preparation of a run and prints notes about it. */
  readonly listener: Required<Listener> = {
    warn: this.warn,
    note: this.note,
    onPreparing: (step, share) =>
      share < 1 ? this.#line.show(`preparing routes: ${step}`, share, 1, step) : this.#line.clear(),
  };

  /** The same for several runs, with each note printed once. */
  listenerOnce(): Required<Listener> {
    const printed = new Set<string>();
    const once = (print: (message: string) => void) => (message: string) => {
      if (!printed.has(message)) print(message);
      printed.add(message);
    };
    return { ...this.listener, warn: once(this.warn), note: once(this.note) };
  }

  /**
   * The resources of a simulation. Ctrl-C stops it so that the run can be resumed; a second one ends the program
   * immediately.
   */
  work(): Pick<RunContext, 'threads' | 'onProgress'> & { readonly signal: AbortSignal } {
    const stop = new AbortController();
    onInterrupt(() => stop.abort());
    return {
      threads: this.#options.threads,
      onProgress: ({ people, peopleDone, steps, stepsDone, problems, usage, callsLeft }) => {
        const faults = problems > 0 ? `, ${counted(problems, 'problem')}` : '';
        const asked = usage === null ? '' : `, ${describeLive(usage)}`;
        const text = `${grouped(peopleDone)} of ${grouped(people)} people, ${grouped(stepsDone)} of ${grouped(steps)} steps${faults}${asked}`;
        // Nearly all time is spent waiting for the model.
        if (usage === null || callsLeft === null) return this.#line.show(text, stepsDone, steps, 'steps');
        const answered = usage.answered + usage.failed;
        this.#line.show(text, answered, answered + callsLeft, 'calls');
      },
      signal: stop.signal,
    };
  }

  /** The resources of a run. */
  context(home: string, inputs: RunInputs, model: RunContext['model']): RunContext & { readonly signal: AbortSignal } {
    return {
      ...this.work(),
      ...inputs,
      home,
      model,
      clock: () => new Date(),
      onWarning: this.warn,
      onNote: this.note,
    };
  }

  /** The report without warnings that were printed before the run. */
  readonly #unsaid = (report: TrialReport): TrialReport => ({
    ...report,
    doubts: report.doubts.filter(({ message }) => !this.#warned.has(message)),
  });

  #headline({ folder, scores }: Pick<TrialReport, 'folder' | 'scores'>, metrics: Benchmark['metrics']) {
    const who = describeAgent(readManifest(new RunFolder(folder)));
    return headlineOf(scores!, metrics, this.#options.formulas ?? 'documented', who);
  }

  /** Prints the reports and sets the exit code: 1 if a run has to be resumed or its result is invalid. */
  async report(benchmark: Benchmark, reports: readonly TrialReport[]): Promise<void> {
    const { formulas } = this.#options;
    const { metrics } = benchmark;
    this.#line.clear();
    const isInvalid = ({ doubts, scores }: TrialReport) =>
      doubts.some(({ grave }) => grave) || (scores !== null && scores.final_score === null);
    if (reports.some((report) => report.stopped !== null || (!this.#options.allowProblems && isInvalid(report))))
      process.exitCode = 1;
    if (this.#options.json) {
      for (const { doubts } of reports.map(this.#unsaid))
        for (const doubt of doubts) process.stderr.write(`${describeDoubt(doubt)}\n`);
      const plain = reports.map(({ problemLines, calls, doubts, ...report }) => ({
        ...report,
        says: report.scores === null ? [] : this.#headline(report, metrics).map((line) => line.trim()),
        warnings: warningsOf(doubts),
        calls: calls && callsAsJson(calls),
      }));
      const warnings = [...new Set([...this.#warned, ...plain.flatMap((report) => report.warnings)])];
      const all = { runs: plain, summary: summariseScores(reports) };
      print(JSON.stringify({ ...(plain.length === 1 ? plain[0] : all), warnings }, null, 2));
      return;
    }
    for (const report of reports) {
      process.stdout.write(
        `${describeRun(this.#unsaid(report), benchmark, formulas, this.#options.config ?? configBeside(this.#options.agent))}\n`,
      );
      if (report.scores === null) continue;
      printHeadline(...this.#headline(report, metrics));
    }
    const summary = summariseScores(reports);
    if (reports.length > 1 && summary !== null) {
      const { mean, deviation, low, high, reference } = summary;
      const original = reference === mean ? '' : `, ${reference?.toFixed(2) ?? '–'} by the original's arithmetic`;
      printHeadline(
        `${reports.length} seeds: final_score ${mean.toFixed(2)} ± ${deviation.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})${original}`,
      );
    }
  }
}
