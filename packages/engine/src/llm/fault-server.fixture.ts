import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** The action of the server on a request. `answer` and `echo-key` are chat completions, the rest are faults. */
export type Behaviour =
  | 'answer'
  | 'throttle'
  | 'error'
  | 'reset'
  | 'hang'
  | 'garbage'
  | 'truncate'
  | 'enormous'
  | 'slow-drip'
  | 'empty'
  | 'no-content'
  | 'reject'
  | 'busy'
  | 'unauthorized'
  | 'out-of-money'
  | 'redirect'
  | Billed;

/** Answers and errors that are billed, each for 100 + 20 tokens, like `answer`, `empty` and `no-content`. */
export const BILLED = [
  'refuse',
  'parts',
  'cut',
  'filter',
  'gzip',
  'brotli',
  'deflate',
  'byte-order-mark',
  'unending',
  'error-in-200',
  'error-with-usage',
  'huge',
  'no-choices',
] as const;
type Billed = (typeof BILLED)[number];

export const FAULTS: readonly Behaviour[] = ['throttle', 'error', 'reset', 'hang', 'garbage', 'truncate', 'enormous'];

export interface ReceivedRequest {
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly messages: { role: string; content: string }[] } & Record<
    string,
    unknown
  >;
}

export interface FaultServerOptions {
  /** The action for the nth request, from 0. */
  readonly behave?: (n: number, request: ReceivedRequest) => Behaviour;
  /** The text of an answer. */
  readonly answer?: (request: ReceivedRequest, n: number) => string;
  readonly latencyMilliseconds?: (n: number) => number;
  /** Seconds in the retry-after header of 429. */
  readonly retryAfter?: string;
}

export interface FaultServer {
  /** For `base_url`. */
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** Complete answers sent, by the text of the last message of the prompt. */
  readonly answered: ReadonlyMap<string, number>;
  /** Number of attempts with a bill, whatever came of them. */
  readonly billed: number;
  /** The largest number of requests in flight at once. */
  readonly mostInFlight: number;
  close(): Promise<void>;
}

const ENORMOUS_BYTES = 64 * 2 ** 20;

/** A model server on the loopback interface that speaks chat completions and fails as instructed. */
export async function startFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const { behave = () => 'answer', answer = () => 'hello', latencyMilliseconds = () => 0, retryAfter } = options;
  const received: ReceivedRequest[] = [];
  const answered = new Map<string, number>();
  let inFlight = 0;
  let mostInFlight = 0;
  let billed = 0;

  const server = http.createServer(async (request, response) => {
    inFlight++;
    mostInFlight = Math.max(mostInFlight, inFlight);
    response.on('close', () => inFlight--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const n = received.length;
    const call: ReceivedRequest = {
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()) as ReceivedRequest['body'],
    };
    received.push(call);
    const latency = latencyMilliseconds(n);
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));

    const send = (status: number, body: string | Buffer, headers: http.OutgoingHttpHeaders = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
    const completion = JSON.stringify({
      id: `c${n}`,
      object: 'chat.completion',
      model: call.body.model,
      choices: [{ index: 0, message: { role: 'assistant', content: answer(call, n) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    });
    const behaviour = behave(n, call);
    if (isBilled(behaviour)) billed++;
    const changed = (message: object, finish_reason: string | null = 'stop'): string =>
      JSON.stringify({ ...JSON.parse(completion), choices: [{ index: 0, message, finish_reason }] });
    const usage = { prompt_tokens: 100, completion_tokens: 20 };
    switch (behaviour) {
      case 'refuse':
        return send(200, changed({ content: null, refusal: 'I cannot help with that.' }));
      case 'parts':
        return send(
          200,
          changed({
            content: [
              { type: 'text', text: 'hel' },
              { type: 'text', text: 'lo' },
            ],
          }),
        );
      case 'cut':
        return send(200, changed({ content: 'hel' }, 'length'));
      case 'filter':
        return send(200, changed({ content: '' }, 'content_filter'));
      case 'gzip':
        return send(200, gzipSync(completion), { 'content-encoding': 'gzip' });
      case 'brotli':
        return send(200, brotliCompressSync(completion), { 'content-encoding': 'br' });
      case 'deflate':
        return send(200, deflateSync(completion), { 'content-encoding': 'deflate' });
      case 'byte-order-mark':
        return send(200, `\ufeff${completion}`);
      case 'unending':
        response.writeHead(200).write(completion);
        return;
      case 'error-in-200':
        return send(200, JSON.stringify({ error: { message: 'overloaded', code: 503 }, usage }));
      case 'error-with-usage':
        return send(500, JSON.stringify({ error: { message: 'failed' }, usage }));
      case 'huge':
        return send(200, changed({ content: 'x'.repeat(3 * 2 ** 20) }));
      case 'no-choices':
        return send(200, JSON.stringify({ choices: [], usage }));
      case 'answer': {
        const prompt = call.body.messages.at(-1)?.content ?? '';
        answered.set(prompt, (answered.get(prompt) ?? 0) + 1);
        return send(200, completion);
      }
      case 'throttle':
        return send(429, '{"error":{"message":"slow down"}}', retryAfter ? { 'retry-after': retryAfter } : {});
      case 'error':
        return send(500, '<html>oops</html>');
      case 'reset':
        request.socket.resetAndDestroy();
        return;
      case 'hang':
        return;
      case 'garbage':
        return send(200, '\u001b[31m<script>alert(1)</script>\u0000not json');
      case 'truncate':
        response.writeHead(200, { 'content-length': completion.length });
        response.write(completion.slice(0, completion.length >> 1));
        setImmediate(() => request.socket.destroy());
        return;
      case 'enormous':
        return sendEnormous(response);
      case 'slow-drip': {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
        return;
      }
      case 'empty':
        return send(200, completion.replace(/"content":"[^"]*"/, '"content":""'));
      case 'no-content':
        return send(200, completion.replace(/"content":"[^"]*"/, '"content":null'));
      case 'busy':
        return send(503, '{"error":{"message":"busy"}}', { 'retry-after': retryAfter ?? '1' });
      case 'reject':
        return send(400, '{"error":{"message":"the content is not allowed"}}');
      case 'unauthorized':
        return send(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${call.authorization}` } }));
      case 'out-of-money':
        return send(402, '{"error":{"message":"Insufficient Balance"}}');
      case 'redirect':
        return send(308, '', { location: 'https://elsewhere.example/v1' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    answered,
    get billed() {
      return billed;
    },
    get mostInFlight() {
      return mostInFlight;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function isBilled(behaviour: Behaviour): boolean {
  return [...BILLED, 'answer', 'empty', 'no-content'].includes(behaviour);
}

function sendEnormous(response: http.ServerResponse): void {
  response.writeHead(200);
  const block = Buffer.alloc(2 ** 20, 'x');
  let sent = 0;
  const more = (): void => {
    while (sent < ENORMOUS_BYTES && !response.destroyed) {
      sent += block.length;
      if (!response.write(block)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}
