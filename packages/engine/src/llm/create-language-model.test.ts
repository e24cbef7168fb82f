import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { readCallTotals } from './call-totals.js';
import { parseLanguageModelConfig } from './config.js';
import { createLanguageModel, type LanguageModelOptions } from './create-language-model.js';
import { LanguageModelError } from './errors.js';
import { BILLED, FAULTS, type FaultServerOptions, startFaultServer } from './fault-server.fixture.js';
import { configOf, livePeople, person, quickClock, temporaryFolder, user } from './toy-people.fixture.js';

const scripted = () => parseLanguageModelConfig({ provider: 'scripted' }, { env: {}, warn: () => {} });

async function server(options: FaultServerOptions = {}) {
  const started = await startFaultServer(options);
  onTestFinished(() => started.close());
  return started;
}

/** Answers that depend only on the prompt. */
const echo: FaultServerOptions['answer'] = ({ body }) => `seen ${body.messages.at(-1)?.content.slice(0, 40)}`;

function model(url: string, options: Partial<LanguageModelOptions> = {}, config: Record<string, unknown> = {}) {
  const made = createLanguageModel(configOf(url, config), { seed: 1, clock: quickClock().clock, ...options });
  onTestFinished(() => made.close().catch(() => {}));
  return made;
}

test('a server that is not there is reported with the first failed connection, and stops the run after a stated time', async () => {
  const { url, close } = await startFaultServer();
  await close();
  const warnings: string[] = [];
  const { clock } = quickClock();
  const began = clock.now();
  const llm = model(url, { clock, warn: (message) => warnings.push(message) }, { concurrency: 3 });
  const ends = Array.from({ length: 8 }, (_, id) =>
    (async () => {
      for (let i = 0; i < 50; i++)
        await person(llm, id)
          .atextRequest(user(`${id} ${i}`))
          .catch((error) => {
            if (!(error instanceof LanguageModelError)) throw error;
          });
    })().catch((error: Error) => error.message),
  );
  const server = new URL(url).host;
  for (const end of await Promise.all(ends))
    expect(end).toContain(`no connection to ${server} (connection refused) for 30 s`);
  expect(clock.now() - began).toBeLessThan(62_000);
  expect(warnings).toEqual([
    expect.stringMatching(
      /: no connection to [\d.]+:\d+ \(connection refused\)\. Start the server or correct base_url\. .* stops after 30 s/,
    ),
  ]);
});

describe('requests', () => {
  test('requests send the documented parameters under their wire names and return the text', async () => {
    const { url, received } = await server();
    const llm = person(model(url, {}, { extra_body: { enable_thinking: false } }));
    const text = await llm.atextRequest(user('hi'), {
      responseFormat: { type: 'json_object' },
      temperature: 0.2,
      maxTokens: 50,
      topP: 0.9,
      frequencyPenalty: 0.1,
      presencePenalty: 0.3,
    });
    expect(text).toBe('hello');
    expect(received[0]?.body).toEqual({
      model: 'toy',
      messages: [{ role: 'user', content: 'hi' }],
      temperature: 0.2,
      max_tokens: 50,
      top_p: 0.9,
      frequency_penalty: 0.1,
      presence_penalty: 0.3,
      response_format: { type: 'json_object' },
      enable_thinking: false,
    });
  });

  test('sampling settings of the configuration replace those of the agent', async () => {
    const { url, received } = await server();
    const llm = person(model(url, {}, { temperature: 0, max_tokens: 9, seed: 3 }));
    await llm.atextRequest(user('hi'), { temperature: 0.7, topP: 0.9 });
    expect(received[0]?.body).toMatchObject({ temperature: 0, max_tokens: 9, seed: 3, top_p: 0.9 });
  });

  test('requests return the whole completion if tools are given', async () => {
    const llm = person(createLanguageModel(scripted(), { seed: 1 }));
    const tools = [
      {
        type: 'function',
        function: { name: 'go', parameters: { type: 'object', properties: { aoi: { type: 'integer' } } } },
      },
    ] as const;
    const completion = await llm.atextRequest(user('where to?'), { tools });
    const call = completion.choices[0]?.message.tool_calls?.[0];
    expect(call?.function.name).toBe('go');
    expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ aoi: expect.any(Number) });
  });

  test('alternate between providers', async () => {
    const [a, b] = [await server(), await server()];
    const llm = person(createLanguageModel([...configOf(a.url), ...configOf(b.url)], { seed: 1 }));
    for (let i = 0; i < 6; i++) await llm.atextRequest(user(`${i}`));
    expect([a.received.length, b.received.length]).toEqual([3, 3]);
  });

  test('requests never exceed the concurrency of a provider', async () => {
    const { url, ...toy } = await server({ latencyMilliseconds: () => 5 });
    const made = model(url, {}, { concurrency: 3 });
    await Promise.all(Array.from({ length: 20 }, (_, id) => person(made, id).atextRequest(user('x'))));
    expect(toy.mostInFlight).toBeLessThanOrEqual(3);
  });

  test('the longest chain is served first, with ties by person', async () => {
    const { url, received } = await server();
    const made = model(url, {}, { concurrency: 1 });
    await Promise.all([
      person(made, 4, 2).atextRequest(user('short')),
      person(made, 3, 9).atextRequest(user('long, third')),
      person(made, 2, 9).atextRequest(user('long, second')),
    ]);
    expect(received.map(({ body }) => body.messages[0]?.content)).toEqual(['long, second', 'long, third', 'short']);
  });

  test('name the missing key of an invalid dialog', async () => {
    const llm = person(createLanguageModel(scripted(), { seed: 1 }));
    await expect(llm.atextRequest([])).rejects.toThrow(/at least one message/);
    // @ts-expect-error: a mistake that plain JavaScript can make
    await expect(llm.atextRequest([{ role: 'user' }])).rejects.toThrow(/message 0 .* role and a content/);
  });
});

