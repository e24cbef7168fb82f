import { hash as digest } from 'node:crypto';
import { UserError } from '@itinera/metrics';
import { type AskTerms, createAgentLanguageModel } from './agent-language-model.js';
import type { Budget } from './budget.js';
import type { CallHead } from './call-head.js';
import { type CallPlace, difference, placeText } from './call-place.js';
import { Cassette, cassetteLine } from './cassette.js';
import { type Clock, systemClock } from './clock.js';
import { type ProviderConfig, secretsOf } from './config.js';
import { LanguageModelError, RunStopped } from './errors.js';
import { Lane } from './lane.js';
import type { LanguageModel, PersonProgress } from './language-model.js';
import type { Outcome } from './outcome.js';
import { type Prices, priceOf } from './prices.js';
import { createOpenAiCompatible } from './providers/openai-compatible.js';
import type { Answer, Provider } from './providers/provider.js';
import { createScripted } from './providers/scripted.js';
import type { WireRequest } from './request.js';
import { type JobResult, Scheduler } from './scheduler.js';
import { createRedactor, printable, redactJson } from './secrets.js';
import { UsageMeter } from './usage.js';

const DEFAULT_RETRIES = 5;
/** Changed prompts that are described one by one; the others are counted. */
const CHANGES_SHOWN = 3;

export interface LanguageModelOptions {
  /** Of the run: the scripted provider draws from it, and the shared cache keeps seeds apart. */
  readonly seed: number;
  /** The run's own `calls.ndjson`: answers in it are given again, new ones are added. */
  readonly record?: string | null;
  /** The `calls.ndjson` of a finished run: all answers come from it and nothing is asked of any provider. */
  readonly replay?: string | null;
  /** A file of answers shared between the runs that name it. */
  readonly cache?: string | null;
  readonly budget?: Budget;
  /** The user's own prices, by model. */
  readonly prices?: Prices;
  readonly clock?: Clock;
  /** Told what the user should know: changed prompts, providers that refuse. */
  readonly warn?: (message: string) => void;
  /** In place of the providers of the configs, in the same order: for tests and trials. */
  readonly providers?: readonly Provider[];
}

/** What is recorded of a request whose answer the agent did not wait for. */
const ABANDONED: Outcome = { error: { reason: 'abandoned', message: 'the agent did not wait for the answer' } };

/** What is recorded of a request that was sent, but of which the end of the session came before an answer. */
const UNFINISHED: Outcome = { error: { reason: 'unfinished', message: 'the run stopped before an answer came' } };

interface PersonState {
  sequence: number;
  stopped: RunStopped | null;
}

/**
 * The language model of a run.
 * @param configs of `parseLanguageModelConfig`.
 * @throws UserError when a cost limit is set and a model has no price.
 */
