import { type Answer, type ModelFaults, type Provider, ProviderError } from './provider.js';
import { drawsFrom } from './scripted.js';

const NONSENSE = [
  'The committee approved the minutes of the previous meeting.',
  '404 lorem ipsum } ] : 17 bananas',
  'Sorry, what was the question? As I said, it depends on the weather in the other city.',
];

/** Makes a provider fail at the same requests in every run with this seed. Answers that are replaced are paid for. */
export function faulty(provider: Provider, { fail = 0, nonsense = 0 }: ModelFaults, seed: number): Provider {
  return {
    ...provider,
    async complete(request, context): Promise<Answer> {
      const draw = drawsFrom(JSON.stringify(['faults', seed, context.person, context.sequence]));
      const drawn = draw();
      if (drawn < fail)
        throw new ProviderError('server-error', 'a simulated failure (faults.fail)', {
          retryable: false,
          simulated: true,
        });
      const answer = await provider.complete(request, context);
      if (drawn >= fail + nonsense) return answer;
      const { inputTokens, cachedInputTokens, outputTokens } = answer;
      return {
        ...{ inputTokens, cachedInputTokens, outputTokens },
        content: NONSENSE[Math.floor(draw() * NONSENSE.length)]!,
        toolCalls: [],
        finishReason: 'stop',
      };
    },
  };
}