describe('typed requests', () => {
  const plan = z.object({ place: z.enum(['home', 'work']), minutes: z.number().int().min(5) });

  test.each([
    ['as it should be', '{"place":"home","minutes":30}'],
    ['in a fence with talk', 'Sure! Here it is:\n```json\n{"place": "home", "minutes": 30}\n```\nEnjoy.'],
    ['after thinking', '<think>{"place": "work"} maybe? no</think>\n{"place":"home","minutes":30}'],
    ['nearly JSON', "{place: 'home', minutes: 30,}"],
    ['with brackets in the talk', '[Note] of {you}: {"place":"home","minutes":30} since {it} rains [a lot]'],
    ['after a first thought', 'First {"place":"work","minutes":9}, no: {"place":"home","minutes":30}'],
    ['as a text that holds JSON', JSON.stringify('{"place":"home","minutes":30}')],
    ['with comments', '{"place": "home", // as always\n "minutes": 30}'],
    ['cut off', '{"place": "home", "minutes": 30'],
  ])('read an answer %s', async (_, answer) => {
    const { url } = await server({ answer: () => answer });
    expect(await person(model(url)).request(plan, user('plan'))).toEqual({ place: 'home', minutes: 30 });
  });

  test('an invalid answer is corrected once, with the fault', async () => {
    const { url, received } = await server({
      answer: (_, n) => (n === 0 ? '{"place":"moon","minutes":30}' : '{"place":"work","minutes":30}'),
    });
    expect(await person(model(url)).request(plan, user('plan'))).toEqual({ place: 'work', minutes: 30 });
    const [, correction] = received;
    expect(correction?.body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(correction?.body.messages[2]?.content).toMatch(/at place/);
  });

  test('the fallback is used after two invalid answers, and counted', async () => {
    const { url, received } = await server({ answer: () => 'I would rather not.' });
    const events: string[] = [];
    const made = model(url);
    const fallback = { place: 'home', minutes: 5 } as const;
    const step = { day: 0, t: 1 };
    const llm = made.forPerson(1, {
      remaining: () => 1,
      step: () => step,
      fellBack: (message) => events.push(message),
    });
    expect(await llm.request(plan, user('plan'), { fallback })).toEqual(fallback);
    expect(received).toHaveLength(2);
    expect(made.usage()).toMatchObject({ fallbacks: 1, failed: 0, answered: 2 });
    expect(events).toEqual([expect.stringContaining('it contains no JSON')]);
  });

  test('without a fallback, an error is thrown that the agent can catch', async () => {
    const { url } = await server({ answer: () => '[]' });
    const error = await person(model(url))
      .request(plan, user('plan'))
      .catch((e) => e);
    expect(error).toBeInstanceOf(LanguageModelError);
    expect(error.reason).toBe('invalid-value');
  });

  test('typed requests accept a JSON Schema', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { url } = await server({ answer: (_, n) => (n === 0 ? '{"n":"three"}' : '{"n":3}') });
    expect(await person(model(url)).request(schema, user('n?'))).toEqual({ n: 3 });
  });

  test('answers with excessive nesting or ten thousand brackets are handled', async () => {
    const answers = ['['.repeat(50_000), `{"a":${'{"a":'.repeat(5000)}`];
    const { url } = await server({ answer: (_, n) => answers[n % 2] ?? '' });
    expect(await person(model(url)).request(plan, user('plan'), { fallback: null as never })).toBeNull();
  });
});

