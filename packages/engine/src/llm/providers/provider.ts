import type { CallHead, ToolCall } from '@itinera/run';
import type { FailureReason } from '../errors.js';
import type { ModelPrice } from '../prices.js';
import type { JsonSchema, WireRequest } from '../request.js';
import type { WallClock } from '../wall-clock.js';

/** Makes one attempt of a request; the scheduler handles queueing, limits, retries and records. */
export interface Provider {
  /** The label that is shown and recorded: `deepseek/deepseek-chat`. */
  readonly label: string;
  /** @throws ProviderError */
  complete(request: WireRequest, context: AttemptContext): Promise<Answer>;
  /** Closes connections. */
  close?(): void;
}

export interface AttemptContext {
  readonly person: number;
  readonly sequence: number;
  readonly timeoutMilliseconds: number;
  /** The schema of a typed request; not sent, since the prompt contains it. */
  readonly schema: JsonSchema | null;
}

/** The tokens that an attempt is billed for. */
export interface TokenUsage {
  readonly inputTokens: number;
  /** Input tokens that came from the provider's prompt cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

export interface Answer extends TokenUsage {
  /** Null only with tool calls; a refusal is empty. */
  readonly content: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: string | null;
  /** Why the content is not a whole text. */
  readonly ended?: NonNullable<CallHead['ended']>;
  /** The words of a refusal. */
  readonly refusal?: string;
}

export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly options: {
      /** Another attempt may succeed. */
      readonly retryable: boolean;
      /** The tokens that the server reports; null if it reports none. */
      readonly usage?: TokenUsage | null;
      /**
       * The user has to fix something first: the key, the balance (`always`), or an address or model that seems wrong
       * while this provider has not answered any request (`at-first`).
       */
      readonly refused?: 'always' | 'at-first';
      readonly retryAfterMilliseconds?: number;
      /** Caused by `faults`: no sign that the server is down. */
      readonly simulated?: true;
      /** The server, such as `localhost:8000`, if no connection to it was possible. */
      readonly unreachable?: string;
    },
  ) {
    super(message);
  }
}

/** How often a model is made to fail, as shares of its requests. */
export interface ModelFaults {
  /** Requests that no attempt answers, as if the server were down. */
  readonly fail?: number | undefined;
  /** Answers that are replaced by text that does not answer the request. */
  readonly nonsense?: number | undefined;
}

/** One entry of the config's `llm` list, resolved. */
export interface ProviderConfig {
  /** Name in lower case: one in `providers`, or any name with a `baseUrl`. */
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string;
  /** Empty when the server requires none. */
  readonly apiKey: string;
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Seconds for one attempt. */
  readonly timeout: number;
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  /** As configured; `priceOf` also knows the others. */
  readonly price: ModelPrice | null;
  /** Whether answers cost nothing unless a price is given. */
  readonly isLocal?: boolean;
  /** Faults that are simulated, to test agents. */
  readonly faults?: ModelFaults;
  /** Provider-specific fields that are added to every request. */
  readonly extraBody: Readonly<Record<string, unknown>>;
}

export interface ProviderContext {
  /** Seed of the run. */
  readonly seed: number;
  readonly clock: WallClock;
  /** Removes keys and other secrets from a text. */
  readonly redact: (text: string) => string;
}

/** A kind of provider, which `provider` in the configuration selects by name. */
export interface ProviderKind {
  /** Default of `base_url`; null if the user must set it, empty if none is used. */
  readonly baseUrl: string | null;
  /** Runs on the user's own machine, requires no key and costs nothing. */
  readonly isLocal?: boolean;
  /** The only model, if there is only one. */
  readonly model?: string;
  /** Default: a server that speaks the OpenAI protocol. */
  readonly create?: (config: ProviderConfig, context: ProviderContext) => Provider;
}
