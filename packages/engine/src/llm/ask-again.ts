import { UserError } from '@itinera/base';
import type { CallRecord } from '@itinera/run';
import type { ProviderConfig } from './config.js';
import { createLanguageModel } from './create-language-model.js';
import type { WireRequest } from './request.js';

/**
 * Sends a recorded request again, to the model that answered it, and returns the new answer. Nothing is recorded.
 * @param configs of `parseLanguageModelConfig`
 * @throws UserError if the model is not configured, or the record has no request
 * @throws LanguageModelError if the request fails
 */
export async function askAgain(
  configs: readonly ProviderConfig[],
  { head: { person, day, t, model: name }, request }: CallRecord,
  seed: number,
): Promise<string> {
  const own = configs.filter(({ provider, model }) => [provider, `${provider}/${model}`].includes(name));
  if (own.length === 0)
    throw new UserError(
      `The configuration has no entry for ${name}, which answered this call. Pass one with it: -c FILE`,
    );
  const { messages, ...terms } = (request ?? {}) as Partial<WireRequest>;
  if (!Array.isArray(messages))
    throw new UserError('The record of this call has no messages, so it cannot be repeated.');
  const model = createLanguageModel(own, { seed });
  try {
    const answer: unknown = await model
      .forPerson(person, { remaining: () => 1, step: () => ({ day, t }) })
      .atextRequest(messages, {
        temperature: terms.temperature,
        maxTokens: terms.max_tokens,
        topP: terms.top_p,
        frequencyPenalty: terms.frequency_penalty,
        presencePenalty: terms.presence_penalty,
        responseFormat: terms.response_format,
        tools: terms.tools,
        toolChoice: terms.tool_choice,
      } as object);
    return typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
  } finally {
    await model.close();
  }
}