describe('faults', () => {
  test.each(FAULTS)('a request with fault "%s" is retried', async (fault) => {
    const { clock, expire } = quickClock();
    const behave = (n: number) => {
      if (fault === 'hang' && n < 2) setImmediate(expire);
      return n < 2 ? fault : 'answer';
    };
    const { url, received } = await server({ behave, retryAfter: '0' });
    const made = model(url, { clock });
    expect(await person(made).atextRequest(user('x'))).toBe('hello');
    expect(received).toHaveLength(3);
    expect(made.usage()).toMatchObject({ calls: 3, retries: 2, answered: 1, failed: 0 });
  });

  test('an answer with empty content is an answer: one request, and the warning with the setting is given once', async () => {
    const { url, received } = await server({ behave: () => 'empty' });
    const warnings: string[] = [];
    const made = model(url, { warn: (message) => warnings.push(message) });
    expect(await person(made).atextRequest(user('x'))).toBe('');
    expect(await person(made).atextRequest(user('y'))).toBe('');
    expect(received).toHaveLength(2);
    expect(made.usage()).toMatchObject({ calls: 2, answered: 2, retries: 0, failed: 0 });
    expect(warnings).toEqual([
      expect.stringMatching(/^vllm\/toy: an answer has empty content .*max_tokens.*extra_body/),
    ]);
  });

  test.each([
    ['no-content', 'refused', '', /the model refused a request \(finish_reason stop/],
    ['refuse', 'refused', '', /the model refused a request: "I cannot help with that\."/],
    ['filter', 'filtered', '', /a content filter ended an answer/],
    ['cut', 'cut', 'hel', /an answer was cut off \(finish_reason length.*max_tokens/],
  ] as const)(
    'an answer of kind "%s" is one answer, which is counted as %s',
    async (behaviour, kind, text, warning) => {
      const { url, received } = await server({ behave: () => behaviour });
      const warnings: string[] = [];
      const record = join(temporaryFolder(), 'calls.ndjson');
      const made = model(url, { record, warn: (message) => warnings.push(message) });
      expect(await person(made).atextRequest(user('x'))).toBe(text);
      expect(await person(made).atextRequest(user('y'))).toBe(text);
      expect(received).toHaveLength(2);
      expect(made.usage()).toMatchObject({ calls: 2, answered: 2, [kind]: 2, retries: 0, failed: 0 });
      expect(warnings).toEqual([expect.stringMatching(warning)]);
      await made.close();
      expect(readCallTotals(record)).toMatchObject({ calls: 2, answered: 2, [kind]: 2 });
      expect(await person(model(url, { record })).atextRequest(user('x'))).toBe(text);
      expect(received).toHaveLength(2);
    },
  );

  test.each(['parts', 'gzip', 'brotli', 'deflate', 'byte-order-mark'] as const)(
    'an answer of kind "%s" is read',
    async (behaviour) => {
      const { url, received } = await server({ behave: () => behaviour });
      expect(await person(model(url)).atextRequest(user('x'))).toBe('hello');
      expect(received).toHaveLength(1);
    },
  );

  test('an answer that has arrived is used although its connection stays open until the timeout', async () => {
    const { clock, expireWhenIdle } = quickClock();
    const { url, received } = await server({
      behave: () => {
        void expireWhenIdle();
        return 'unending';
      },
    });
    expect(await person(model(url, { clock })).atextRequest(user('x'))).toBe('hello');
    expect(received).toHaveLength(1);
  });

  test.each(['throttle', 'busy'] as const)('a request that gets "%s" sixty times uses up no retries', async (storm) => {
    const { clock, waits } = quickClock();
    const { url } = await server({ behave: (n) => (n < 60 ? storm : 'answer'), retryAfter: '0' });
    const made = model(url, { clock });
    const texts = [1, 2, 3].map((id) => person(made, id).atextRequest(user('x'), { retries: 0 }));
    expect(await Promise.all(texts)).toEqual(['hello', 'hello', 'hello']);
    expect(made.usage()).toMatchObject({ calls: 63, retries: 60, answered: 3, failed: 0 });
    expect(waits.some((wait) => wait > 10_000)).toBe(true);
  });

  test('a server that throttles every request for half an hour stops the run', async () => {
    const { url } = await server({ behave: () => 'throttle', retryAfter: '0' });
    const made = model(url);
    await expect(person(made).atextRequest(user('x'), { fallback: 'no' })).rejects.toMatchObject({
      message: expect.stringMatching(/has throttled all requests for 30 minutes.*resume/),
    });
    expect(made.usage()).toMatchObject({ failed: 0, answered: 0 });
  });

  test('a request that alone is throttled for half an hour fails', async () => {
    const { url } = await server({
      behave: (_, { body }) => (body.messages[0]?.content === 'bad' ? 'throttle' : 'answer'),
      retryAfter: '0',
    });
    const made = model(url);
    let isOver = false;
    const bad = person(made, 1)
      .atextRequest(user('bad'))
      .catch((error: LanguageModelError) => error.reason)
      .finally(() => {
        isOver = true;
      });
    while (!isOver) await person(made, 2).atextRequest(user('good'));
    expect(await bad).toBe('throttled');
    expect(made.stopped).toBeNull();
  });

  test('an endless slow answer ends at the timeout', async () => {
    const { clock, expire } = quickClock();
    const { url } = await server({
      behave: () => {
        setTimeout(expire, 30);
        return 'slow-drip';
      },
    });
    const request = person(model(url, { clock })).atextRequest(user('x'), { timeout: 150, retries: 0 });
    await expect(request).rejects.toMatchObject({ name: 'LanguageModelError', reason: 'timeout' });
  });

  test('retry-after is honoured', async () => {
    const { clock, waits } = quickClock();
    const { url } = await server({ behave: (n) => (n === 0 ? 'throttle' : 'answer'), retryAfter: '12' });
    await person(model(url, { clock })).atextRequest(user('x'));
    expect(Math.max(...waits)).toBe(12_000);
  });

  test('a server that requests a wait of years is retried after five minutes, with one warning', async () => {
    const { clock, expire } = quickClock();
    const { url, received } = await server({ behave: (n) => (n < 3 ? 'throttle' : 'answer'), retryAfter: '99999999' });
    const warnings: string[] = [];
    const made = model(url, { clock, warn: (message: string) => void warnings.push(message) });
    // Longer waits would never end, and the request itself may take less.
    const timer = setInterval(() => expire(300_000), 10);
    onTestFinished(() => clearInterval(timer));
    expect(await person(made).atextRequest(user('x'), { timeout: 150 })).toBe('hello');
    expect(received).toHaveLength(4);
    expect(warnings).toEqual([expect.stringContaining('requests a wait of 99,999,999 s')]);
  });

  test('a request that fails permanently throws an error with the reason, or returns the fallback', async () => {
    const { url, received } = await server({ behave: () => 'garbage' });
    const made = model(url);
    const error = await person(made)
      .atextRequest(user('x'), { retries: 1 })
      .catch((e) => e);
    expect(error).toBeInstanceOf(LanguageModelError);
    expect(error.message).toMatch(/vllm\/toy: the answer is not JSON.*\(2 attempts\)/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none must be left.
    expect(error.message).not.toMatch(/[\u0000-\u001f]/);
    expect(await person(made).atextRequest(user('x'), { retries: 0, fallback: 'stay' })).toBe('stay');
    expect(received).toHaveLength(3);
    expect(made.usage()).toMatchObject({ failed: 2, fallbacks: 1 });
  });

  test('a wrong key or an empty account stops the run, which can be resumed', async () => {
    for (const [behaviour, words] of [
      ['unauthorized', /401.*Check api_key.*fix this, then resume/],
      ['out-of-money', /402.*no balance.*fix this, then resume/],
    ] as const) {
      const { url, received } = await server({ behave: () => behaviour });
      const made = model(url);
      const error = await person(made)
        .atextRequest(user('x'), { fallback: 'not taken' })
        .catch((e) => e);
      expect(error.name).toBe('RunStopped');
      expect(error.message).toMatch(words);
      expect(made.stoppedFor(1)).toBe(error);
      expect(received).toHaveLength(1);
    }
  });

  test('a request whose key was accepted before and is refused once is retried', async () => {
    const { url } = await server({ behave: (n) => (n === 1 ? 'unauthorized' : 'answer') });
    const someone = person(model(url));
    for (const content of ['a', 'b']) expect(await someone.atextRequest(user(content))).toBe('hello');
  });

  test('a server that rejects every request stops the run', async () => {
    const { url } = await server({ behave: (n) => (n < 5 ? 'answer' : 'reject') });
    const made = model(url);
    const live = (id: number) => person(made, id).atextRequest(user('x'), { fallback: 'stay' });
    await Promise.allSettled(Array.from({ length: 60 }, (_, id) => live(id)));
    expect(made.stopped?.message).toMatch(/20 requests in a row/);
  });

  test('a server that never answers as expected is named once, while its requests are repeated', async () => {
    const { url } = await server({ behave: (n) => (n < 5 ? 'garbage' : 'answer') });
    const warnings: string[] = [];
    const made = createLanguageModel(configOf(url), { seed: 1, warn: (message) => warnings.push(message) });
    expect(await person(made).atextRequest(user('x'))).toBe('hello');
    expect(warnings).toEqual([
      expect.stringMatching(
        /: no request has been answered so far; the last one failed with: .*JSON.* Requests are repeated; if that/,
      ),
    ]);
  });

  test('a provider that refuses is replaced by the others', async () => {
    const [bad, good] = [await server({ behave: () => 'unauthorized' }), await server()];
    const warnings: string[] = [];
    const configs = [...configOf(bad.url), ...configOf(good.url)];
    const made = createLanguageModel(configs, { seed: 1, warn: (message) => warnings.push(message) });
    const answers = await Promise.all([1, 2, 3, 4].map((id) => person(made, id).atextRequest(user('x'))));
    expect(answers).toEqual(['hello', 'hello', 'hello', 'hello']);
    expect(warnings).toEqual([expect.stringContaining('It receives no further requests')]);
  });

  test('a redirect is reported with the right base_url', async () => {
    const { url } = await server({ behave: () => 'redirect' });
    await expect(person(model(url)).atextRequest(user('x'))).rejects.toThrow(/elsewhere\.example/);
  });

  test('a server that stops answering stops the run before most requests fail', async () => {
    const { url } = await server({ behave: (n) => (n < 10 ? 'answer' : 'error') });
    const made = model(url);
    const live = (id: number) => person(made, id).atextRequest(user('x'), { retries: 0, fallback: 'stay' });
    const ends = await Promise.allSettled(Array.from({ length: 60 }, (_, id) => live(id)));
    expect(made.stopped?.reason).toBe('provider-refused');
    expect(made.stopped?.message).toMatch(/20 requests in a row/);
    expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(20);
  });

  slowTest('with faults in 30 % of the calls everyone finishes, and the fallbacks are counted', async () => {
    const faults = FAULTS.filter((fault) => fault !== 'hang');
    const { url, received } = await server({
      behave: (n) => ((n * 7919) % 100 < 30 ? faults[n % faults.length]! : 'answer'),
      retryAfter: '0',
    });
    const made = model(url, {}, { concurrency: 50 });
    const diaries = await livePeople(made, { people: 30, steps: 4, fallback: 'fell back' });
    const fallbacks = diaries.flat().filter((text) => text === 'fell back').length;
    expect(diaries.map((diary) => diary.length)).toEqual(Array(30).fill(4));
    const { calls, retries } = made.usage();
    expect(made.usage()).toMatchObject({ fallbacks, answered: 30 * 4 - fallbacks });
    // A connection that the server resets may take the next request with it, which the server does not receive.
    expect(calls).toBeGreaterThanOrEqual(received.length);
    expect(retries).toBeGreaterThan(20);
  });
});

describe('the record', () => {
  test('answers a resumed run without a repeated call, with the same result as without interruption', async () => {
    const { url, answered } = await server({ answer: echo });
    const record = join(temporaryFolder(), 'calls.ndjson');
    const undisturbed = await livePeople(model(url), { people: 10, steps: 5 });
    answered.forEach((_, prompt) => {
      (answered as Map<string, number>).delete(prompt);
    });

    const first = model(url, { record, budget: { maxCalls: 23 } });
    await livePeople(first, { people: 10, steps: 5 });
    await first.close();
    expect(first.stopped?.reason).toBe('max-calls');
    const second = model(url, { record });
    expect(second.usage().calls).toBe(23);
    expect(await livePeople(second, { people: 10, steps: 5 })).toEqual(undisturbed);
    expect([...answered.values()].every((times) => times === 1)).toBe(true);
    expect(second.usage()).toMatchObject({ calls: 50, answered: 50, replayed: 23 });
  });

  test('repeats failures only if no later answer depends on them', async () => {
    let up = false;
    const { url, received } = await server({
      answer: echo,
      behave: (_, { body }) => (up || !/step [13]/.test(body.messages[0]?.content ?? '') ? 'answer' : 'error'),
    });
    const record = join(temporaryFolder(), 'calls.ndjson');
    const first = model(url, { record });
    const live = async (made: typeof first, steps: number) => {
      const diary: string[] = [];
      const llm = person(made);
      for (let i = 0; i < steps; i++) {
        diary.push(await llm.atextRequest(user(`step ${i}`), { retries: 0, fallback: 'stayed' }));
      }
      return diary;
    };
    expect(await live(first, 4)).toEqual(['seen step 0', 'stayed', 'seen step 2', 'stayed']);
    await first.close();
    up = true;
    const before = received.length;
    const second = model(url, { record });
    expect(await live(second, 4)).toEqual(['seen step 0', 'stayed', 'seen step 2', 'seen step 3']);
    await second.close();
    expect(received.length - before).toBe(1);
    expect(await live(model(url, { record }), 4)).toEqual(['seen step 0', 'stayed', 'seen step 2', 'seen step 3']);
    expect(received.length - before).toBe(1);
  });

  test('keeps simultaneous requests of a person separate, no matter which is answered first', async () => {
    const { url, received } = await server({ answer: (_, n) => `${n}`, latencyMilliseconds: (n) => (n % 2 ? 1 : 20) });
    const record = join(temporaryFolder(), 'calls.ndjson');
    const twice = (made: ReturnType<typeof model>) => {
      const llm = person(made);
      return Promise.all(['same', 'same', 'other', 'same'].map((prompt) => llm.atextRequest(user(prompt))));
    };
    const first = model(url, { record });
    const answers = await twice(first);
    await first.close();
    expect(await twice(model(url, { record }))).toEqual(answers);
    expect(received).toHaveLength(4);
  });

  test('contains the documented fields of every call', async () => {
    const { url } = await server({ behave: (n) => (n === 0 ? 'error' : 'answer') });
    const record = join(temporaryFolder(), 'calls.ndjson');
    const made = model(url, { record }, { price: { input: 1, output: 2 } });
    await person(made, 7).atextRequest(user('hi'));
    await made.close();
    const line = JSON.parse(readFileSync(record, 'utf8'));
    expect(line).toEqual({
      person: 7,
      sequence: 0,
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      day: 0,
      t: 1,
      at: expect.any(Number),
      model: 'vllm/toy',
      source: 'provider',
      inputTokens: 100,
      outputTokens: 20,
      cost: 0.00014,
      milliseconds: expect.any(Number),
      retries: 1,
      failed: false,
      request: { messages: [{ role: 'user', content: 'hi' }], temperature: 1 },
      answer: { content: 'hello', toolCalls: [], finishReason: 'stop' },
    });
  });

  test('detects a changed prompt, repeats the call and warns', async () => {
    const { url } = await server({ answer: echo });
    const record = join(temporaryFolder(), 'calls.ndjson');
    const first = model(url, { record });
    await person(first).atextRequest(user('Where do you want to go now?'));
    await first.close();
    const warnings: string[] = [];
    const second = model(url, { record, warn: (message) => warnings.push(message) });
    await person(second).atextRequest(user('Where do you have to go now?'));
    expect(second.usage()).toMatchObject({ changedPrompts: 1, calls: 2, replayed: 0 });
    expect(warnings[0]).toMatch(/request 1 of person 1 \(day 0, 00:00\).*Recorded: .*want.* now: .*have/);
  });
});

describe('replay', () => {
  test('requires no provider and reproduces everything, including failures', async () => {
    const { url, close } = await server({ answer: echo, behave: (n) => (n % 5 === 3 ? 'error' : 'answer') });
    const folder = temporaryFolder();
    const original = model(url, { record: join(folder, 'a.ndjson') });
    const options = { people: 4, steps: 3, fallback: 'stayed' };
    const live = (made: typeof original) => livePeople(made, options);
    const diaries = await live(original);
    await original.close();
    await close();
    const again = model(url, { replay: join(folder, 'a.ndjson'), record: join(folder, 'b.ndjson') });
    expect(await live(again)).toEqual(diaries);
    await again.close();
    expect(again.usage()).toMatchObject({ calls: 0, cost: 0, replayed: 12 });
    // The record of the new run is complete, so it can be replayed too.
    expect(await live(model(url, { replay: join(folder, 'b.ndjson') }))).toEqual(diaries);
  });

  test('stops with the reason when a prompt has changed', async () => {
    const { url, received } = await server();
    const replay = join(temporaryFolder(), 'calls.ndjson');
    const original = model(url, { record: replay });
    await person(original).atextRequest(user('old words'));
    await original.close();
    const again = model(url, { replay });
    const request = person(again).atextRequest(user('new words'), { fallback: 'not taken' });
    await expect(request).rejects.toMatchObject({
      name: 'RunStopped',
      reason: 'replay-missing',
      message: expect.stringMatching(/its prompt has changed/),
    });
    expect(again.usage().changedPrompts).toBe(1);
    expect(received).toHaveLength(1);
  });
});

describe('the shared cache', () => {
  test('serves runs of the same seed, not those of other seeds, and only if it is enabled', async () => {
    const { url, received } = await server({ answer: (_, n) => `answer ${n}` });
    const cache = join(temporaryFolder(), 'cache.ndjson');
    const run = async (options: Partial<LanguageModelOptions>) => {
      const made = model(url, options);
      const text = await person(made).atextRequest(user('same prompt'));
      await made.close();
      return text;
    };
    expect(await run({ cache })).toBe('answer 0');
    expect(await run({ cache })).toBe('answer 0');
    expect(await run({ cache, seed: 2 })).toBe('answer 1');
    expect(await run({})).toBe('answer 2');
    expect(await run({ cache })).toBe('answer 0');
    expect(received).toHaveLength(3);
  });
});

describe('the bill', () => {
  const price = { input: 1, output: 1.5 };
  const cost = 0.00013;

  test.each([...BILLED, 'answer', 'empty', 'no-content'] as const)(
    'of attempts of kind "%s" is that of the server, also when the run is resumed',
    async (behaviour) => {
      const { clock, expireWhenIdle } = quickClock();
      const record = join(temporaryFolder(), 'calls.ndjson');
      const toy = await server({
        behave: (n) => {
          if (behaviour === 'unending') void expireWhenIdle();
          return n % 3 === 2 ? 'answer' : behaviour;
        },
      });
      for (const maxCalls of [5, 12]) {
        const made = model(toy.url, { record, clock, budget: { maxCalls } }, { price, concurrency: 2 });
        await Promise.allSettled(
          [1, 2, 3, 4].map((id) => person(made, id).atextRequest(user(`${id}`), { retries: 2 })),
        );
        await made.close();
        const expected = {
          calls: toy.received.length,
          inputTokens: 100 * toy.billed,
          outputTokens: 20 * toy.billed,
          cost: expect.closeTo(cost * toy.billed, 12),
          unpriced: 0,
        };
        expect(made.usage()).toMatchObject(expected);
        const { byModel, calls, answered, failed, retries } = readCallTotals(record)!;
        expect(byModel.get('vllm/toy')).toMatchObject(expected);
        expect(calls).toBe(answered + failed + retries);
      }
    },
  );

  test('of answers that are rejected reaches the cost limit', async () => {
    const toy = await server({ behave: () => 'no-choices' });
    const made = model(toy.url, { budget: { maxCost: 19.5 * cost } }, { price, concurrency: 4 });
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, id) => person(made, id).atextRequest(user('x'), { fallback: 'y' })),
    );
    expect(made.stopped?.reason).toBe('max-cost');
    expect(toy.billed).toBeLessThan(20 + 4);
  });
});

