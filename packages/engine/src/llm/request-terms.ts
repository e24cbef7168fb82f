import type { JsonSchema, RequestOptions } from './request.js';

/** How a request is to be made, beside what it says. */
export interface AskTerms {
  readonly retries: number | null;
  /** Seconds for one attempt. */
  readonly timeout: number | null;
  readonly schema: JsonSchema | null;
  readonly signal: AbortSignal | null;
  readonly onTokens: RequestOptions['onTokens'];
}
