/** The reason why a request has no usable answer. */
export type CallFailure =
  | 'timeout'
  | 'network'
  | 'throttled'
  | 'server-error'
  | 'rejected'
  | 'bad-answer'
  | 'too-large'
  | 'abandoned'
  | 'unfinished'
  | 'invalid-value';

/** A function that a model wants to call. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Outcome of a request: an answer, or the reason why there is none. */
export type Outcome =
  | {
      readonly answer: {
        readonly content: string | null;
        readonly toolCalls: readonly ToolCall[];
        readonly finishReason: string | null;
        /** The words of a refusal, whose content is empty. */
        readonly refusal?: string;
      };
    }
  | { readonly error: { readonly reason: CallFailure; readonly message: string } };

/**
 * Checks an outcome read from a file. Written by hand for speed, because a resumed run may read a million of them.
 * @returns the known fields only; null if one is missing or has another type
 */
export function readOutcome(value: unknown): Outcome | null {
  const { answer, error } = fieldsOf(value);
  return readAnswer(fieldsOf(answer)) ?? readError(fieldsOf(error));
}

type Fields = Readonly<Record<string, unknown>>;

const NO_FIELDS: Fields = {};

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : NO_FIELDS;

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

function readAnswer({ content, toolCalls, finishReason, refusal }: Fields): Outcome | null {
  if (!isTextOrNull(content) || !isTextOrNull(finishReason) || !Array.isArray(toolCalls)) return null;
  const calls = toolCalls.map(readToolCall);
  if (!calls.every((call) => call !== null)) return null;
  return { answer: { content, toolCalls: calls, finishReason, ...(typeof refusal === 'string' && { refusal }) } };
}

function readToolCall(value: unknown): ToolCall | null {
  const { id, type, function: asked } = fieldsOf(value);
  const { name, arguments: given } = fieldsOf(asked);
  if (typeof id !== 'string' || type !== 'function' || typeof name !== 'string' || typeof given !== 'string')
    return null;
  return { id, type, function: { name, arguments: given } };
}

function readError({ reason, message }: Fields): Outcome | null {
  return typeof reason === 'string' && typeof message === 'string'
    ? { error: { reason: reason as CallFailure, message } }
    : null;
}