describe('budgets', () => {
  test.each([
    ['maxCalls', 17, 17],
    ['maxTokens', 120 * 9, 9],
    ['maxCost', 0.001, 8],
  ] as const)('%s is exceeded by no more than the requests in flight', async (limit, value, calls) => {
    const { url, received } = await server();
    const concurrency = 4;
    const made = model(url, { budget: { [limit]: value } }, { concurrency, price: { input: 1, output: 1.5 } });
    await livePeople(made, { people: 12, steps: 5 });
    await made.close();
    expect(received.length).toBeGreaterThanOrEqual(calls);
    expect(received.length).toBeLessThan(calls + concurrency);
    expect(made.stopped).toMatchObject({ name: 'BudgetExhausted' });
    expect(made.stopped?.message).toMatch(/resume with a higher limit/);
  });

  test('calls are counted exactly, including failures', async () => {
    const { url, received } = await server({ behave: () => 'error' });
    const made = model(url, { budget: { maxCalls: 5 } });
    const ends = await Promise.allSettled([1, 2, 3].map((id) => person(made, id).atextRequest(user('x'))));
    expect(received).toHaveLength(5);
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
  });

  test('unanswered requests that were sent before a stop count', async () => {
    const record = join(temporaryFolder(), 'calls.ndjson');
    const { url, received } = await server({ behave: (n) => (n % 3 === 0 ? 'error' : 'answer') });
    for (const maxCalls of [7, 15, 30]) {
      const made = model(url, { record, budget: { maxCalls } }, { concurrency: 3 });
      const lives = Array.from({ length: 40 }, (_, id) => person(made, id).atextRequest(user(`x${id}`)));
      await Promise.allSettled(lives);
      await made.close();
      expect(made.usage().calls).toBe(maxCalls);
      expect(received).toHaveLength(maxCalls);
      expect(readCallTotals(record)).toMatchObject({ calls: maxCalls, answered: made.usage().answered });
    }
  });

  test('maxSeconds rejects waiting requests', async () => {
    const { clock, expire } = quickClock();
    const { url } = await server({
      behave: () => {
        expire(1_000_000);
        return 'answer';
      },
    });
    const made = model(url, { clock, budget: { maxSeconds: 1000 } }, { concurrency: 1 });
    const ends = await Promise.allSettled([1, 2, 3].map((id) => person(made, id).atextRequest(user('x'))));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(made.stopped?.reason).toBe('max-time');
  });

  test('the engine notices a stop even if the agent swallows the error', async () => {
    const { url } = await server();
    const made = model(url, { budget: { maxCalls: 1 } });
    await person(made, 1).atextRequest(user('x'));
    await person(made, 2)
      .atextRequest(user('x'), { fallback: 'not taken' })
      .catch(() => 'swallowed');
    expect(made.stoppedFor(1)).toBeNull();
    expect(made.stoppedFor(2)?.reason).toBe('max-calls');
  });

  test('a cost limit requires a price', () => {
    expect(() => model('http://127.0.0.1:1/v1', { budget: { maxCost: 1 } }, { provider: 'acme' })).toThrow(
      /price of acme\/toy is unknown.*price: \{input, output\}/,
    );
  });
});

