import type { Budget } from '@itinera/engine';
import type { RunPart } from '@itinera/run';
import type { RunContext } from './start-run.js';

type Model = NonNullable<RunContext['model']>;

/**
 * The share of a part in the limits of a run with a language model: all parts together keep within them.
 * @param ofBudget the share in the budget, when it is another than that of what is sent at once.
 */
export function shareLimits(model: Model, part: RunPart, ofBudget = part): Model {
  const providers = model.providers.map((provider) => ({
    ...provider,
    // Nothing can be asked less than one at a time.
    concurrency: Math.max(1, dealt(provider.concurrency, part)),
    requestsPerMinute: provider.requestsPerMinute / part.of,
    tokensPerMinute: provider.tokensPerMinute / part.of,
  }));
  return { ...model, providers, budget: shareBudget(model.budget, ofBudget) };
}

/** Time is not shared out: parts are under way at once. */
function shareBudget({ maxCalls, maxTokens, maxCost, maxSeconds }: Budget, part: RunPart): Budget {
  return {
    ...(maxCalls !== undefined && { maxCalls: dealt(maxCalls, part) }),
    ...(maxTokens !== undefined && { maxTokens: dealt(maxTokens, part) }),
    ...(maxCost !== undefined && { maxCost: maxCost / part.of }),
    ...(maxSeconds !== undefined && { maxSeconds }),
  };
}

/** So many of a number of things that the shares of all parts add up to it. */
function dealt(count: number, { number, of }: RunPart): number {
  return Number.isFinite(count) ? Math.floor(count / of) + (number <= count % of ? 1 : 0) : count;
}

/** In words what a part may take of the limits; null when there are none to share. */
export function describeShares({ providers, budget }: Model, part: RunPart): string | null {
  const own = shareLimits({ providers, budget }, part);
  const shares = [
    ...(['maxCalls', 'maxTokens', 'maxCost'] as const).flatMap((name) =>
      budget[name] === undefined ? [] : [`${words[name]} ${round(own.budget[name]!)} of ${budget[name]}`],
    ),
    ...providers.flatMap(({ provider, model, concurrency, requestsPerMinute }, i) => [
      `${own.providers[i]!.concurrency} of ${concurrency} requests at once to ${provider}/${model}`,
      ...(Number.isFinite(requestsPerMinute)
        ? [`${round(own.providers[i]!.requestsPerMinute)} of ${requestsPerMinute} a minute`]
        : []),
    ]),
  ];
  return shares.length === 0
    ? null
    : `The limits are shared out over ${part.of} parts; this one has ${shares.join(', ')}.`;
}

const words = { maxCalls: '--max-calls', maxTokens: '--max-tokens', maxCost: '--max-cost' } as const;

const round = (value: number): number => Number(value.toPrecision(4));
