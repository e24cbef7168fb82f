/** One message of a dialog, in the words of the chat completions API. */
export interface Message {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly name?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A function the model may call; `parameters` is a JSON Schema. */
export interface Tool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: JsonSchema;
  };
}

export type JsonSchema = { readonly [key: string]: unknown };

/** What one request may set; the names are the documented ones in camel case. */
export interface RequestOptions {
  readonly responseFormat?: { readonly type: string; readonly [key: string]: unknown };
  /** 0–2, default 1. */
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly topP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  /** Seconds that one attempt may take; default: the provider's, 30. */
  readonly timeout?: number;
  /** Attempts after the first; default 5. */
  readonly retries?: number;
  readonly toolChoice?: string | { readonly [key: string]: unknown };
}

/** A whole answer, as given when tools are offered: the part of a chat completion that servers agree on. */
export interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly ToolCall[];
    };
    readonly finish_reason: string | null;
  }[];
}
