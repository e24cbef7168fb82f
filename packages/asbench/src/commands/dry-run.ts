import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, taskAddress } from '@itinera/benchmarks';
import type { CallTotals, Prices, Profile } from '@itinera/engine';
import {
  assumptions,
  estimateRun,
  type PreparedCity,
  type ProviderConfig,
  parseLanguageModelConfig,
  type Range,
  type RunEstimate,
  readCallTotals,
  type SharedCity,
  shareCity,
  simulate,
} from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import type { AgentSource } from '@itinera/run';
import { RunFolder } from '@itinera/run';
import { dollars } from './call-summary.js';
import { duration } from './progress-line.js';
import { textTable } from './text-table.js';

const MOST_SAMPLED = 8;

export interface DryRunOptions {
  readonly benchmark: Benchmark;
  readonly agent: AgentSource;
  readonly agentParams: Readonly<Record<string, unknown>>;
  readonly profiles: readonly Profile[];
  readonly city: PreparedCity;
  readonly congestion: SharedCity['congestion'];
  readonly seed: number;
  readonly stepTimeoutSeconds: number;
  readonly providers: readonly ProviderConfig[];
  readonly prices: Prices;
}

export interface DryRun {
  readonly people: number;
  readonly sampled: number;
  /** Null when the agent asks no language model. */
  readonly estimate: RunEstimate | null;
}

/**
 * Lets a few people live with the scripted stand-in and tells from what they ask what all would cost.
 * @throws UserError when they ask and there is no provider.
 */
export async function dryRun(options: DryRunOptions): Promise<DryRun> {
  const { benchmark, profiles, city, congestion, seed, providers, prices } = options;
  const sampled = evenly(profiles, MOST_SAMPLED);
  const home = mkdtempSync(join(tmpdir(), 'asbench-dry-run-'));
  try {
    const folder = RunFolder.create(home, benchmark.name);
    const scripted = parseLanguageModelConfig({ provider: 'scripted' }, { env: {}, warn: () => {} });
    await simulate(folder, {
      settings: {
        seed,
        clock: benchmark.clock,
        weather: benchmark.weather,
        agentParams: options.agentParams,
        stepTimeoutSeconds: options.stepTimeoutSeconds,
      },
      task: taskAddress(benchmark),
      agent: options.agent,
      profiles: sampled,
      city: shareCity(city, { seed, congestion }),
      model: { providers: scripted, budget: {}, callsPath: folder.callsPath },
      threads: 1,
    });
    const byPerson = readCallTotals(folder.callsPath)?.byPerson;
    const totals = sampled.map(({ id }) => byPerson?.get(id) ?? nothing);
    const counts = { people: profiles.length, sampled: sampled.length };
    if (totals.every(({ answered }) => answered === 0)) return { ...counts, estimate: null };
    if (providers.length === 0)
      throw new UserError(
        'llm: the config names no language model to estimate for. Add "llm: [{provider, model, api_key}]" to it.',
      );
    return { ...counts, estimate: estimateRun(totals, profiles.length, providers, prices) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const nothing = { answered: 0, inputTokens: 0 } as CallTotals;

function evenly<T>(items: readonly T[], most: number): readonly T[] {
  const count = Math.min(most, items.length);
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}

export function describeDryRun({ people, sampled, estimate }: DryRun): string {
  if (estimate === null) return `The agent asks no language model: ${sampled} of ${people} people were tried.`;
  const row = (name: string, range: Range | null, show: (value: number) => string): string[] =>
    range === null ? [name, '–', '–', '–'] : [name, show(range.low), show(range.expected), show(range.high)];
  const whole = (value: number): string => String(Math.round(value));
  const { outputTokens, secondsToFirstToken, tokensPerSecond } = assumptions;
  return [
    `Estimate for ${people} people, from ${sampled} of them with scripted answers; no model was asked.`,
    textTable([
      ['', 'at least', 'expected', 'at most'],
      row('calls', estimate.calls, whole),
      row('tokens in', estimate.inputTokens, whole),
      row('tokens out', estimate.outputTokens, whole),
      row('cost', estimate.cost, dollars),
      row('time', estimate.seconds, duration),
    ]),
    ...(estimate.cost === null ? ['The price of a model is not known: --prices FILE.'] : []),
    `Assumed: ${outputTokens} tokens an answer, ${secondsToFirstToken} s until it begins, ${tokensPerSecond} tokens/s. ` +
      'The range is for the choice of people; models that answer at more length cost more.',
  ].join('\n');
}
