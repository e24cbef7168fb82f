import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { UserError } from '@itinera/base';
import { makeFolder, readWithin, writeDurably } from '@itinera/base/node';
import { type Benchmark, pythonBases } from '@itinera/benchmarks';
import {
  type Budget,
  checkPythonAgent,
  createLanguageModel,
  DEFAULT_PYTHON,
  faultsOf,
  findAgent,
  RandomStream,
  RunStopped,
} from '@itinera/engine';
import { planSettings, RunFolder, readManifest } from '@itinera/run';
import { agentHash, firstProblems, keepSource, modelsOf, sha256 } from '@itinera/runner';
import { runSweep, type Sweep, type SweepContext } from '../sweeps/run-sweep.js';
import type { SweepPlan } from '../sweeps/sweep-plan.js';
import type { HalvingPort, HalvingTerms, Scored } from './halving.js';
import { type Attempt, type Original, propose } from './propose.js';
import { drawnValues, mutatedValues, type Parameters, type SearchParameter } from './search-parameters.js';
import { SearchRecord } from './search-record.js';

/** An agent, a file or the name of a built-in one, with parameters. */
export interface Variant {
  readonly agent: string;
  readonly params: Parameters;
}

/** A variant in a rung, with its mean score over the seeds. */
export interface Candidate extends Scored<Variant> {
  /** Why it has no score. */
  readonly failure: string | null;
  /** Name of its first run; null without one. */
  readonly run: string | null;
}

/** What is searched, and how. */
export interface SearchPlan extends HalvingTerms {
  readonly task: string;
  /** The agent as it is. */
  readonly own: Variant;
  /** A configuration file, for the calls of the agent and for proposals; null without a model. */
  readonly model: string | null;
  /** A map file; null for the datasets' own. */
  readonly map: string | null;
  /** Whether a model rewrites the source of the agent; otherwise, its parameters are varied. */
  readonly isCode: boolean;
  /** Seeds of each candidate. */
  readonly seeds: number;
  readonly seed: number;
  /** Limits of all calls together, of proposals and of agents. */
  readonly budget: Pick<Budget, 'maxCalls' | 'maxCost'>;
  /** Time limit of one run; null without. */
  readonly runSeconds: number | null;
  /** Folder of calls, steps and rewritten files; null to keep none, without proposals. */
  readonly folder: string | null;
  /** Where to search. */
  readonly training: Pick<SweepPlan['terms'], 'datasets' | 'demo'>;
}

export interface SearchContext extends SweepContext {
  readonly home: string;
  /** Explains where a run loses points. */
  readonly explain: (run: string) => Promise<string>;
}

/** Draws that may repeat a known candidate before none is drawn. */
const MOST_DRAWS = 20;

/**
 * Varies and scores candidates: numbers and lists are drawn, texts and source are written by a language model. Runs, calls and
 * steps are kept, so that the same search finds them again.
 */
export class Search implements HalvingPort<Variant, Candidate> {
  /** Answers of the model without a new text. */
  rejected = 0;
  readonly #plan: SearchPlan;
  readonly #values: readonly SearchParameter[];
  readonly #originals: readonly Original[];
  readonly #benchmark: Benchmark;
  readonly #context: SearchContext;
  readonly #record: SearchRecord;
  readonly #random: RandomStream;
  readonly #known = new Set<string>();
  /** The texts of proposed variants, and by name and text how they did. */
  readonly #proposed = new Map<Variant, Original>();
  readonly #attempts = new Map<string, Attempt & { readonly name: string }>();
  #variations = 0;
  #ofProposals = { calls: 0, cost: 0 };
  readonly #ofRuns = { calls: 0, cost: 0 };