describe('secrets', () => {
  test('keys never appear on disk or in errors, even if the provider echoes them', async () => {
    const key = 'sk-live-"quoted"/0123456789';
    const folder = temporaryFolder();
    const { url } = await server({
      behave: (n) => (n === 0 ? 'unauthorized' : 'answer'),
      answer: ({ authorization }) => `you sent ${authorization} and ${Buffer.from(key).toString('base64')}`,
    });
    const said: string[] = [];
    const options = { record: join(folder, 'calls.ndjson'), cache: join(folder, 'cache.ndjson') };
    const refused = model(url, { ...options, warn: (message) => said.push(message) }, { api_key: key });
    said.push(await person(refused).atextRequest(user('x')).catch(String));
    await refused.close();
    const echoing = model(url, options, { api_key: key });
    said.push(await person(echoing).atextRequest(user(`a prompt with ${key}`)));
    await echoing.close();
    const everything = [...said, ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))].join();
    expect(everything).toContain('you sent Bearer [redacted] and [redacted]');
    expect(everything).not.toContain('0123456789');
    expect(everything).not.toContain(Buffer.from(key).toString('base64').slice(0, 20));
  });
});

describe('a key that is an ordinary word', () => {
  test('does not damage the record', async () => {
    const record = join(temporaryFolder(), 'calls.ndjson');
    const { url } = await server({ answer: () => 'the content of the answer' });
    const made = model(url, { record }, { api_key: 'content' });
    expect(await person(made).atextRequest(user('what content?'))).toBe('the [redacted] of the answer');
    await made.close();
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({
      request: { messages: [{ content: 'what [redacted]?' }] },
      answer: { content: 'the [redacted] of the answer' },
    });
  });
});

