import type { ToolCall } from '@itinera/run';
import type { FailureReason } from '../errors.js';
import type { JsonSchema, WireRequest } from '../request.js';

/** A source of answers. It makes one attempt; queueing, limits, retries and records are the scheduler's. */
export interface Provider {
  /** As shown and recorded: `deepseek/deepseek-chat`. */
  readonly label: string;
  /** @throws ProviderError */
  complete(request: WireRequest, context: AttemptContext): Promise<Answer>;
  /** Lets go of connections. */
  close?(): void;
}

export interface AttemptContext {
  readonly person: number;
  readonly sequence: number;
  readonly timeoutMilliseconds: number;
  /** What a typed request expects; not sent, since the prompt says it. */
  readonly schema: JsonSchema | null;
}

export interface Answer {
  readonly content: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: string | null;
  readonly inputTokens: number;
  /** Of the input tokens, those that the provider took from its prompt cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly options: {
      /** Another attempt may succeed. */
      readonly retryable: boolean;
      /**
       * The user has to mend something first: the key, the balance (`always`), or what looks like a wrong address or
       * model as long as this provider has answered nothing (`at-first`).
       */
      readonly refused?: 'always' | 'at-first';
      readonly retryAfterMilliseconds?: number;
    },
  ) {
    super(message);
  }
}