export function createLanguageModel(configs: readonly ProviderConfig[], options: LanguageModelOptions): LanguageModel {
  const { seed, budget = {}, prices, clock = systemClock, warn = () => {} } = options;
  const redact = createRedactor(secretsOf(configs));
  const say = (message: string): void => warn(redact(message));
  const lanes = configs.map((config, i) => lane(config, options.providers?.[i], { seed, clock, redact, prices }));
  const models = [...new Set(lanes.map(({ provider }) => provider.label))];
  const unpriced = lanes.find(({ limits }) => limits.price === null);
  if (budget.maxCost !== undefined && unpriced) {
    throw new UserError(
      `--max-cost: the price of ${unpriced.provider.label} is not known. ` +
        'Add "price: {input, output}" (US dollars a million tokens) to its entry under llm, or pass --prices FILE.',
    );
  }
  const meter = new UsageMeter(clock);
  const open = (path: string | null | undefined, mode: 'read' | 'append'): Cassette | null =>
    path ? new Cassette(path, { mode, clock, warn: say }) : null;
  const record = options.record
    ? new Cassette(options.record, { mode: 'append', retryTrailingFailures: true, clock, warn: say }, (head) =>
        meter.addRecorded(head),
      )
    : null;
  const replay = open(options.replay, 'read');
  const cache = open(options.cache, 'append');
  const cacheSalt = JSON.stringify([seed, [...models].sort(), configs.map(({ extraBody }) => extraBody)]);
  const scheduler = new Scheduler({ lanes, budget, meter, clock, warn: say });
  const people = new Map<number, PersonState>();

  function stateOf(person: number): PersonState {
    let state = people.get(person);
    if (!state) {
      state = { sequence: 0, stopped: null };
      people.set(person, state);
    }
    return state;
  }

  async function ask(
    person: number,
    state: PersonState,
    progress: PersonProgress,
    request: WireRequest,
    terms: AskTerms,
  ): Promise<Outcome> {
    const sequence = state.sequence++;
    const text = JSON.stringify(request);
    const { day, t } = progress.step();
    const place = { person, sequence, hash: sha256(text), day, t };
    const { signal } = terms;
    const abandoned = signal && whenAborted(signal).then(() => abandon(place, text));
    try {
      const outcome =
        recorded(place, text) ??
        replayed(place, text) ??
        cached(place, text) ??
        asked(place, text, request, terms, progress.remaining());
      return await (abandoned ? Promise.race([neverIfAbandoned(outcome), abandoned]) : outcome);
    } catch (error) {
      if (error instanceof RunStopped) state.stopped ??= error;
      throw error;
    }
  }

  /** Later lines supersede earlier ones, so this holds also when the answer is there already but was not looked at. */
  function abandon(place: CallPlace, text: string): Outcome {
    const nothing = { model: '', inputTokens: 0, outputTokens: 0, cost: 0, milliseconds: 0, retries: 0 };
    // No failure, which would be asked again when the run is resumed.
    keep(record, { ...place, ...nothing, at: clock.now(), source: 'agent', failed: false }, text, ABANDONED);
    return ABANDONED;
  }

  /** From this run's own record: the answer was paid for before the run was interrupted. */
  function recorded(place: CallPlace, text: string): Outcome | null {
    const outcome = record?.take(place.person, place.sequence, place.hash) ?? null;
    if (outcome) meter.count('replayed', place);
    else noteChange(record, place, text);
    return outcome;
  }

  function replayed(place: CallPlace, text: string): Outcome | null {
    if (!replay) return null;
    const call = replay.takeCall(place.person, place.sequence, place.hash);
    if (call) {
      meter.count('replayed', place);
      keep(record, { ...call.head, ...place, source: 'replay' }, text, call.outcome);
      return call.outcome;
    }
    const changed = noteChange(replay, place, text);
    const stop = new RunStopped(
      'replay-missing',
      `${replay.path} holds no answer to ${placeText(place)}: ${changed ? 'its prompt has changed' : 'it was not asked there'}. ` +
        'Replay with the agent, seed and data of that run, or run anew without --replay.',
    );
    scheduler.stop(stop);
    throw stop;
  }

  function cached(place: CallPlace, text: string): Outcome | null {
    const call = cache?.takeCall(place.person, place.sequence, cacheHash(place.hash)) ?? null;
    if (!call || 'error' in call.outcome) return null;
    meter.count('cached', place);
    keep(record, { ...call.head, ...place, source: 'cache' }, text, call.outcome);
    return call.outcome;
  }

  async function asked(
    place: CallPlace,
    text: string,
    request: WireRequest,
    terms: AskTerms,
    remaining: number,
  ): Promise<Outcome> {
    const { person, sequence, t } = place;
    const { schema, timeout, retries, signal } = terms;
    const job = { person, sequence, remaining, t, request, schema, timeout, retries: retries ?? DEFAULT_RETRIES };
    const result = await scheduler.submit(job);
    const head = headOf(place, result, clock.now());
    if (result.outcome instanceof RunStopped) {
      // What was sent counts towards the limits of the run, also when it is resumed.
      if (result.retries >= 0) keep(record, head, text, UNFINISHED);
      throw result.outcome;
    }
    const outcome = outcomeOf(result.outcome);
    keep(record, head, text, signal?.aborted ? ABANDONED : outcome);
    if (!head.failed) keep(cache, { ...head, hash: cacheHash(place.hash) }, text, outcome);
    return outcome;
  }

  /** Writes a call down before its answer is used: what the agent has seen is never lost. */
  function keep(cassette: Cassette | null, head: CallHead, text: string, outcome: Outcome): void {
    try {
      cassette?.append(cassetteLine(head, redactJson(text, redact), outcome));
    } catch (error) {
      const stop = new RunStopped('disk', (error as Error).message);
      scheduler.stop(stop);
      throw stop;
    }
  }

  /** @returns true when another prompt is recorded at this place. */
  function noteChange(cassette: Cassette | null, place: CallPlace, text: string): boolean {
    const old = cassette?.hashAt(place.person, place.sequence) ?? null;
    if (old === null || old === place.hash) return false;
    meter.changedPrompts++;
    if (meter.changedPrompts <= CHANGES_SHOWN)
      say(
        `${placeText(place)} has another prompt than was recorded. ${difference(cassette!.requestAt(place.person, place.sequence) ?? '', text)}`,
      );
    return true;
  }

  function cacheHash(hash: string): string {
    return sha256(`${hash}${cacheSalt}`);
  }

  return {
    models,
    forPerson: (person, progress) => {
      const state = stateOf(person);
      return createAgentLanguageModel({
        ask: (request, terms) => ask(person, state, progress, request, terms),
        fellBack: (message) => {
          meter.count('fallbacks', { person, t: progress.step().t });
          progress.fellBack?.(printable(message, 400));
        },
      });
    },
    stoppedFor: (person) => people.get(person)?.stopped ?? null,
    get stopped() {
      return scheduler.stopped;
    },
    usage: () => meter.snapshot(scheduler.inFlight, scheduler.queued),
    async close() {
      scheduler.stop(new RunStopped('closed', 'The language model is closed.'));
      await scheduler.idle();
      // What came last is written down in the same turn.
      await new Promise(setImmediate);
      for (const { provider } of lanes) provider.close?.();
      if (replay && replay.left > 0 && people.size > 0 && scheduler.stopped?.reason === 'closed') {
        say(
          `${replay.path}: ${replay.left} recorded answers were not asked for. The agent, its data or the seed has changed.`,
        );
      }
      for (const cassette of [record, replay, cache]) cassette?.close();
    },
  };
}

