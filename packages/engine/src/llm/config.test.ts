// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to the environment look like that.
import { describe, expect, test } from 'vitest';
import { parseLanguageModelConfig, publicLanguageModelConfig, publicSampling, secretsOf } from './config.js';

const read = (value: unknown, env: Record<string, string> = {}) => {
  const warnings: string[] = [];
  const configs = parseLanguageModelConfig(value, { env, warn: (message) => warnings.push(message) });
  return { configs, warnings };
};

describe('parseLanguageModelConfig', () => {
  test.each([
    ['openai', 'https://api.openai.com/v1'],
    ['deepseek', 'https://api.deepseek.com/v1'],
    ['qwen', 'https://dashscope.aliyuncs.com/compatible-mode/v1'],
    ['zhipuai', 'https://open.bigmodel.cn/api/paas/v4'],
    ['siliconflow', 'https://api.siliconflow.cn/v1'],
    ['volcengine', 'https://ark.cn-beijing.volces.com/api/v3'],
    ['DeepSeek', 'https://api.deepseek.com/v1'],
  ])('knows the address of %s', (provider, baseUrl) => {
    const { configs } = read([{ provider, api_key: 'k', model: 'm' }]);
    expect(configs[0]).toMatchObject({ baseUrl, apiKey: 'k', concurrency: 200, timeout: 30 });
  });

  test('base_url overrides the default and permits any provider', () => {
    const base_url = 'http://127.0.0.1:8000/v1/';
    for (const provider of ['openai', 'vllm', 'my-gateway']) {
      expect(read({ provider, base_url, model: 'm' }).configs[0]?.baseUrl).toBe('http://127.0.0.1:8000/v1');
    }
  });

  test('reads keys and addresses from the environment', () => {
    expect(
      read({ provider: 'x', base_url: '${URL}', model: '${M}' }, { URL: 'http://h/v1', M: 'm' }).configs[0],
    ).toMatchObject({
      baseUrl: 'http://h/v1',
      model: 'm',
    });
    const value = [{ provider: 'vllm', base_url: 'http://${HOST}:8000/v1', api_key: '${MY_KEY}', model: 'm' }];
    expect(read(value, { MY_KEY: 'abc', HOST: 'gpu1' }).configs[0]).toMatchObject({
      apiKey: 'abc',
      baseUrl: 'http://gpu1:8000/v1',
    });
    expect(() => read(value, { HOST: 'gpu1' })).toThrow('llm[0].api_key: the environment variable MY_KEY is not set');
  });

  test('an unknown provider is named before its key is looked up', () => {
    expect(() => read({ provider: 'opnai', api_key: '${MY_KEY}', model: 'm' }, {})).toThrow(
      'llm[0]: unknown provider "opnai". Did you mean "openai"?',
    );
  });

  test('trims the line break after a key', () => {
    expect(read({ provider: 'deepseek', api_key: '${K}', model: 'm' }, { K: 'sk-1\n' }).configs[0]?.apiKey).toBe(
      'sk-1',
    );
  });

  test('accepts the old name of concurrency', () => {
    expect(read({ provider: 'ollama', model: 'm', semaphore: 7 }).configs[0]?.concurrency).toBe(7);
  });

  test('warns about unknown keys with the nearest known one', () => {
    const { warnings } = read({ provider: 'ollama', model: 'm', apiKey: 'x', concurency: 3, colour: 'red' });
    expect(warnings).toEqual([
      'llm[0]: unknown key "apiKey" is ignored. Did you mean "api_key"?',
      'llm[0]: unknown key "concurency" is ignored. Did you mean "concurrency"?',
      expect.stringContaining('unknown key "colour" is ignored. Known keys: provider'),
    ]);
  });

  test.each([
    [[], 'the list is empty'],
    [['deepseek'], 'expected {provider, model, api_key}, got a string'],
    [{ provider: 'acme', model: 'm' }, 'unknown provider "acme"'],
    [{ provider: 'constructor', model: 'm' }, 'unknown provider "constructor"'],
    [{ provider: 'vllm', model: 'm' }, 'runs on your own server'],
    [{ provider: 'deepseek', model: 'm' }, 'requires a key'],
    [{ provider: 'deepseek', api_key: 'k' }, '"model" is missing'],
    [{ provider: 'deepseek', api_key: 'sk-1\nsk-2', model: 'm' }, 'api_key contains a space'],
    [{ provider: 'ollama', model: 'm', concurrency: 0 }, 'llm[0].concurrency'],
    [{ provider: 'ollama', model: 'm', timeout: 'soon' }, 'llm[0].timeout'],
    [{ provider: 'vllm', base_url: 'file:///etc/passwd', model: 'm' }, 'llm[0].base_url'],
    [{ provider: 'ollama', model: 'm', price: { input: -1, output: 1 } }, 'llm[0].price.input'],
    [{ provider: 'ollama', model: 'm', temperature: 3 }, 'llm[0].temperature'],
    [{ provider: 'ollama', model: 'm', max_tokens: '100' }, 'llm[0].max_tokens'],
  ])('%j is rejected with the next step', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });
});

