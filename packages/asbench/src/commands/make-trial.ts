import { grouped } from '@itinera/base';
import { outdatedContent } from '@itinera/city';
import { RunFolder } from '@itinera/run';
import {
  agentNote,
  estimateTrial,
  openReplayed,
  type PlanOptions,
  peopleOf,
  planRun,
  requireSameRun,
  runPart,
  runSeeds,
  syntheticNotice,
  type TrialReport,
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
import type { Session } from './session.js';
import type { TrialOptionValues } from './trial-options.js';

/** The options of a command, with what only some commands ask of a run. */
type Asked = TrialOptionValues &
  Pick<
    PlanOptions,
    'benchmark' | 'datasets' | 'demo' | 'people' | 'congestion' | 'scenario' | 'observed' | 'tenantId' | 'official'
  > & {
    readonly mode: 'test' | 'inference';
    /** Number of seeds, from that of the plan. */
    readonly repeat: number;
  };

/** Reads the configuration of a command and finds its home folder. */
export function openConfig({ config: path }: Pick<TrialOptionValues, 'config'>, command: Command, session: Session) {
  const config: Config = path === undefined ? {} : readConfig(path, session.warn);
  return { config, home: homeOf(command, config) };
}

/**
 * Simulates people by the options. @returns the reports; null for a part of a run or an estimate, which is printed
 * here.
 */
export async function makeTrial(
  asked: Asked,
  { config, home }: ReturnType<typeof openConfig>,
  command: Command,
  session: Session,
): Promise<TrialReport[] | null> {
  const replayed = openReplayed(asked.replay, { ...asked, home });
  const options = asReplayed(asked, command, replayed);
  const agent = chooseAgent(options.agent, options.python, session.warn);
  const note = replayed && options.agent === replayed.terms.agent && agentNote(replayed.folder, agent.source, home);
  if (note) session.note(note);
  const model = chooseModel(config, options, home, session.warn);
  const movement: PlanOptions['movement'] = (people, dataset) => {
    const { represents, demand, ...rest } = options;
    const { sampledFrom } = dataset;
    const real =
      demand !== undefined
        ? readDemand(demand, people)
        : represents === WEIGHT
          ? representedBy(sampledFrom ?? peopleOf(dataset, people))
          : (represents ?? (replayed === null && !isSampleFactorGiven(config) ? sampledFrom?.length : undefined));
    const given = { ...rest, ...(real !== undefined && { represents: real }) };
    return movementOf(config, given, people, session.note) ?? replayed?.manifest.movement;
  };
  const { plan, inputs } = await planRun(
    {
      ...options,
      home,
      hint: hintAtRealData(options, config),
      datasetHome: homeOf(command),
      agent: agent.source,
      agentParams: options.agentParams ?? agent.params,
      inParts: options.part !== undefined || options.queue !== undefined,
      movement,
      stepTimeoutSeconds: options.stepTimeout,
      models: model.models,
      config: model.publicConfig,
      configPath: options.config ?? null,
    },
    session.listener,
  );
  if (options.routes === undefined && !plan.routes)
    session.note(
      `The routes of ${grouped(plan.people)} people are not recorded, so roads cannot be counted or compared. To record them: --routes`,
    );
  requireIterable(plan);
  requireSameRun(replayed, plan, inputs);
  const part = parsePartOption(options.part, options.repeat, process.env);
  const { pilot, estimateFrom, json } = options;
  const isEstimate = options.dryRun === true || pilot !== undefined || estimateFrom !== undefined;
  // A result in words carries the notice itself.
  if (inputs.dataset.synthetic && (json || isEstimate || part !== null)) session.note(syntheticNotice(plan.task));
  if (isEstimate) {
    // A run warns of it at its end.
    const outdated = outdatedContent(plan.map.path, inputs.city.map);
    if (outdated !== undefined) session.note(outdated);
    const from = estimateFrom === undefined ? undefined : RunFolder.find(home, estimateFrom);
    printDryRun(await estimateTrial(plan, inputs, model.setup, { pilot, from }), json);
    return null;
  }
  const context = session.context(home, inputs, model.setup);
  if (part !== null) {
    await reportPart(session, context, part, () => runPart(plan, context, part), json);
    return null;
  }
  const { queue, repeat } = options;
  if (queue === undefined) return await runSeeds(plan, context, repeat);
  // With the pool, which most runs do without.
  const { runOnQueue } = await import('./run-on-queue.js');
  return [await runOnQueue(plan, context, { ...options, queue })];
}
