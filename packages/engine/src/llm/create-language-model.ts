import { closeSync, openSync } from 'node:fs';
import { printable, UserError } from '@itinera/base';
import { type CallHead, isSent, scanCallFile } from '@itinera/run';
import { createAgentLanguageModel } from './agent-language-model.js';
import type { Budget } from './budget.js';
import { CallForecast } from './call-forecast.js';
import { CallKeeper } from './call-keeper.js';
import { CallRecords } from './call-records.js';
import { Cassette } from './cassette.js';
import { type ProviderConfig, secretsOf } from './config.js';
import { RunStopped } from './errors.js';
import { Lane } from './lane.js';
import type { LanguageModel } from './language-model.js';
import { PersonRequests } from './person-requests.js';
import { type Prices, priceOf } from './prices.js';
import { faulty } from './providers/faulty.js';
import { createOpenAiCompatible } from './providers/openai-compatible.js';
import type { Provider, ProviderContext } from './providers/provider.js';
import { providers } from './providers/providers.js';
import type { RateMemories } from './rate-book.js';
import { Scheduler } from './scheduler.js';
import { createRedactor } from './secrets.js';
import type { AnswerSource } from './sources/answer-source.js';
import { cacheSource } from './sources/cache-source.js';
import { providerSource } from './sources/provider-source.js';
import { recordSource } from './sources/record-source.js';
import { replaySource } from './sources/replay-source.js';
import { UsageMeter } from './usage.js';
import { systemTime, type WallClock } from './wall-clock.js';

export interface LanguageModelOptions {
  /** Seed of the run: the scripted provider draws from it, and the shared cache separates seeds. */
  readonly seed: number;
  /** The run's `calls.ndjson`: recorded answers are reused, new ones are appended. */
  readonly record?: string | null;
  /** Records of people with separate files; their calls count towards this run. */
  readonly recorded?: readonly string[];
  /** The `calls.ndjson` of a finished run: the source of all answers, without calls to a provider. */
  readonly replay?: string | null;
  /** A file of answers shared between runs. */
  readonly cache?: string | null;
  readonly budget?: Budget;
  /** Custom prices by model. */
  readonly prices?: Prices;
  readonly clock?: WallClock;
  /** Recent requests of earlier runs, by config: all runs share the limits per minute. */
  readonly rates?: readonly RateMemories[];
  /** Receives warnings: changed prompts, providers that refuse. */
  readonly warn?: (message: string) => void;
  /** Replaces the providers of the configs, in the same order: for tests and trials. */
  readonly providers?: readonly Provider[];
}

/**
 * Creates the language model of a run: answers come from its own record, from the replayed run, from the shared cache, and
 * finally from the providers.
 * @param configs of `parseLanguageModelConfig`.
 * @throws UserError when a cost limit is set and a model has no price.
 */
export function createLanguageModel(configs: readonly ProviderConfig[], options: LanguageModelOptions): LanguageModel {
  const { seed, budget = {}, prices, clock = systemTime, warn = () => {} } = options;
  const redact = createRedactor(secretsOf(configs));
  const say = (message: string): void => warn(redact(message));
  const lanes = configs.map((config, i) =>
    lane(config, options.providers?.[i], { seed, clock, redact, prices, rates: options.rates?.[i] }),
  );
  requirePrices(lanes, budget);
  const models = [...new Set(lanes.map(({ provider }) => provider.label))];
  const meter = new UsageMeter(clock);
  const openRecord = (path: string, visit?: (head: CallHead) => void) =>
    new Cassette(path, { mode: 'append', retryTrailingFailures: true, clock, warn: say }, visit);
  const count = (head: CallHead): void => {
    if (isSent(head)) meter.addRecorded(head);
  };
  const records = new CallRecords(options.record ? openRecord(options.record, count) : null);
  for (const path of options.recorded ?? []) visitCalls(path, count);
  const scheduler = new Scheduler({ lanes, budget, meter, clock, warn: say });
  const stop = (reason: RunStopped): void => scheduler.stop(reason);
  const keeper = new CallKeeper({ records, redact, meter, warn: say, stop });
  const open = (path: string, mode: 'read' | 'append'): Cassette => new Cassette(path, { mode, clock, warn: say });
  const salt = JSON.stringify([seed, [...models].sort(), configs.map(({ extraBody }) => extraBody)]);
  const cache = options.cache ? cacheSource(open(options.cache, 'append'), salt, keeper) : null;
  /** The sources in the order of use. */
  const sources: readonly AnswerSource[] = [
    recordSource(records, keeper, meter),
    options.replay ? replaySource(open(options.replay, 'read'), { keeper, warn: say, stop }) : null,
    cache,
    providerSource({ scheduler, keeper, cache, now: () => clock.now() }),
  ].filter((source) => source !== null);
  const people = new Map<number, PersonRequests>();
  const forecast = new CallForecast();

  function requestsOf(person: number): PersonRequests {
    let requests = people.get(person);
    if (!requests) {
      requests = new PersonRequests(person, { sources, keeper, now: () => clock.now() });
      people.set(person, requests);
    }
    return requests;
  }

  return {
    models,
    forPerson: (person, progress) => {
      const requests = requestsOf(person);
      forecast.begin(() => progress.remaining());
      return createAgentLanguageModel({
        ask: (request, terms) => {
          forecast.asked(progress.remaining());
          return requests.ask(request, terms, progress);
        },
        fellBack: (message) => {
          meter.count('fallbacks', { person, t: progress.step().t });
          progress.fellBack?.(printable(message, 400));
        },
      });
    },
    recordSeparately: (path, people) => records.recordSeparately(openRecord(path), people),
    stoppedFor: (person) => people.get(person)?.stopped ?? null,
    get stopped() {
      return scheduler.stopped;
    },
    expectedCalls: () => forecast.expectedCalls(),
    usage: () => meter.snapshot(scheduler.inFlight, scheduler.queued, scheduler.unrecorded),
    async close() {
      scheduler.stop(new RunStopped('closed', 'The language model is closed.'));
      await scheduler.idle();
      // The last answers are recorded in the same turn.
      await new Promise(setImmediate);
      const complete = people.size > 0 && scheduler.stopped?.reason === 'closed';
      for (const source of sources) source.close(complete);
    },
  };
}

/** Visits the figures of all calls in a file. */
function visitCalls(path: string, visit: (head: CallHead) => void): void {
  const file = openSync(path, 'r');
  try {
    scanCallFile(file, visit);
  } finally {
    closeSync(file);
  }
}

function requirePrices(lanes: readonly Lane[], budget: Budget): void {
  const unpriced = lanes.find(({ limits }) => limits.price === null);
  if (budget.maxCost !== undefined && unpriced)
    throw new UserError(
      `--max-cost: the price of ${unpriced.provider.label} is unknown. ` +
        'Add "price: {input, output}" (US dollars per million tokens) to its entry under llm, or pass --prices FILE.',
    );
}

function lane(
  config: ProviderConfig,
  given: Provider | undefined,
  context: ProviderContext & { prices: Prices | undefined; rates: RateMemories | undefined },
): Lane {
  const plain = given ?? (providers.get(config.provider)?.create ?? createOpenAiCompatible)(config, context);
  const provider = config.faults === undefined ? plain : faulty(plain, config.faults, context.seed);
  return new Lane(provider, { ...config, price: priceOf(config, context.prices) }, context.rates);
}