describe('publicLanguageModelConfig', () => {
  test('keeps references to the environment and no secrets', () => {
    const shown = publicLanguageModelConfig([
      { provider: 'a', api_key: '${KEY}', model: 'm', concurrency: 3 },
      { provider: 'b', api_key: 'sk-123456', base_url: 'https://me:p@ss@host/v1?token=t', extra_body: { x: 'y' } },
      { provider: 'c', apiKey: 'sk-1', headers: { Authorization: 'Bearer sk-2' } },
      'sk-3',
    ]);
    expect(shown).toEqual([
      { provider: 'a', api_key: '${KEY}', model: 'm', concurrency: 3 },
      {
        provider: 'b',
        api_key: '[redacted]',
        base_url: 'https://[redacted]@host/v1?[redacted]',
        extra_body: '[redacted]',
      },
      { provider: 'c', apiKey: '[redacted]', headers: '[redacted]' },
      '[redacted]',
    ]);
  });
});

test('sampling settings are sent with every request and recorded, other fields of a body are not recorded', () => {
  const sampling = { temperature: 0, max_tokens: 50, top_p: 0.9, seed: 7, reasoning_effort: 'low' };
  const entry = { provider: 'ollama', model: 'm', ...sampling };
  const { configs, warnings } = read({ ...entry, extra_body: { top_k: 5, temperature: 0.3 } });
  expect(warnings).toEqual([]);
  expect(configs[0]!.extraBody).toEqual({ ...sampling, temperature: 0.3, top_k: 5 });
  expect(publicLanguageModelConfig([entry])).toEqual([entry]);
  const body = { think: false, reasoning_effort: 'high' };
  expect(publicLanguageModelConfig([{ provider: 'a', extra_body: body }])).toEqual([
    { provider: 'a', extra_body: body },
  ]);
  expect(publicSampling([{ ...entry, extra_body: { ...body, token: 'tok-1' } }])).toEqual([{ ...sampling, ...body }]);
  expect(publicSampling([{ provider: 'a', model: 'm' }])).toEqual([]);
});

describe('secretsOf', () => {
  test('finds keys in addresses', () => {
    const { configs } = read({
      provider: 'x',
      base_url: 'https://me:pass%20word@h/v1?key=abc',
      model: 'm',
      api_key: 'k',
    });
    expect(secretsOf(configs)).toEqual(['k', 'pass word', 'me:pass word', 'abc']);
  });

  test('treats a user name without a password as a key, and finds keys in extra fields of requests', () => {
    const extra_body = { user: { access_token: 'tok-1' }, temperature: 1, max_tokens: 5, note: 'hello' };
    const { configs } = read({ provider: 'x', base_url: 'https://50%key@h/v1', model: 'm', extra_body });
    expect(secretsOf(configs)).toEqual(['50%key', 'tok-1']);
  });
});
