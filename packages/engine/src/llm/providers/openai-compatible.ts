import http from 'node:http';
import https from 'node:https';
import { printable } from '@itinera/base';
import { publicUrl } from '../config.js';
import type { WallClock } from '../wall-clock.js';
import { boundedPost, type HttpAnswer } from './bounded-post.js';
import { forServer, type Redact, readCompletion } from './chat-completion.js';
import { type Provider, type ProviderConfig, ProviderError } from './provider.js';
import { usageIn } from './token-usage.js';

/** Far above the longest answer of any model (128,000 tokens are about 0.6 MB), but 200 at once still fit into memory. */
const MAX_ANSWER_BYTES = 2 * 2 ** 20;

/** Any server that speaks `POST {base_url}/chat/completions`. */
export function createOpenAiCompatible(
  config: ProviderConfig,
  { clock, redact }: { readonly clock: WallClock; readonly redact: Redact },
): Provider {
  const base = new URL(config.baseUrl);
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/chat/completions`;
  const Agent = url.protocol === 'https:' ? https.Agent : http.Agent;
  const agent = new Agent({ keepAlive: true, maxSockets: config.concurrency });
  const headers: Record<string, string> = { accept: 'application/json' };
  if (config.apiKey !== '') headers.authorization = `Bearer ${config.apiKey}`;

  return {
    label: `${config.provider}/${config.model}`,
    close: () => agent.destroy(),
    async complete(request, { timeoutMilliseconds }) {
      const body = JSON.stringify(forServer({ model: config.model, ...request, ...config.extraBody }, url));
      const answer = await boundedPost(url, body, {
        agent,
        headers,
        timeoutMilliseconds,
        maxBytes: MAX_ANSWER_BYTES,
        clock,
      });
      const status = answer.status < 200 || answer.status > 299 ? answer.status : statusOfError(answer.body);
      if (status !== null) throw refusal({ ...answer, status }, publicUrl(config.baseUrl), clock.now(), redact);
      return readCompletion(answer.body, request, redact);
    },
  };
}

/**
 * The status of an error that is sent with a status of success: its code, or 500.
 * @returns null if the body is not an error
 */
function statusOfError(body: string): number | null {
  const { error, choices } = asObject(body);
  if (!error || choices) return null;
  const code = Number((error as { code?: unknown }).code);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500;
}

/** Converts a status other than 2xx to an error. */
function refusal({ status, headers, body }: HttpAnswer, address: string, now: number, redact: Redact): ProviderError {
  const detail = printable(redact(errorText(body)), 160).replace(/\.$/, '');
  const text = `${address} answers ${status}${detail ? `: ${detail}` : ''}`;
  const usage = usageIn(body);
  const refused = (when: 'always' | 'at-first', advice: string, retryable = false): ProviderError =>
    new ProviderError('rejected', `${text}. ${advice}`, { retryable, refused: when, usage });

  if (status === 402 || (status === 429 && /insufficient[_ ](quota|balance)/i.test(body))) {
    return refused('always', 'The account has no balance.');
  }
  // If the server has accepted the key before, this is a fault of one of its machines.
  if (status === 401) return refused('at-first', 'Check api_key.', true);
  if (status === 403) return refused('at-first', 'Check api_key and its permissions.');
  if (status === 404) return refused('at-first', 'Check base_url and model.');
  if (status >= 300 && status < 400) {
    return refused(
      'at-first',
      `Set base_url to the target of the redirect: ${printable(redact(headers.location ?? 'unknown'))}.`,
    );
  }
  if (status !== 429 && status < 500 && ![408, 409, 425].includes(status)) {
    return new ProviderError('rejected', text, { retryable: false, usage });
  }
  const wait = retryAfter(headers, now);
  const isThrottled = status === 429 || (status === 503 && wait !== null);
  return new ProviderError(isThrottled ? 'throttled' : 'server-error', text, {
    retryable: true,
    usage,
    ...(wait !== null && { retryAfterMilliseconds: wait }),
  });
}

function errorText(body: string): string {
  const { error, message } = asObject(body) as { error?: { message?: unknown } | string; message?: unknown };
  const text = typeof error === 'string' ? error : (error?.message ?? message);
  return typeof text === 'string' ? text : body;
}

/** The fields of a body; none if it is not a JSON object. */
function asObject(body: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(body) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** Returns the wait that the server requests, milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfter(headers: http.IncomingHttpHeaders, now: number): number | null {
  const milliseconds = Number.parseFloat(String(headers['retry-after-ms']));
  if (milliseconds >= 0) return milliseconds;
  const text = headers['retry-after'];
  if (text === undefined) return null;
  const wait = /^\s*[\d.]+\s*$/.test(text) ? Number.parseFloat(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
