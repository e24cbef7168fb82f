import { printable } from '@itinera/base';
import { z } from 'zod';
import type { WireRequest } from '../request.js';
import { estimateTokens } from '../tokens.js';
import { type Answer, ProviderError } from './provider.js';

/** Removes keys from a text. */
export type Redact = (text: string) => string;

const tokenCount = z.number().int().nonnegative().nullish();
/** Created at first use: until then, a page can switch off the compilation of checks, which its policy forbids. */
const completionSchema = z.lazy(() =>
  z.object({
    choices: z
      .array(
        z.object({
          message: z.object({
            content: z.string().nullish(),
            tool_calls: z
              .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
              .nullish(),
          }),
          finish_reason: z.string().nullish(),
        }),
      )
      .min(1),
    usage: z
      .object({
        prompt_tokens: tokenCount,
        completion_tokens: tokenCount,
        prompt_tokens_details: z.object({ cached_tokens: tokenCount }).nullish(),
        prompt_cache_hit_tokens: tokenCount,
      })
      .nullish()
      .catch(null),
  }),
);

/** The body as a server expects it: OpenAI's newer models reject `max_tokens`; most compatible servers support only that. */
export function forServer(body: object, { hostname }: URL): object {
  if (hostname !== 'api.openai.com' || !('max_tokens' in body) || body.max_tokens === undefined) return body;
  const { max_tokens, ...rest } = body;
  return { ...rest, max_completion_tokens: max_tokens };
}

/** Reads the body of an answer. @throws ProviderError if it is not a completion */
export function readCompletion(body: string, request: WireRequest, redact: Redact): Answer {
  const bad = (what: string): ProviderError =>
    new ProviderError('bad-answer', `${what}: "${printable(redact(body), 80)}"`, { retryable: true });
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw bad('the answer is not JSON');
  }
  const parsed = completionSchema.safeParse(json);
  if (!parsed.success) throw bad('the answer is not a chat completion');
  const { choices, usage } = parsed.data;
  const { message, finish_reason } = choices[0]!;
  const toolCalls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
    id: redact(id),
    type: 'function' as const,
    function: { name: redact(name), arguments: redact(text) },
  }));
  // An empty text is an answer, as for the originals; only a missing one is not.
  if (message.content == null && toolCalls.length === 0) {
    const advice = finish_reason === 'length' ? '; raise max_tokens, or limit thinking with extra_body' : '';
    throw bad(`the answer has no content (${printable(redact(finish_reason ?? 'no reason given'), 40)}${advice})`);
  }
  return {
    content: message.content == null ? null : redact(message.content),
    toolCalls,
    finishReason: finish_reason == null ? null : redact(finish_reason),
    inputTokens: usage?.prompt_tokens ?? estimateTokens(JSON.stringify(request.messages)),
    cachedInputTokens: usage?.prompt_tokens_details?.cached_tokens ?? usage?.prompt_cache_hit_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? estimateTokens(message.content ?? JSON.stringify(toolCalls)),
  };
}
