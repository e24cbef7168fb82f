import type { WireRequest } from '@itinera/engine/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { ModelCalls } from './model.js';

afterEach(() => void vi.unstubAllGlobals());

const request: WireRequest = { messages: [{ role: 'user', content: 'hello' }], temperature: 1 };
const choice = { url: 'https://example.org/v1', model: 'tiny', key: 'sk-secret', mostCalls: 1 };

test('an agent chooses neither the model nor more calls than the reader allows', async () => {
  const fetched = vi.fn(async () => Response.json({ choices: [{ message: { content: 'yes' } }] }));
  vi.stubGlobal('fetch', fetched);
  const calls = new ModelCalls(choice);
  expect(await calls.ask({ ...request, model: 'dear' } as WireRequest)).toMatchObject({ outcome: { answer: {} } });
  const [, { body }] = fetched.mock.calls[0] as unknown as [URL, { readonly body: string }];
  expect(JSON.parse(body)).toMatchObject({ model: 'tiny', messages: request.messages });
  expect(await calls.ask(request)).toEqual({
    stopped: 'The 1 call that you allowed is used. Raise the limit, or use fewer people.',
  });
  expect(fetched).toHaveBeenCalledOnce();
});

test('a message of the server shows no part of the key, even where it is cut', async () => {
  vi.stubGlobal('fetch', async () => new Response(`${'x'.repeat(195)}sk-secret`, { status: 401 }));
  const reply = await new ModelCalls(choice).ask(request);
  expect(reply).toMatchObject({ outcome: { error: { reason: 'rejected' } } });
  expect(JSON.stringify(reply)).not.toContain('sk-');
});
