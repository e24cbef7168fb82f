import http from 'node:http';
import https from 'node:https';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { WallClock } from '../wall-clock.js';
import { ProviderError } from './provider.js';
import { usageIn } from './token-usage.js';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface PostOptions {
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMilliseconds: number;
  /** Size limit of the decompressed answer, bytes. The rest of a longer one is read only for its usage. */
  readonly maxBytes: number;
  readonly clock: WallClock;
}

/** Bytes at the end of an answer that is too long, where its usage is. */
const TAIL_BYTES = 64 * 2 ** 10;
/** Size at which the connection is closed, in multiples of the size limit. */
const HARD_LIMIT = 4;

/**
 * Sends one POST over node:http(s), which unlike `fetch` has no built-in timeout (a local model may think for ten minutes),
 * no forbidden ports and no pool of unbounded bodies: the whole exchange is bounded in time and size.
 * @throws ProviderError `timeout`, `network` or `too-large`, with the usage if the part that arrived contains it.
 */
export function boundedPost(url: URL, body: string, options: PostOptions): Promise<HttpAnswer> {
  const { timeoutMilliseconds, maxBytes, clock } = options;
  return new Promise((resolve, reject) => {
    const received = new Received(maxBytes);
    let isOver = false;
    let response: http.IncomingMessage | null = null;
    const send = url.protocol === 'https:' ? https.request : http.request;
    const request = send(url, {
      method: 'POST',
      agent: options.agent,
      headers: { ...options.headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    const finish = (): void => {
      isOver = true;
      cancelTimer();
    };
    const fail = (reason: 'timeout' | 'network' | 'too-large', message: string, more: object = {}): void => {
      if (isOver) return;
      finish();
      request.destroy();
      // What arrived is an answer if it is whole, although the server did not end it.
      if (response !== null && received.isObject()) {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received.text() });
        return;
      }
      const usage = usageIn(received.text());
      reject(new ProviderError(reason, message, { retryable: true, usage, ...more }));
    };
    const failedToConnect = (error: NodeJS.ErrnoException): void =>
      fail('network', networkMessage(error), UNREACHABLE.has(error.code ?? '') ? { unreachable: url.host } : {});
    /** After a suspension of the process, timers fire before the sockets are read: what has arrived is read first. */
    const expire = (arrived: number): void => {
      if (isOver || response?.complete) return;
      setImmediate(() => {
        if (request.socket?.bytesRead === undefined || request.socket.bytesRead === arrived)
          fail('timeout', `no answer in ${timeoutMilliseconds / 1000} s`);
        else expire(request.socket.bytesRead);
      });
    };
    const cancelTimer = clock.after(timeoutMilliseconds, () => expire(request.socket?.bytesRead ?? 0));

    request.on('error', failedToConnect);
    request.on('response', async (answer) => {
      response = answer;
      try {
        for await (const chunk of decoded(answer)) {
          received.add(chunk);
          if (received.size > HARD_LIMIT * maxBytes) break;
        }
      } catch (error) {
        // A body that ends early raises an error ("aborted").
        failedToConnect(error as NodeJS.ErrnoException);
        return;
      }
      if (isOver) return;
      if (received.size > maxBytes) {
        fail('too-large', `the answer is larger than ${Math.round(maxBytes / 2 ** 20)} MB`);
        return;
      }
      finish();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: received.text() });
    });
    request.end(body);
  });
}

/** The body until now: all of it, or the end of one that is too long. */
class Received {
  size = 0;
  #chunks: Buffer[] = [];
  #kept = 0;

  constructor(readonly maxBytes: number) {}

  add(chunk: Buffer): void {
    this.size += chunk.length;
    this.#kept += chunk.length;
    this.#chunks.push(chunk);
    if (this.size <= this.maxBytes || this.#kept < 2 * TAIL_BYTES) return;
    this.#chunks = [Buffer.from(Buffer.concat(this.#chunks).subarray(-TAIL_BYTES))];
    this.#kept = TAIL_BYTES;
  }

  /** Whether the body is one JSON object from its start to its end. */
  isObject(): boolean {
    if (this.size > this.maxBytes) return false;
    try {
      return typeof JSON.parse(this.text()) === 'object';
    } catch {
      return false;
    }
  }

  /** The decoder removes a byte-order mark. */
  text(): string {
    const bytes = Buffer.concat(this.#chunks);
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  }
}

/** The body of an answer without its compression, which some servers use unasked. */
function decoded(answer: http.IncomingMessage): AsyncIterable<Buffer> {
  const encodings = String(answer.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',');
  return encodings.reduceRight<AsyncIterable<Buffer>>((body, encoding) => decompressed(body, encoding.trim()), answer);
}

async function* decompressed(body: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<Buffer> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const decoder = decoderOf(encoding, first.value[0]!);
  // Its errors are those of the decoder.
  yield* decoder === null ? all() : pipeline(all(), decoder, () => {});
}

/** @param first the first byte, since servers name gzip without using it, use it without naming it, and mix up both kinds of deflate. */
function decoderOf(encoding: string, first: number): Transform | null {
  if (first === 0x1f) return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding !== 'deflate') return null;
  return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
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
    case 'Z_BUF_ERROR':
      return 'the compressed answer is incomplete';
    case 'Z_DATA_ERROR':
      return 'the compressed answer is damaged';
    default:
      return error.code ?? error.message;
  }
}
