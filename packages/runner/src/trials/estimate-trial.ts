import { rmSync } from 'node:fs';
import { printable, UserError } from '@itinera/base';
import { readWithin, scratchFolder } from '@itinera/base/node';
import { taskAddress } from '@itinera/benchmarks';
import {
  type CallTotals,
  estimateRun,
  type ModelSetup,
  parseLanguageModelConfig,
  type RunEstimate,
  readCallTotals,
  SCRIPTED_TEXT,
  shareCity,
  simulate,
} from '@itinera/engine';
import {
  type CallHead,
  groupSizeOf,
  LARGEST_TABLE,
  type Problem,
  RunFolder,
  type RunPlan,
  readManifest,
  readOutcome,
  readProblems,
} from '@itinera/run';
import { peopleOf, type RunInputs } from './plan-run.js';
import { settingsOf } from './start-run.js';

const MAX_SAMPLED = 8;

/** The estimated calls of a run. */
export interface TrialEstimate {
  readonly people: number;
  readonly sampled: number;
  /** Null if the agent makes no calls. */
  readonly estimate: RunEstimate | null;
  /** Whether the agent could use scripted answers; null without calls. */
  readonly scripted: ScriptedAnswers | null;
  /** The run or the people whose calls of a real model were extrapolated; null for scripted answers. */
  readonly measured: MeasuredCalls | null;
}

/** Calls of a real model. */
export interface MeasuredCalls {
  /** Name of a finished run; null if the model was called for this estimate. */
  readonly run: string | null;
  readonly calls: number;
  /** US dollars. */
  readonly cost: number;
}

/** The use of scripted answers: an agent that cannot use them may make more or fewer calls than with a model. */
export interface ScriptedAnswers {
  readonly answers: number;
  /** Answers that were a fixed sentence, since the request had no schema; the agent may not understand it. */
  readonly sentences: number;
  /** Number of steps in which the agent failed or fell back, among the first of each person, and the people affected. */
  readonly steps: number;
  readonly people: number;
  /** The problem of one such step; null if there was none. */
  readonly example: string | null;
  /** False if a real model's answers may lead to more or fewer calls, so that only the lower bound is certain. */
  readonly areUsable: boolean;
}

/** Estimates that use a real model. */
export interface EstimateTerms {
  /** Number of people for whom to call the configured model. */
  readonly pilot?: number | undefined;
  /** A finished run of the same task, whose calls are extrapolated. */
  readonly from?: RunFolder | undefined;
}

/**
 * Simulates a few people with the scripted model, or with the configured one, and extrapolates the calls and cost of all.
 * @throws UserError when they make calls and no provider is configured, or a run to learn from does not fit
 */