  /** @throws UserError if there is nothing to vary, or something that is required is missing */
  constructor(plan: SearchPlan, parameters: readonly SearchParameter[], benchmark: Benchmark, context: SearchContext) {
    const { own, folder, model } = plan;
    [this.#plan, this.#benchmark, this.#context] = [plan, benchmark, context];
    const texts = parameters.flatMap((one) =>
      'text' in one ? [{ kind: 'text', name: one.name, text: String(own.params[one.name] ?? one.text) } as const] : [],
    );
    this.#values = plan.isCode ? [] : parameters.filter((one) => !('text' in one));
    this.#originals = plan.isCode ? [sourceOf(own.agent)] : model === null ? [] : texts;
    const name = basename(own.agent);
    if (this.#originals.length > 0 && model === null)
      throw new UserError('--code: a language model rewrites the agent. Pass its configuration: -c llm.yml');
    if (this.#originals.length > 0 && folder === null)
      throw new UserError('Calls and proposals of the model are kept beside the result. Pass its file: -o best.json');
    if (this.#values.length + this.#originals.length === 0)
      throw new UserError(
        texts.length > 0
          ? `${name} has only text parameters (${texts.map((one) => one.name).join(', ')}), which require a language model. Pass its configuration: -c llm.yml`
          : `${name} declares no parameters. Pass at least one --range name=from..to, or declare them (see docs/evolve.md).`,
      );
    if (folder !== null) makeFolder(folder);
    if (folder !== null && plan.isCode) keepSource(own.agent, folder);
    this.#record = new SearchRecord(folder && join(folder, 'search.ndjson'));
    this.#random = new RandomStream(plan.seed, 0);
    this.#known.add(this.#keyOf(own));
  }

  /** Calls to models, and US dollars, of proposals and runs. */
  get spent(): { readonly calls: number; readonly cost: number } {
    const [proposals, runs] = [this.#ofProposals, this.#ofRuns];
    return { calls: proposals.calls + runs.calls, cost: proposals.cost + runs.cost };
  }

  /** @throws RunStopped if the search was interrupted or a budget is spent */
  async score(variant: Variant, people: number): Promise<Candidate> {
    const { task, seeds, model, map, training } = this.#plan;
    const key = sha256(JSON.stringify([task, this.#keyOf(variant), people, seeds, model, map, training]));
    const known = this.#record.failureOf(key);
    if (known !== null) return this.#noted({ variant, score: null, failure: known, run: null });
    const fault = await this.#faultOf(variant);
    const { isFinal, ...candidate } =
      fault === null
        ? await this.#tried(variant, people)
        : { variant, score: null, failure: fault, run: null, isFinal: false };
    const { agent, params } = variant;
    const { score, failure, run } = candidate;
    this.#record.add({ kind: 'candidate', key, isFinal, people, agent: basename(agent), params, score, failure, run });
    return this.#noted(candidate);
  }

  async #tried(variant: Variant, people: number): Promise<Candidate & { readonly isFinal: boolean }> {
    const { seeds, training, own, runSeconds } = this.#plan;
    const from1 = Array.from({ length: seeds }, (_, i) => i + 1);
    const { sweep, isOverTime } = await this.#run([variant], from1, { ...training, people });
    const error = sweep.runs.find((run) => run.error !== null)?.error;
    if (variant === own && error != null) throw new UserError(error);
    const failure = isOverTime ? `took longer than ${runSeconds} s` : failureOf(sweep);
    const score = failure === null ? (sweep.rows[0]!.score?.mean ?? null) : null;
    return { variant, score, failure, run: sweep.runs[0]?.report?.run ?? null, isFinal: isOverTime };
  }

  /** Runs variants on other data. @throws RunStopped if it was interrupted or a budget is spent */
  async measure(variants: readonly Variant[], seeds: readonly number[], terms: SweepPlan['terms']): Promise<Sweep> {
    return (await this.#run(variants, seeds, terms)).sweep;
  }

  async vary(parent: Candidate, isFirst: boolean): Promise<Variant | null> {
    const turn = this.#variations++;
    const isByModel = this.#originals.length > 0 && (this.#values.length === 0 || turn % 2 === 0);
    if (isByModel) return this.#rewritten(parent, turn + 1);
    const change = isFirst ? drawnValues : mutatedValues;
    for (let draw = 0; draw < MOST_DRAWS; draw++) {
      const params = { ...parent.variant.params, ...change(this.#values, this.#random, parent.variant.params) };
      const variant = { ...parent.variant, params };
      if (this.#isNew(variant)) return variant;
    }
    return null;
  }

  /** Asks the model for another version of a text of a candidate. @param number of the proposal */
  async #rewritten(parent: Candidate, number: number): Promise<Variant | null> {
    const { variant } = parent;
    const { folder } = this.#plan;
    const { kind, name } = this.#originals[(number - 1) % this.#originals.length]!;
    const text = kind === 'code' ? sourceOf(variant.agent).text : this.#textOf(variant, name);
    const attempts = [...this.#attempts.values()].filter((one) => one.name === name && one.text !== text);
    const explanation = await this.#explanationOf(parent);
    const question = { benchmark: this.#benchmark, original: { kind, name, text }, score: parent.score, explanation };
    const key = sha256(JSON.stringify([number, name, text, explanation, attempts]));
    const withText = (proposed: string): Variant =>
      kind === 'text' ? { ...variant, params: { ...variant.params, [name]: proposed } } : variant;
    const keyWith = (proposed: string) => this.#keyOf(withText(proposed), kind === 'code' ? proposed : undefined);
    const failed = this.#record.failureOf(key);
    const proposal =
      failed === null
        ? await this.#asked(number, (model) =>
            propose(model, { ...question, attempts }, (proposed) => this.#known.has(keyWith(proposed))),
          )
        : { failure: failed };
    const failure = 'text' in proposal ? null : proposal.failure;
    this.#record.add({ kind: 'proposal', key, isFinal: true, number, of: name, parent: parent.run, failure });
    if (!('text' in proposal)) {
      this.rejected++;
      return null;
    }
    this.#known.add(keyWith(proposal.text));
    let made = withText(proposal.text);
    if (kind === 'code') {
      const extension = extname(name);
      const stem = `${basename(name, extension)}-${number}`;
      const usual = join(folder!, `${stem}${extension}`);
      // The file of an earlier search with other results may be what its result names.
      const isTaken = existsSync(usual) && readWithin(usual).toString() !== proposal.text;
      const own = `${stem}-${sha256(proposal.text).slice(0, 8)}${extension}`;
      const agent = isTaken ? join(folder!, own) : usual;
      writeDurably(agent, [proposal.text]);
      made = { ...variant, agent };
    }
    this.#proposed.set(made, { kind, name, text: proposal.text });
    return made;
  }

  /** Opens the model for one proposal, so that it knows what runs have spent by then. */
  async #asked<T>(
    number: number,
    ask: (model: ReturnType<ReturnType<typeof createLanguageModel>['forPerson']>) => Promise<T>,
  ) {
    const { warn = () => {}, readModel, prices } = this.#context;
    const { model: file, seed, folder } = this.#plan;
    const { setup } = modelsOf(readModel(file!), {}, process.env, warn);
    if (setup === null) throw new UserError(`${basename(file!)} has no llm. Add "llm: [{provider, model, api_key}]".`);
    const model = createLanguageModel(setup.providers, {
      budget: this.#rest(this.#ofRuns),
      seed,
      record: join(folder!, 'calls.ndjson'),
      warn,
      ...(prices && { prices }),
      ...(setup.rates && { rates: setup.rates }),
    });
    try {
      return await ask(model.forPerson(number, { remaining: () => 1, step: () => ({ day: 0, t: 0 }) }));
    } catch (error) {
      throw error instanceof RunStopped ? this.#stop(error.message) : error;
    } finally {
      await model.close();
      const { calls, cost } = model.usage();
      this.#ofProposals = { calls, cost };
    }
  }

  async #run(variants: readonly Variant[], seeds: readonly number[], terms: SweepPlan['terms']) {
    const { task, model, map, runSeconds } = this.#plan;
    const { signal, onRun } = this.#context;
    const cells = variants.map((variant) => ({ ...variant, model, map }));
    let limit: AbortSignal | undefined;
    // A thread that an agent blocks ends with the run, not at the limit of a step.
    const stepTimeoutSeconds = Math.min(planSettings().stepTimeoutSeconds, runSeconds ?? Number.POSITIVE_INFINITY);
    const sweep = await runSweep(
      { task, cells, seeds, terms: { stepTimeoutSeconds, ...terms } },
      {
        ...this.#context,
        beforeRun: () => {
          limit = runSeconds === null ? undefined : AbortSignal.timeout(1000 * runSeconds);
          const signals = [signal, limit].filter((one) => one !== undefined);
          return { budget: this.#rest(this.spent), signal: AbortSignal.any(signals) };
        },
        onRun: (run, cell) => {
          this.#ofRuns.calls += run.report?.calls?.calls ?? 0;
          this.#ofRuns.cost += run.report?.calls?.cost ?? 0;
          onRun?.(run, cell);
        },
      },
    );
    const isOverTime = sweep.stopped !== null && limit?.aborted === true && !signal?.aborted;
    if ((sweep.stopped !== null && !isOverTime) || signal?.aborted) throw this.#stop(sweep.stopped ?? 'Interrupted.');
    return { sweep, isOverTime };
  }

  /** What is left of the budget after these calls. */
  #rest({ calls, cost }: { readonly calls: number; readonly cost: number }): Budget {
    const { maxCalls, maxCost } = this.#plan.budget;
    return {
      ...(maxCalls !== undefined && { maxCalls: maxCalls - calls }),
      ...(maxCost !== undefined && { maxCost: maxCost - cost }),
    };
  }

  #stop(message: string): RunStopped {
    const { maxCalls = Number.POSITIVE_INFINITY, maxCost = Number.POSITIVE_INFINITY } = this.#plan.budget;
    const { calls, cost } = this.spent;
    if (calls >= maxCalls) return new RunStopped('max-calls', `Stopped at --max-calls ${maxCalls}.`);
    if (cost >= maxCost) return new RunStopped('max-cost', `Stopped at --max-cost ${maxCost}.`);
    return new RunStopped('closed', message);
  }

  #isNew(variant: Variant): boolean {
    const key = this.#keyOf(variant);
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }

  /** Identifies a variant by its source and parameters. */
  #keyOf({ agent, params }: Variant, source?: string): string {
    const hash = source === undefined ? agentHash(findAgent(agent, this.#python)) : sha256(source);
    return JSON.stringify([hash, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);
  }

  get #python(): string {
    return this.#context.python ?? DEFAULT_PYTHON;
  }

  #textOf({ params }: Variant, name: string): string {
    return String(params[name] ?? this.#originals.find((one) => one.name === name)!.text);
  }

  /** What is wrong with a rewritten Python file; null if nothing is, or nothing is known before it runs. */
  async #faultOf(variant: Variant): Promise<string | null> {
    if (this.#proposed.get(variant)?.kind !== 'code' || extname(variant.agent) !== '.py') return null;
    const bases = pythonBases(this.#benchmark);
    try {
      const faults = faultsOf(await checkPythonAgent(variant.agent, this.#python, bases), bases);
      return faults.length === 0 ? null : faults.join('; ');
    } catch (error) {
      if (error instanceof UserError) return error.message;
      throw error;
    }
  }

  async #explanationOf({ run, failure }: Candidate): Promise<string> {
    const lines = failure === null ? [] : [failure];
    if (run === null) return lines.join('\n');
    const folder = RunFolder.find(this.#context.home, run);
    return [...lines, ...firstProblems(folder, readManifest(folder)), await this.#context.explain(run)].join('\n');
  }

  /** Remembers how a proposed text did. */
  #noted(candidate: Candidate): Candidate {
    const original = this.#proposed.get(candidate.variant);
    if (original === undefined) return candidate;
    const { name, text } = original;
    this.#attempts.delete(`${name} ${text}`);
    this.#attempts.set(`${name} ${text}`, { name, text, score: candidate.score, failure: candidate.failure });
    return candidate;
  }
}

/** Why runs have no score to count; null if they have. */
function failureOf({ runs }: Sweep): string | null {
  for (const { report, error } of runs) {
    const failure = error ?? report?.doubts.find(({ grave }) => grave)?.message;
    if (failure !== undefined) return failure;
    if (report?.scores?.final_score == null) return 'no score';
  }
  return null;
}

/** @throws UserError for a built-in agent */
function sourceOf(agent: string): Original {
  if (extname(agent) === '')
    throw new UserError(`--code: ${agent} is a built-in agent. Pass the file of an agent to rewrite.`);
  return { kind: 'code', name: basename(agent), text: readWithin(agent).toString('utf8') };
}
