import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CallTotals,
  estimateRun,
  type Prices,
  type ProviderConfig,
  parseLanguageModelConfig,
  type RunEstimate,
  readCallTotals,
  shareCity,
  simulate,
} from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { groupSizeOf, RunFolder } from '@itinera/run';
import { taskAddress } from '../list/task-address.js';
import { type PreparedTrial, peopleOf } from './prepare-trial.js';
import { type RunRequest, settingsOf } from './start-run.js';

const MAX_SAMPLED = 8;

/** What a run would ask of a language model. */
export interface TrialEstimate {
  readonly people: number;
  readonly sampled: number;
  /** Null when the agent asks no language model. */
  readonly estimate: RunEstimate | null;
}

/**
 * Lets a few people live with the scripted stand-in and tells from what they ask what all would cost.
 * @throws UserError when they ask and there is no provider.
 */
export async function estimateTrial(
  request: RunRequest,
  { city }: Pick<PreparedTrial, 'city'>,
  model: { readonly providers: readonly ProviderConfig[]; readonly prices?: Prices } | null,
): Promise<TrialEstimate> {
  const { providers = [], prices = {} } = model ?? {};
  const { benchmark, dataset, seed, congestion, people, stepTimeoutSeconds, order } = request;
  const sampled = evenly(peopleOf(dataset, people), MAX_SAMPLED);
  const home = mkdtempSync(join(tmpdir(), 'asbench-dry-run-'));
  try {
    const folder = RunFolder.create(home, benchmark.name);
    const scripted = parseLanguageModelConfig({ provider: 'scripted' }, { env: {}, warn: () => {} });
    const agent = { source: request.agent, hash: '', params: { ...request.agentParams } };
    await simulate(folder, {
      settings: settingsOf({ seed, agent, stepTimeoutSeconds, order, routes: false }, benchmark),
      task: taskAddress(benchmark),
      agent: request.agent,
      profiles: sampled,
      groupSize: groupSizeOf(sampled.length, congestion !== 'off' || order === 'step'),
      city: shareCity(city, { seed, congestion }),
      model: { providers: scripted, budget: {}, callsPath: folder.callsPath },
      threads: 1,
    });
    const byPerson = readCallTotals(folder.callsPath)?.byPerson;
    const totals = sampled.map(({ id }) => byPerson?.get(id) ?? nothing);
    const counts = { people, sampled: sampled.length };
    if (totals.every(({ answered }) => answered === 0)) return { ...counts, estimate: null };
    if (providers.length === 0)
      throw new UserError(
        'llm: the config names no language model to estimate for. Add "llm: [{provider, model, api_key}]" to it.',
      );
    return { ...counts, estimate: estimateRun(totals, people, providers, prices) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const nothing = { answered: 0, inputTokens: 0 } as CallTotals;

function evenly<T>(items: readonly T[], most: number): readonly T[] {
  const count = Math.min(most, items.length);
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