describe('the scripted stand-in', () => {
  test('is deterministic, differs between people and seeds, and fits the schema', async () => {
    const schema = z.object({
      activity: z.enum(['sleep', 'work', 'shopping']),
      minutes: z.number().int().min(10).max(20),
      stops: z.array(z.object({ aoi: z.number().int() })).min(1),
      note: z.string().optional(),
      mood: z.union([z.literal('good'), z.null()]),
    });
    const draw = async (seed: number, id: number) =>
      person(createLanguageModel(scripted(), { seed }), id).request(schema, user('plan'));
    expect(await draw(1, 1)).toEqual(await draw(1, 1));
    const all = await Promise.all([draw(1, 1), draw(1, 2), draw(1, 3), draw(2, 1)].map(async (value) => value));
    expect(new Set(all.map((value) => JSON.stringify(value))).size).toBe(4);
  });

  test('has the name scripted and costs nothing', async () => {
    const made = createLanguageModel(scripted(), { seed: 1, budget: { maxCost: 1 } });
    expect(await person(made).atextRequest(user('hello?'))).toMatch(/scripted/);
    expect(made.models).toEqual(['scripted']);
    expect(made.usage()).toMatchObject({ cost: 0, unpriced: 0, answered: 1 });
  });
});

slowTest(
  'simulated faults strike the same requests in any order, in the configured shares, and are recorded',
  async () => {
    const faults = { fail: 0.2, nonsense: 0.1 };
    const configs = parseLanguageModelConfig({ provider: 'scripted', faults }, { env: {}, warn: () => {} });
    const outcomes = async (people: readonly number[], record?: string) => {
      const llm = createLanguageModel(configs, { seed: 4, record: record ?? null });
      const found = new Map<string, string>();
      await Promise.all(
        people.map(async (id) => {
          for (let i = 0; i < 20; i++)
            found.set(
              `${id} ${i}`,
              await person(llm, id)
                .atextRequest(user(`${id} ${i}`))
                .catch((error: Error) => error.message),
            );
        }),
      );
      await llm.close();
      return found;
    };
    const people = Array.from({ length: 100 }, (_, i) => i);
    const record = join(temporaryFolder(), 'calls.ndjson');
    const once = await outcomes(people, record);
    const again = await outcomes([...people].reverse());
    for (const [request, outcome] of once) expect(again.get(request)).toBe(outcome);
    const share = (words: string) => [...once.values()].filter((text) => text.includes(words)).length / once.size;
    expect(share('a simulated failure')).toBeGreaterThan(0.17);
    expect(share('a simulated failure')).toBeLessThan(0.23);
    expect(share('This is a scripted answer')).toBeGreaterThan(0.66);
    expect(share('This is a scripted answer')).toBeLessThan(0.74);
    expect(readCallTotals(record)).toMatchObject({
      calls: 2000,
      failed: Math.round(2000 * share('a simulated failure')),
    });
    for (const wrong of [{ fail: 2 }, { fail: 0.6, nonsense: 0.6 }, { slow: 1 }])
      expect(() =>
        parseLanguageModelConfig({ provider: 'scripted', faults: wrong }, { env: {}, warn: () => {} }),
      ).toThrow('faults');
  },
);
