import type { ToolCall } from '@itinera/run/browser';

/** One message of a dialog, as in the chat completions API. */
export interface Message {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly name?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
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

/** The options of a request: the documented names in camel case. */
export interface RequestOptions {
  readonly responseFormat?: { readonly type: string; readonly [key: string]: unknown };
  /** 0–2, default 1. */
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly topP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  /** Time limit of one attempt in seconds; default: that of the provider, 30. */
  readonly timeout?: number;
  /** Attempts after the first; default 5. */
  readonly retries?: number;
  readonly toolChoice?: string | { readonly [key: string]: unknown };
  /** When aborted, the agent no longer waits for the answer. This is recorded, and also applies in a replay. */
  readonly signal?: AbortSignal;
  /** Called with the number of tokens of an answer, including a recorded one. */
  readonly onTokens?: (input: number, output: number) => void;
}

/** A whole answer, for requests with tools: the common part of chat completions. */
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

/** The request as sent, except for the model; names and order are fixed, so that its text can be hashed. */
export interface WireRequest {
  readonly messages: readonly Message[];
  readonly temperature: number;
  readonly max_tokens?: number;
  readonly top_p?: number;
  readonly frequency_penalty?: number;
  readonly presence_penalty?: number;
  readonly response_format?: RequestOptions['responseFormat'];
  readonly tools?: readonly Tool[];
  readonly tool_choice?: RequestOptions['toolChoice'];
}

/** @throws TypeError when the dialog is invalid: a bug in the agent. */
export function wireRequest(
  dialog: readonly Message[],
  options: RequestOptions & { readonly tools?: readonly Tool[] },
): WireRequest {
  if (!Array.isArray(dialog) || dialog.length === 0) {
    throw new TypeError('atextRequest: the dialog must be a list of {role, content} with at least one message.');
  }
  for (const [index, message] of dialog.entries()) {
    if (typeof message?.role !== 'string' || message.content === undefined) {
      throw new TypeError(`atextRequest: message ${index} of the dialog requires a role and a content.`);
    }
  }
  // Undefined fields are omitted from the JSON text, and so from the request and its hash.
  return {
    messages: dialog.map(({ role, content, name, tool_calls, tool_call_id }: Message) => ({
      role,
      content,
      name,
      tool_calls,
      tool_call_id,
    })),
    temperature: options.temperature ?? 1,
    max_tokens: options.maxTokens,
    top_p: options.topP,
    frequency_penalty: options.frequencyPenalty,
    presence_penalty: options.presencePenalty,
    response_format: options.responseFormat,
    tools: options.tools,
    tool_choice: options.toolChoice,
  } as WireRequest;
}
