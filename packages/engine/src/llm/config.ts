import { describeIssue, didYouMean, furthestIssue, nearest, SECONDS_PER_DAY, UserError } from '@itinera/base';
import { z } from 'zod';
import { modelPrice } from './prices.js';
import type { ProviderConfig } from './providers/provider.js';
import { providers } from './providers/providers.js';

export type { ProviderConfig } from './providers/provider.js';

const count = z.number().int().positive();
/** Settings that are sent with every request, instead of the agent's. */
const sampling = {
  temperature: z.number().min(0).max(2).optional().describe('temperature of every request, instead of the agent’s'),
  max_tokens: count.optional().describe('maximum number of tokens of an answer, instead of the agent’s'),
  top_p: z.number().min(0).max(1).optional().describe('share of likely tokens to sample from'),
  seed: z.number().int().optional().describe('seed that is sent to the model'),
  reasoning_effort: z.string().min(1).max(40).optional().describe('reasoning effort of the model, such as low'),
};
const SAMPLING = Object.keys(sampling);
const share = z.number().min(0).max(1);
/** Shares of requests that fail, and of answers that are nonsense, to test an agent. */
const faultsSchema = z
  .strictObject({
    fail: share.optional().describe('share of requests that fail'),
    nonsense: share.optional().describe('share of answers that are nonsense'),
  })
  .refine(({ fail = 0, nonsense = 0 }) => fail + nonsense <= 1, { message: 'fail and nonsense add up to more than 1' });
/** An entry of the `llm` list of a configuration. */
export const modelEntry = z.strictObject({
  provider: z
    .string()
    .min(1)
    .describe(`one of ${[...providers.keys()].join(', ')}; or any name, with base_url, for the OpenAI API`),
  base_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .describe('address of the server, such as http://127.0.0.1:8000/v1'),
  api_key: z.string().nullish().describe(`key, or the environment variable that holds it: \${NAME}`),
  model: z.string().min(1).optional().describe('name of the model, as its provider spells it'),
  concurrency: count.max(10_000).optional().describe('maximum number of concurrent requests'),
  semaphore: count.max(10_000).optional().describe('the same as concurrency, as in the original'),
  timeout: z.number().positive().max(SECONDS_PER_DAY).optional().describe('time limit of a request, seconds'),
  requests_per_minute: count.optional().describe('maximum number of requests per minute'),
  tokens_per_minute: count.optional().describe('maximum number of tokens per minute'),
  price: modelPrice.optional().describe('price, for costs and --max-cost; built in for common models'),
  extra_body: z.record(z.string(), z.json()).optional().describe('fields added to the body of every request'),
  faults: faultsSchema.optional().describe('simulated faults, to test an agent'),
  ...sampling,
});

export interface ConfigContext {
  /** The variables in which `${NAME}` is looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (message: string) => void;
}

/**
 * Reads the `llm` list of a config.
 * @param value the list as parsed from YAML or JSON; a single entry counts as a list of one.
 * @throws UserError that names the invalid entry and key.
 */
export function parseLanguageModelConfig(value: unknown, { env, warn }: ConfigContext): ProviderConfig[] {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length === 0)
    throw new UserError('llm: the list is empty. Expected at least one {provider, model, api_key}.');
  return entries.map((entry, index) => parseEntry(entry, `llm[${index}]`, env, warn));
}

function parseEntry(
  value: unknown,
  where: string,
  env: ConfigContext['env'],
  warn: ConfigContext['warn'],
): ProviderConfig {
  const entry = checkEntry(value, where, env, warn);
  const provider = entry.provider.toLowerCase();
  const kind = providers.get(provider);
  const baseUrl = entry.base_url ?? kind?.baseUrl;
  if (baseUrl == null) {
    throw new UserError(
      kind
        ? `${where}: ${provider} runs on your own server. Add its address as "base_url", such as http://127.0.0.1:8000/v1.`
        : `${where}: unknown provider "${entry.provider}".${didYouMean(provider, [...providers.keys()])} Supported: ${[...providers.keys()].join(', ')}; ` +
            'or any other server with the OpenAI API and its "base_url".',
    );
  }
  const model = kind?.model ?? entry.model;
  if (model === undefined) throw new UserError(`${where}: "model" is missing. Add the name of a model of ${provider}.`);
  const apiKey = expand(entry.api_key ?? '', `${where}.api_key`, env).trim();
  if (/[^\x21-\x7e]/.test(apiKey)) {
    throw new UserError(
      `${where}.api_key contains a space, a line break or another character that keys do not have. Copy it again.`,
    );
  }
  if (apiKey === '' && kind && !kind.isLocal && entry.base_url == null) {
    throw new UserError(
      `${where}: ${provider} requires a key. Add "api_key", preferably as "\${NAME}" with the key in that environment variable.`,
    );
  }
  return {
    provider,
    model,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey,
    concurrency: entry.concurrency ?? entry.semaphore ?? 200,
    timeout: entry.timeout ?? 30,
    requestsPerMinute: entry.requests_per_minute ?? Number.POSITIVE_INFINITY,
    tokensPerMinute: entry.tokens_per_minute ?? Number.POSITIVE_INFINITY,
    price: entry.price ?? null,
    ...(kind?.isLocal && { isLocal: true }),
    extraBody: { ...samplingOf(entry), ...entry.extra_body },
    ...(entry.faults && { faults: entry.faults }),
  };
}

