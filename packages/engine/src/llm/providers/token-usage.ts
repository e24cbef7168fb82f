import { z } from 'zod';
import type { TokenUsage } from './provider.js';

const tokenCount = z.number().int().nonnegative().nullish().catch(null);
/** Created at first use: until then, a page can switch off the compilation of checks, which its policy forbids. */
const usageSchema = z.lazy(() =>
  z.object({
    prompt_tokens: tokenCount,
    completion_tokens: tokenCount,
    prompt_tokens_details: z.object({ cached_tokens: tokenCount }).nullish().catch(null),
    prompt_cache_hit_tokens: tokenCount,
  }),
);

/** The figures of a `usage` object; a field is null if the server does not report it. */
export interface ReportedUsage {
  readonly input: number | null;
  readonly cachedInput: number;
  readonly output: number | null;
}

/** Reads the `usage` of a parsed answer. @returns null if there is none. */
export function readUsage(json: unknown): ReportedUsage | null {
  const found = usageSchema.safeParse((json as { usage?: unknown } | null)?.usage);
  if (!found.success) return null;
  const { prompt_tokens, completion_tokens, prompt_tokens_details, prompt_cache_hit_tokens } = found.data;
  if (prompt_tokens == null && completion_tokens == null) return null;
  return {
    input: prompt_tokens ?? null,
    cachedInput: prompt_tokens_details?.cached_tokens ?? prompt_cache_hit_tokens ?? 0,
    output: completion_tokens ?? null,
  };
}

/**
 * Finds the usage that a server reports in any body: an error, an answer that is cut off, or the end of one that is too
 * long. In a text that is not JSON, the last `usage` counts.
 * @returns null if there is none.
 */
export function usageIn(body: string): TokenUsage | null {
  const usage = readUsage(parse(body)) ?? lastUsage(body);
  return (
    usage && { inputTokens: usage.input ?? 0, cachedInputTokens: usage.cachedInput, outputTokens: usage.output ?? 0 }
  );
}

function lastUsage(text: string): ReportedUsage | null {
  const [start] = [...text.matchAll(/"usage"\s*:\s*\{/g)].slice(-1).map((match) => match.index + match[0].length - 1);
  if (start === undefined) return null;
  // Objects of details are nested by one level.
  for (let end = text.indexOf('}', start); end !== -1; end = text.indexOf('}', end + 1)) {
    const usage = parse(text.slice(start, end + 1));
    if (usage !== undefined) return readUsage({ usage });
    if (end - start > MOST_CHARACTERS) return null;
  }
  return null;
}

/** Of a usage object. */
const MOST_CHARACTERS = 4096;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