export async function estimateTrial(
  plan: RunPlan,
  { benchmark, dataset, city }: RunInputs,
  model: Omit<ModelSetup, 'callsPath'> | null,
  { pilot, from }: EstimateTerms = {},
): Promise<TrialEstimate> {
  if (from !== undefined) return estimateFrom(from, plan, model);
  const { providers = [], prices = {} } = model ?? {};
  const { congestion, people, order } = plan;
  const { source } = plan.agent;
  const sampled = evenly(peopleOf(dataset, people), pilot ?? MAX_SAMPLED);
  if (pilot !== undefined && model === null) throw NO_MODEL;
  const home = scratchFolder('asbench-dry-run');
  try {
    const folder = RunFolder.create(home, benchmark.name);
    const scripted = parseLanguageModelConfig({ provider: 'scripted' }, { env: {}, warn: () => {} });
    const groupSize = groupSizeOf(sampled.length, benchmark.clock.steps, congestion !== 'off' || order === 'step');
    const stopped = await simulate(folder, {
      settings: settingsOf({ ...plan, routes: false }, benchmark),
      task: taskAddress(benchmark),
      agent: source,
      profiles: sampled,
      groupSize,
      city: shareCity(city, plan),
      model: { ...(pilot === undefined ? { providers: scripted, budget: {} } : model!), callsPath: folder.callsPath },
      threads: 1,
    });
    if (stopped !== null) throw stopped;
    const calls = readCallTotals(folder.callsPath);
    const totals = sampled.map(({ id }) => calls?.byPerson.get(id) ?? nothing);
    const counts = { people, sampled: sampled.length, measured: null };
    if (calls === null || totals.every(({ answered }) => answered === 0))
      return { ...counts, estimate: null, scripted: null };
    if (providers.length === 0) throw NO_MODEL;
    if (pilot !== undefined)
      return {
        ...counts,
        estimate: estimateRun(totals, people, providers, prices, { measured: true }),
        scripted: null,
        measured: { run: null, calls: calls.calls, cost: calls.cost },
      };
    const problems = [...readProblems(folder, { people: sampled.length, groupSize })].flat();
    const recorded = readWithin(folder.callsPath, LARGEST_TABLE).toString();
    const answers = servedBy(recorded, problems, 'builtIn' in source);
    const terms = answers.areUsable ? {} : { least: firstCalls(recorded, sampled) };
    return { ...counts, estimate: estimateRun(totals, people, providers, prices, terms), scripted: answers };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const NO_MODEL = new UserError(
  'llm: no language model is configured, so there is nothing to estimate. Add "llm: [{provider, model, api_key}]" to the config.',
);

/** Extrapolates the calls of a finished run to the people of another one. */
function estimateFrom(
  folder: RunFolder,
  { task, people, models }: RunPlan,
  model: Omit<ModelSetup, 'callsPath'> | null,
): TrialEstimate {
  const was = readManifest(folder);
  const calls = readCallTotals(folder.callsPath);
  if (was.task !== task)
    throw new UserError(`${folder.name} is a run of ${was.task}, so it cannot be used to estimate ${task}.`);
  if (calls === null || calls.answered === 0)
    throw new UserError(
      `${folder.name} contains no answers of a language model, so there is nothing to estimate from.`,
    );
  if (model === null) throw NO_MODEL;
  if (!models.some((name) => was.models.includes(name)))
    throw new UserError(
      `${folder.name} called ${printable(was.models.join(', '))}, and this run would call ${models.join(', ')}. Models differ in the length of answers: use --pilot 3.`,
    );
  const byPerson = [...calls.byPerson.values()];
  const totals = Array.from({ length: was.people }, (_, i) => byPerson[i] ?? nothing);
  return {
    people,
    sampled: was.people,
    estimate: estimateRun(totals, people, model.providers, model.prices ?? {}, { measured: true }),
    scripted: null,
    measured: { run: folder.name, calls: calls.calls, cost: calls.cost },
  };
}

/** The first call of each person: the only one that no answer has influenced. */
function firstCalls(calls: string, people: readonly { readonly id: number }[]): CallTotals[] {
  const first = new Map<number, CallTotals>();
  for (const line of calls.split('\n').filter((text) => text !== '')) {
    const { person, sequence, inputTokens } = JSON.parse(line) as CallHead;
    if (sequence === 0) first.set(person, { ...nothing, answered: 1, inputTokens });
  }
  return people.map(({ id }) => first.get(id) ?? nothing);
}

function servedBy(calls: string, problems: readonly Problem[], isBuiltIn: boolean): ScriptedAnswers {
  const contents = calls.split('\n').flatMap((line) => {
    const outcome = line === '' ? null : readOutcome(JSON.parse(line));
    return outcome !== null && 'answer' in outcome ? [outcome.answer.content] : [];
  });
  const sentences = contents.filter((content) => content === SCRIPTED_TEXT).length;
  return {
    answers: contents.length,
    sentences,
    // Built-in agents call equally often whatever the answers are.
    areUsable: problems.length === 0 && (sentences === 0 || isBuiltIn),
    steps: new Set(problems.map(({ person, day, t }) => `${person} ${day} ${t}`)).size,
    people: new Set(problems.map(({ person }) => person)).size,
    example: problems[0]?.message ?? null,
  };
}

const nothing = { answered: 0, inputTokens: 0, outputTokens: 0, seconds: 0 } as CallTotals;

function evenly<T>(items: readonly T[], most: number): readonly T[] {
  const count = Math.min(most, items.length);
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
