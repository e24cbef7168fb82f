import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { describeFileError, isFileError, markupText, UserError } from '@itinera/base';
import { PROBLEM } from '../wire/addresses.js';
import { answer } from './answer.js';
import type { Library } from './library.js';
import { type Body, json, SECURITY_HEADERS, send } from './respond.js';

const LOOPBACK = '127.0.0.1';
const LEAST_TOKEN = 16;
const NOT_FOUND = 'Not found. Open the complete address that asbench ui printed.';

export interface ServeOptions {
  /** 0 for any free port. */
  readonly port?: number;
  /** Address to listen on; other than loopback only with a custom token. */
  readonly host?: string;
  /** Secret in the address; random by default. */
  readonly token?: string;
}

export interface Viewer {
  /** The address to open; contains the token. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the app and the runs, read-only.
 * @throws UserError if the port is taken, or if other machines could reach it without a custom token
 */
export async function serve(library: Library, options: ServeOptions = {}): Promise<Viewer> {
  const { port = 0, host = LOOPBACK } = options;
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  if (!isLocal && options.token === undefined)
    throw new UserError(
      `${host} is reachable from other machines. Pass --token with a secret of at least ${LEAST_TOKEN} characters, or omit --host.`,
    );
  const token = options.token ?? randomBytes(16).toString('base64url');
  if (!/^[\w-]+$/.test(token) || token.length < LEAST_TOKEN)
    throw new UserError(`--token: expected at least ${LEAST_TOKEN} letters, digits, _ or -, got ${token.length}.`);
  const server = createServer((request, response) => {
    handle(library, token, isLocal, request, response).catch((error: unknown) => fail(request, response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new UserError(`Port ${port} is taken. Pass another one with --port, or omit it for any free port.`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    address: `http://${name}:${taken}/${token}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await library.close();
    },
  };
}

async function handle(
  library: Library,
  token: string,
  isLocal: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Whoever opens a wrong address reads a page; scripts read JSON.
  const isOpened = /\btext\/html\b/.test(request.headers.accept ?? '');
  const refuse = (status: number, message: string) =>
    isOpened ? send(request, response, troublePage(message), status) : sendProblem(request, response, message, status);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'The viewer is read-only.');
  // The name of another site may resolve to this address; the browser still sends that name.
  if (isLocal && !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ''))
    return refuse(403, 'Open the address that asbench ui printed; other host names are rejected.');
  if (!URL.canParse(request.url ?? '/', 'http://viewer')) return refuse(404, NOT_FOUND);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://viewer');
  const [, given = '', ...rest] = pathname.split('/');
  if (!isSame(given, token)) return refuse(404, NOT_FOUND);
  if (rest.length === 0) {
    response.writeHead(308, { ...SECURITY_HEADERS, Location: `/${token}/` }).end();
    return;
  }
  const path = rest.map((part) => decodeURIComponent(part));
  const body = await answer(library, path, searchParams);
  if (body === null) return refuse(404, 'Page, run or person not found.');
  send(request, response, body);
}

function sendProblem(request: IncomingMessage, response: ServerResponse, error: string, status: number): void {
  const isForPage = request.headers.accept?.includes(PROBLEM) === true;
  send(request, response, { ...json({ error }), type: `${PROBLEM}; charset=utf-8` }, isForPage ? 200 : status);
}

const troublePage = (message: string): Body => ({
  type: 'text/html; charset=utf-8',
  bytes: Buffer.from(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Itinera</title><main><h1>Nothing here</h1><p>${markupText(message)}</p></main></html>`,
  ),
});

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isKnown = error instanceof UserError || error instanceof URIError || isFileError(error);
  const message = isFileError(error)
    ? describeFileError(Object.assign(error, { path: basename(error.path ?? '') || undefined }))
    : `${isKnown ? '' : 'Internal error of the viewer: '}${error instanceof Error ? error.message : error}`;
  sendProblem(request, response, message, isKnown ? 422 : 500);
}