/** The first 128 bits, hexadecimal. */
function sha256(text: string): string {
  return digest('sha256', text).slice(0, 32);
}

function lane(
  config: ProviderConfig,
  given: Provider | undefined,
  context: { seed: number; clock: Clock; redact: (text: string) => string; prices: Prices | undefined },
): Lane {
  const provider =
    given ?? (config.provider === 'scripted' ? createScripted(context.seed) : createOpenAiCompatible(config, context));
  return new Lane(provider, { ...config, price: config.price ?? priceOf(config.model, context.prices) });
}

function headOf(place: CallPlace, result: JobResult, at: number): CallHead {
  const { outcome, model, retries, milliseconds, cost } = result;
  const failed = outcome instanceof LanguageModelError;
  const unfinished = outcome instanceof RunStopped;
  return {
    person: place.person,
    sequence: place.sequence,
    hash: place.hash,
    day: place.day,
    t: place.t,
    at,
    model,
    source: unfinished ? 'unfinished' : 'provider',
    inputTokens: failed || unfinished ? 0 : outcome.inputTokens,
    outputTokens: failed || unfinished ? 0 : outcome.outputTokens,
    cost,
    milliseconds: Math.round(milliseconds),
    retries,
    failed,
  };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** An answer that an agent once did not wait for does not come again: the agent is to stop waiting as it did then. */
async function neverIfAbandoned(coming: Outcome | Promise<Outcome>): Promise<Outcome> {
  const outcome = await coming;
  return outcome === ABANDONED || ('error' in outcome && outcome.error.reason === 'abandoned')
    ? new Promise(() => {})
    : outcome;
}

function outcomeOf(outcome: Answer | LanguageModelError): Outcome {
  if (outcome instanceof LanguageModelError) {
    return { error: { reason: outcome.reason, message: outcome.message } };
  }
  const { content, toolCalls, finishReason } = outcome;
  return { answer: { content, toolCalls, finishReason } };
}
