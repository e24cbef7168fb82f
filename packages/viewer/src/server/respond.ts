/// <reference types="node" preserve="true" />
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Bytes below which compression is not worthwhile. */
const LEAST_PACKED = 1400;

/** Only the viewer's own script and sheet run. */
export const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Headers of every response; no other site can embed it. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${CONTENT_POLICY}; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

export interface Body {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Whether the bytes are already gzipped. */
  readonly packed?: boolean;
}

export const json = (value: unknown): Body => ({
  type: 'application/json; charset=utf-8',
  bytes: Buffer.from(JSON.stringify(value)),
});

/** Sends a body with an ETag: 304 if the browser has it, and gzip if accepted. */
export function send(request: IncomingMessage, response: ServerResponse, body: Body, status = 200): void {
  const packs = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const etag = `"${createHash('sha256').update(body.bytes).digest('base64url').slice(0, 22)}"`;
  const headers: Record<string, string | number> = {
    ...SECURITY_HEADERS,
    'Content-Type': body.type,
    ETag: etag,
    Vary: 'Accept, Accept-Encoding',
  };
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  let bytes = body.bytes;
  if (body.packed || (packs && bytes.length > LEAST_PACKED)) {
    headers['Content-Encoding'] = 'gzip';
    if (!body.packed) bytes = gzipSync(bytes, { level: 5 });
  }
  headers['Content-Length'] = bytes.length;
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
