import type { Budget } from '@itinera/engine';
import type { RunPart } from '@itinera/run';
import type { RunContext } from './start-run.js';

type Model = NonNullable<RunContext['model']>;

/**
 * Returns the share of a part in the limits of a run with a language model; all parts together stay within them.
 * @param ofBudget the share of the budget, if it differs from that of concurrent requests.
 */
export function shareLimits(model: Model, part: RunPart, ofBudget = part): Model {
  const providers = model.providers.map((provider) => ({
    ...provider,
    // The minimum is one request at a time.
    concurrency: Math.max(1, dealt(provider.concurrency, part)),
    requestsPerMinute: provider.requestsPerMinute / part.of,
    tokensPerMinute: provider.tokensPerMinute / part.of,
  }));
  return { ...model, providers, budget: shareBudget(model.budget, ofBudget) };
}

/** Time is not divided, since parts run concurrently. */
function shareBudget({ maxCalls, maxTokens, maxCost, maxSeconds }: Budget, part: RunPart): Budget {
  return {
    ...(maxCalls !== undefined && { maxCalls: dealt(maxCalls, part) }),
    ...(maxTokens !== undefined && { maxTokens: dealt(maxTokens, part) }),
    ...(maxCost !== undefined && { maxCost: maxCost / part.of }),
    ...(maxSeconds !== undefined && { maxSeconds }),
  };
}

/** Returns a share as a whole number; the shares of all parts add up to the total. */
function dealt(count: number, { number, of }: RunPart): number {
  return Number.isFinite(count) ? Math.floor(count / of) + (number <= count % of ? 1 : 0) : count;
}

/** Describes the share of a part; null without limits. */
export function describeShares({ providers, budget }: Model, part: RunPart): string | null {
  const own = shareLimits({ providers, budget }, part);
  const shares = [
    ...(['maxCalls', 'maxTokens', 'maxCost'] as const).flatMap((name) =>
      budget[name] === undefined ? [] : [`${words[name]} ${round(own.budget[name]!)} of ${budget[name]}`],
    ),
    ...providers.flatMap(({ provider, model, concurrency, requestsPerMinute }, i) => [
      `${own.providers[i]!.concurrency} of ${concurrency} requests at once to ${provider}/${model}`,
      ...(Number.isFinite(requestsPerMinute)
        ? [`${round(own.providers[i]!.requestsPerMinute)} of ${requestsPerMinute} per minute`]
        : []),
    ]),
  ];
  return shares.length === 0
    ? null
    : `The limits are divided between ${part.of} parts; this one has ${shares.join(', ')}.`;
}

const words = { maxCalls: '--max-calls', maxTokens: '--max-tokens', maxCost: '--max-cost' } as const;

const round = (value: number): number => Number(value.toPrecision(4));
