import type { Outcome } from '@itinera/run/browser';
import type { ZodType } from 'zod';
import { LanguageModelError } from './errors.js';
import type { AgentLanguageModel, TypedRequestOptions } from './language-model.js';
import type { Completion, JsonSchema, Message, RequestOptions, Tool, WireRequest } from './request.js';
import { wireRequest } from './request.js';
import type { AskTerms } from './request-terms.js';
import { answerSchema, readAnswer, withCorrection, withInstruction } from './typed-answer.js';

/** The basis of a person's requests. */
export interface AskPort {
  /** Rejects with RunStopped; a failed request is an outcome. */
  ask(request: WireRequest, terms: AskTerms): Promise<Outcome>;
  /** A decision used the agent's fallback. */
  fellBack(message: string): void;
}

type TextOptions = RequestOptions & { readonly tools?: readonly Tool[]; readonly fallback?: string };

/** The requests of agents, expressed as single prompts and answers. */
export function createAgentLanguageModel(port: AskPort): AgentLanguageModel {
  const ask = async (
    dialog: readonly Message[],
    options: TextOptions | TypedRequestOptions<unknown>,
    schema: JsonSchema | null,
  ) => {
    const { retries = null, timeout = null, signal = null, onTokens } = options;
    const outcome = await port.ask(wireRequest(dialog, options), { retries, timeout, schema, signal, onTokens });
    if ('error' in outcome) throw new LanguageModelError(outcome.error.reason, outcome.error.message);
    return outcome.answer;
  };
  /** Returns the agent's fallback if the error permits one. */
  const fallback = <T>(options: { readonly fallback?: T }, error: unknown): T => {
    if (!(error instanceof LanguageModelError) || !('fallback' in options)) throw error;
    port.fellBack(error.message);
    return options.fallback as T;
  };

  async function atextRequest(dialog: readonly Message[], options: TextOptions = {}): Promise<string | Completion> {
    try {
      const { content, toolCalls, finishReason } = await ask(dialog, options, null);
      if (options.tools === undefined) return content ?? '';
      const calls = toolCalls.length > 0 ? { tool_calls: toolCalls } : {};
      return { choices: [{ message: { role: 'assistant', content, ...calls }, finish_reason: finishReason }] };
    } catch (error) {
      return fallback<string | Completion>(options, error);
    }
  }

  async function request<T>(
    schema: ZodType<T> | JsonSchema,
    dialog: readonly Message[],
    options: TypedRequestOptions<T> = {},
  ): Promise<T> {
    const expected = answerSchema(schema);
    try {
      const asked = withInstruction(dialog, expected);
      const first = (await ask(asked, options, expected.json)).content ?? '';
      const read = readAnswer(first, expected);
      if ('value' in read) return read.value;
      const second = (await ask(withCorrection(asked, first, read.fault), options, expected.json)).content ?? '';
      const corrected = readAnswer(second, expected);
      if ('value' in corrected) return corrected.value;
      throw new LanguageModelError('invalid-value', `two answers do not fit the schema: ${corrected.fault}.`);
    } catch (error) {
      return fallback(options, error);
    }
  }

  return { atextRequest, request } as AgentLanguageModel;
}
