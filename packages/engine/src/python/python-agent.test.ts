import { expect, test } from 'vitest';
import type { AgentLanguageModel } from '../llm/language-model.js';
import { askModel } from './python-agent.js';

/** Returns the options of a request of a Python agent. */
async function optionsOf(request: Record<string, unknown>): Promise<object> {
  let asked: object = {};
  const llm = {
    atextRequest: async (_: unknown, options: { readonly onTokens: (input: number, output: number) => void }) => {
      asked = options;
      options.onTokens(7, 3);
      return 'yes';
    },
  } as unknown as AgentLanguageModel;
  const { signal } = new AbortController();
  expect(await askModel(llm, { dialog: [], ...request }, signal)).toEqual({ text: 'yes', tokens: [7, 3] });
  return asked;
}

test('a request without limits has those of the originals: 300 s per attempt, 10 attempts', async () => {
  expect(await optionsOf({})).toMatchObject({ timeout: 300, retries: 9 });
});

test('limits set by an agent apply', async () => {
  expect(await optionsOf({ timeout: 20, retries: 3 })).toMatchObject({ timeout: 20, retries: 2 });
  expect(await optionsOf({ retries: 0 })).toMatchObject({ retries: 0 });
});
