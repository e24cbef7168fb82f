import type { JsonSchema, RequestOptions } from './request.js';

/** The options of a request, apart from its content. */
export interface AskTerms {
  readonly retries: number | null;
  /** Seconds for one attempt. */
  readonly timeout: number | null;
  readonly schema: JsonSchema | null;
  readonly signal: AbortSignal | null;
  readonly onTokens: RequestOptions['onTokens'];
}
