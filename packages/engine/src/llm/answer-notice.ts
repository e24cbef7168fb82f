import { printable } from '@itinera/base';
import type { Answer } from './providers/provider.js';

/** A warning about an answer; one per kind and provider is enough. */
export interface AnswerNotice {
  readonly kind: string;
  readonly message: string;
}

/** Returns a warning about an answer that is not a whole text; null for any other. */
export function noticeOf({
  content,
  toolCalls,
  ended,
  refusal,
  finishReason,
  outputTokens,
}: Answer): AnswerNotice | null {
  const reason =
    finishReason === null ? '' : ` (finish_reason ${printable(finishReason, 40)}, ${outputTokens} output tokens)`;
  const isEmpty = content === '' && toolCalls.length === 0;
  const seen = isEmpty ? 'the agent receives ""' : 'the agent receives the text before it';
  switch (ended) {
    case 'refused': {
      const words = refusal ? `: "${printable(refusal, 80)}"` : reason;
      return {
        kind: ended,
        message: `the model refused a request${words}; ${seen}. Refusals are answers and are counted.`,
      };
    }
    case 'filtered':
      return {
        kind: ended,
        message: `a content filter ended an answer${reason}; ${seen}. Filtered answers are counted.`,
      };
    case 'cut':
      if (!isEmpty)
        return { kind: ended, message: `an answer was cut off${reason}; ${seen}. Raise max_tokens in the agent.` };
  }
  if (!isEmpty) return null;
  return {
    kind: 'empty',
    message:
      `an answer has empty content${reason}; the agent receives "". A reasoning model that spends max_tokens on ` +
      'thinking returns such answers: raise max_tokens in the agent, or limit its thinking with extra_body, such as ' +
      '{enable_thinking: false} or {reasoning_effort: low}.',
  };
}
