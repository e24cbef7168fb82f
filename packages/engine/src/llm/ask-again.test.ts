import type { CallRecord } from '@itinera/run';
import { expect, onTestFinished, test } from 'vitest';
import { askAgain } from './ask-again.js';
import { startFaultServer } from './fault-server.fixture.js';
import { configOf } from './toy-people.fixture.js';

const head = { person: 3, day: 0, t: 900, model: 'vllm/toy' } as CallRecord['head'];
const request = {
  messages: [
    { role: 'system', content: 'You are a person.' },
    { role: 'user', content: 'Where to?' },
  ],
  temperature: 0.2,
  max_tokens: 40,
  response_format: { type: 'json_object' },
};

test('a recorded request is sent as it was recorded, to the model that answered it', async () => {
  const [server, other] = [await startFaultServer({ answer: () => 'the park' }), await startFaultServer()];
  onTestFinished(async () => void (await Promise.all([server.close(), other.close()])));
  const configs = [...configOf(other.url, { model: 'other' }), ...configOf(server.url)];
  expect(await askAgain(configs, { head, request, outcome: null }, 1)).toBe('the park');
  expect(server.received.map(({ body }) => body)).toEqual([{ model: 'toy', ...request }]);
  expect(other.received).toEqual([]);
});

test('a call without messages, or of a model that is not configured, is not sent', async () => {
  const configs = configOf('http://127.0.0.1:9');
  await expect(askAgain(configs, { head, request: { messages: 3 }, outcome: null }, 1)).rejects.toThrow(/no messages/);
  await expect(
    askAgain(configs, { head: { ...head, model: 'vllm/large' }, request, outcome: null }, 1),
  ).rejects.toThrow(/no entry for vllm\/large/);
});
