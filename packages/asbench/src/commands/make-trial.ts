import { grouped } from '@itinera/base';
import type { Benchmark } from '@itinera/benchmarks';
import type { MovementSettings, Scenario } from '@itinera/city';
import type { SharedCity } from '@itinera/engine';
import { RunFolder } from '@itinera/run';
import {
  agentNote,
  chooseCongestion,
  chooseOrder,
  estimateTrial,
  MAX_PEOPLE_WITH_ROUTES,
  openReplayed,
  peopleOf,
  prepareTrial,
  requestOf,
  requireSameRun,
  runPart,
  type TrialReport,
  withCongestion,
} from '@itinera/runner';
import type { Command } from 'commander';
import { chooseAgent } from './agent-option.js';
import { type Config, readConfig } from './config-file.js';
import { hintAtRealData } from './demo-option.js';
import { printDryRun } from './dry-run.js';
import { homeOf } from './home.js';
import { asReplayed, chooseModel } from './model-option.js';
import {
  isSampleFactorGiven,
  movementOf,
  readDemand,
  representedBy,
  requireIterable,
  WEIGHT,
} from './movement-options.js';
import { parsePartOption, reportPart } from './part-option.js';
import { makeRuns } from './run-on-queue.js';
import type { Session } from './session.js';
import type { TrialOptionValues } from './trial-options.js';

/** Options for the population of a run, in addition to those of every trial. */
export interface TrialGiven extends TrialOptionValues {
  readonly datasets?: string;
  readonly demo?: true;
  readonly mode: 'test' | 'inference';
  readonly people?: number | undefined;
  readonly repeat: number;
  /** The default depends on the number of people. */
  readonly congestion?: SharedCity['congestion'];
  readonly tenantId: string;
  readonly official?: boolean;
  readonly scenario?: Scenario | undefined;
}

/** Reads the configuration of a command and finds its home folder. */
export function openConfig({ config: path }: Pick<TrialGiven, 'config'>, command: Command, session: Session) {
  const config: Config = path === undefined ? {} : readConfig(path, session.warn);
  return { config, home: homeOf(command, config) };
}

/**
 * Simulates people by the options. @returns the reports; null for a part of a run or an estimate, which is printed
 * here.
 */
export async function makeTrial(
  benchmark: Benchmark,
  given: TrialGiven,
  { config, home }: ReturnType<typeof openConfig>,
  command: Command,
  session: Session,
): Promise<TrialReport[] | null> {
  const replayed = openReplayed(given.replay, { ...given, home });
  const options = asReplayed(given, command, replayed);
  const agent = chooseAgent(options.agent, options.python, session.warn);
  const note = replayed && options.agent === replayed.terms.agent && agentNote(replayed.folder, agent.source, home);
  if (note) session.note(note);
  const model = chooseModel(config, options, home, session.warn);
  const hint = hintAtRealData(options);
  const place = { ...options, benchmark, home, hint, datasetHome: homeOf(command) };
  const prepared = await prepareTrial(place, session.listener);
  const congestion =
    options.congestion ??
    chooseCongestion(
      prepared.people,
      benchmark.clock.steps,
      options.part !== undefined || options.queue !== undefined,
      session.note,
    );
  const trial = await withCongestion(prepared, congestion, home, session.listener);
  const { represents, demand, ...rest } = options;
  const { sampledFrom } = trial.dataset;
  const people =
    demand !== undefined
      ? readDemand(demand, trial.people)
      : represents === WEIGHT
        ? representedBy(sampledFrom ?? peopleOf(trial.dataset, trial.people))
        : (represents ?? (replayed === null && !isSampleFactorGiven(config) ? sampledFrom?.length : undefined));
  const movement =
    movementOf(config, { ...rest, ...(people !== undefined && { represents: people }) }, trial.people, session.note) ??
    (replayed?.manifest.movement as MovementSettings | undefined);
  if (options.routes === undefined && trial.people > MAX_PEOPLE_WITH_ROUTES)
    session.note(
      `The routes of ${grouped(trial.people)} people are not recorded, so roads cannot be counted or compared. To record them: --routes`,
    );
  const request = requestOf(trial, agent.source, {
    ...options,
    ...(movement && { movement }),
    congestion,
    order: await chooseOrder(options.order, agent.source, benchmark, session.note),
    agentParams: options.agentParams ?? agent.params,
    stepTimeoutSeconds: options.stepTimeout,
    models: model.models,
    config: model.publicConfig,
    configPath: options.config ?? null,
  });
  requireIterable(request);
  requireSameRun(replayed, request, trial);
  const { pilot, estimateFrom } = options;
  if (options.dryRun || pilot !== undefined || estimateFrom !== undefined) {
    const from = estimateFrom === undefined ? undefined : RunFolder.find(home, estimateFrom);
    printDryRun(await estimateTrial(request, trial, model.setup, { pilot, from }), options.json);
    return null;
  }
  const part = parsePartOption(options.part, options.repeat, process.env);
  if (part !== null) {
    const context = session.context(home, trial, model.setup);
    await reportPart(session, context, part, () => runPart(request, context, part), options.json);
    return null;
  }
  return await makeRuns(request, trial, session.context(home, trial, model.setup), options);
}
