import { printable } from '@itinera/base';
import { z } from 'zod';
import type { WireRequest } from '../request.js';
import { estimateTokens } from '../tokens.js';
import { type Answer, ProviderError } from './provider.js';
import { readUsage, usageIn } from './token-usage.js';

/** Removes keys from a text. */
export type Redact = (text: string) => string;

/** Created at first use: until then, a page can switch off the compilation of checks, which its policy forbids. */
const completionSchema = z.lazy(() => {
  const part = z.union([z.string(), z.looseObject({})]);
  return z.object({
    choices: z
      .array(
        z.object({
          message: z.object({
            content: z.union([z.string(), z.array(part), part]).nullish(),
            refusal: z.string().nullish().catch(null),
            tool_calls: z
              .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
              .nullish(),
          }),
          finish_reason: z.string().nullish(),
        }),
      )
      .min(1),
  });
});

/** The body as a server expects it: OpenAI's newer models reject `max_tokens`; most compatible servers support only that. */
export function forServer(body: object, { hostname }: URL): object {
  if (hostname !== 'api.openai.com' || !('max_tokens' in body) || body.max_tokens === undefined) return body;
  const { max_tokens, ...rest } = body;
  return { ...rest, max_completion_tokens: max_tokens };
}

/**
 * Reads the body of an answer. A missing or empty content is an answer, which is paid for and would be the same again.
 * @throws ProviderError if it is not a completion
 */
export function readCompletion(body: string, request: WireRequest, redact: Redact): Answer {
  const bad = (what: string): ProviderError => {
    const message = `${what}: "${printable(redact(body), 80)}"`;
    return new ProviderError('bad-answer', message, { retryable: true, usage: usageIn(body) });
  };
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw bad('the answer is not JSON');
  }
  const parsed = completionSchema.safeParse(json);
  if (!parsed.success) throw bad('the answer is not a chat completion');
  const { message, finish_reason } = parsed.data.choices[0]!;
  const toolCalls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
    id: redact(id),
    type: 'function' as const,
    function: { name: redact(name), arguments: redact(text) },
  }));
  const { text, refusal: refusedPart } = readContent(message.content ?? null);
  if (text === null) throw bad('the answer has no text among its parts');
  const refusal = message.refusal || refusedPart;
  const content = message.content == null && toolCalls.length > 0 ? null : redact(text);
  const ended = endOf(finish_reason ?? null, {
    isRefused: Boolean(refusal) || (message.content == null && toolCalls.length === 0),
  });
  const usage = readUsage(json);
  return {
    content,
    toolCalls,
    finishReason: finish_reason == null ? null : redact(finish_reason),
    ...(ended && { ended }),
    ...(refusal && { refusal: redact(refusal) }),
    inputTokens: usage?.input ?? estimateTokens(JSON.stringify(request.messages)),
    cachedInputTokens: usage?.cachedInput ?? 0,
    outputTokens: usage?.output ?? estimateTokens(content ?? JSON.stringify(toolCalls)),
  };
}

type Part = string | { readonly [key: string]: unknown };

/**
 * Joins the parts of a content. Thoughts are not part of the text.
 * @returns a null text if there are parts, but none that is a text or a refusal
 */
function readContent(content: string | Part | readonly Part[] | null): { text: string | null; refusal: string } {
  if (content === null) return { text: '', refusal: '' };
  const parts = Array.isArray(content) ? (content as readonly Part[]) : [content as Part];
  const texts: string[] = [];
  let refusal = '';
  for (const part of parts) {
    if (typeof part === 'string') texts.push(part);
    else if (typeof part.text === 'string') texts.push(part.text);
    else if (typeof part.refusal === 'string') refusal += part.refusal;
  }
  return { text: texts.length > 0 || refusal !== '' || parts.length === 0 ? texts.join('') : null, refusal };
}

function endOf(reason: string | null, { isRefused }: { readonly isRefused: boolean }): Answer['ended'] | null {
  if (reason === 'content_filter') return 'filtered';
  if (reason === 'length' || reason === 'max_tokens') return 'cut';
  return isRefused || reason === 'refusal' ? 'refused' : null;
}