function checkEntry(
  value: unknown,
  where: string,
  env: ConfigContext['env'],
  warn: ConfigContext['warn'],
): z.infer<typeof modelEntry> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UserError(
      `${where}: expected {provider, model, api_key}, got ${value === null ? 'nothing' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}.`,
    );
  }
  const known = Object.keys(modelEntry.shape);
  const entry: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    // The key comes last: a wrong provider has no use for it.
    if (key === 'api_key') entry[key] = field;
    else if (known.includes(key))
      entry[key] = typeof field === 'string' ? expand(field, `${where}.${key}`, env) : field;
    else warn(`${where}: unknown key "${key}" is ignored.${suggestion(key, known)}`);
  }
  const parsed = modelEntry.safeParse(entry);
  if (parsed.success) return parsed.data;
  const issue = furthestIssue(parsed.error.issues[0]!);
  throw new UserError(`${where}.${issue.path.join('.')}: ${describeIssue(issue)}. Correct the config.`);
}

function suggestion(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return near === null ? ` Known keys: ${known.join(', ')}.` : ` Did you mean "${near}"?`;
}

function expand(text: string, where: string, env: ConfigContext['env']): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = env[name];
    if (value === undefined || value === '') {
      throw new UserError(`${where}: the environment variable ${name} is not set. Set it, or write the value itself.`);
    }
    return value;
  });
}

function samplingOf(entry: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([key, value]) => SAMPLING.includes(key) && value != null));
}

/**
 * Returns the settings of each entry of an `llm` list that change answers, without anything that could be a secret: numbers,
 * flags and the reasoning effort, which are sent with every request, and faults. Empty without any.
 */
export function publicSampling(value: unknown): Record<string, unknown>[] {
  const entries = Array.isArray(value) ? value : [value];
  const found = entries.map((entry) => {
    if (typeof entry !== 'object' || entry === null) return {};
    const { extra_body: body, faults } = entry as { extra_body?: unknown; faults?: unknown };
    return {
      ...samplingOf(entry),
      ...(typeof body === 'object' && body !== null && publicBody(body)),
      ...(faults !== undefined && { faults }),
    };
  });
  return found.some((one) => Object.keys(one).length > 0) ? found : [];
}

/** Returns the numbers and flags of an `extra_body`, and its reasoning effort. */
function publicBody(body: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([key, value]) => typeof value === 'number' || typeof value === 'boolean' || key === 'reasoning_effort',
    ),
  );
}

const HARMLESS = new Set([
  ...SAMPLING,
  'provider',
  'model',
  'concurrency',
  'semaphore',
  'timeout',
  'requests_per_minute',
  'tokens_per_minute',
  'price',
  'faults',
]);

/**
 * Returns the `llm` list in a form that may be stored and shown. References to the environment stay, so that a resumed run
 * finds its keys; everything else that could be or contain a secret is replaced.
 */
export function publicLanguageModelConfig(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publicLanguageModelConfig);
  if (typeof value !== 'object' || value === null) return '[redacted]';
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      if (HARMLESS.has(key) || field === null) return [key, field];
      if (typeof field === 'string' && /^\$\{\w+\}$/.test(field)) return [key, field];
      if (key === 'extra_body' && isPublicBody(field)) return [key, field];
      return [key, key === 'base_url' && typeof field === 'string' ? publicUrl(field) : '[redacted]'];
    }),
  );
}

function isPublicBody(body: unknown): boolean {
  return typeof body === 'object' && Object.keys(publicBody(body!)).length === Object.keys(body!).length;
}

/** Returns an address without user, password and query, which sometimes contain keys. */
export function publicUrl(address: string): string {
  return address.replace(/\/\/[^/?#]*@/, '//[redacted]@').replace(/\?.*$/s, '?[redacted]');
}

/** Returns everything in the configs that must never be shown or stored. */
export function secretsOf(configs: readonly ProviderConfig[]): string[] {
  const secrets = configs.flatMap(({ apiKey, baseUrl, extraBody }) => [
    apiKey,
    ...(URL.canParse(baseUrl) ? secretsOfUrl(new URL(baseUrl)) : []),
    ...secretsOfBody(extraBody),
  ]);
  return secrets.filter((secret) => secret !== '');
}

function secretsOfUrl({ username, password, searchParams }: URL): string[] {
  const [user, word] = [decoded(username), decoded(password)];
  // Without a password the user name is a secret; with one, both are sent together in base64.
  return [...(word === '' ? [user] : [word, `${user}:${word}`]), ...searchParams.values()];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function secretsOfBody(body: object): string[] {
  return Object.entries(body).flatMap(([key, value]) => {
    if (typeof value === 'object' && value !== null) return secretsOfBody(value);
    return typeof value === 'string' && /key|token|secret|auth|passw/i.test(key) ? [value] : [];
  });
}
