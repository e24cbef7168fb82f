import http from 'node:http';
import https from 'node:https';
import type { WallClock } from '../wall-clock.js';
import { ProviderError } from './provider.js';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface PostOptions {
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMilliseconds: number;
  /** Size limit of the answer, bytes; beyond it the connection is closed. */
  readonly maxBytes: number;
  readonly clock: WallClock;
}

/**
 * Sends one POST over node:http(s), which unlike `fetch` has no built-in timeout (a local model may think for ten minutes),
 * no forbidden ports and no pool of unbounded bodies: the whole exchange is bounded in time and size.
 * @throws ProviderError `timeout`, `network` or `too-large`.
 */
export function boundedPost(url: URL, body: string, options: PostOptions): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.request : http.request;
    const request = send(url, {
      method: 'POST',
      agent: options.agent,
      headers: { ...options.headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    const fail = (error: ProviderError): void => {
      cancelTimer();
      reject(error);
      request.destroy();
    };
    const cancelTimer = options.clock.after(options.timeoutMilliseconds, () =>
      fail(new ProviderError('timeout', `no answer in ${options.timeoutMilliseconds / 1000} s`, { retryable: true })),
    );
    const onNetworkError = (error: NodeJS.ErrnoException): void =>
      fail(
        new ProviderError('network', networkMessage(error), {
          retryable: true,
          ...(UNREACHABLE.has(error.code ?? '') && { unreachable: url.host }),
        }),
      );

    request.on('error', onNetworkError);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > options.maxBytes) {
          const limit = `${Math.round(options.maxBytes / 2 ** 20)} MB`;
          fail(new ProviderError('too-large', `the answer is larger than ${limit}`, { retryable: true }));
        } else chunks.push(chunk);
      });
      // A body that ends early raises an error here ("aborted") and never `end`.
      response.on('error', onNetworkError);
      response.on('end', () => {
        cancelTimer();
        const body = Buffer.concat(chunks, size).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    request.end(body);
  });
}

/** Errors of a server to which there is no connection. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

function networkMessage(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'connection refused: is the server running?';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name cannot be resolved: is there a network?';
    case 'ECONNRESET':
      return 'the server closed the connection before its answer was complete';
    default:
      return error.code ?? error.message;
  }
}
