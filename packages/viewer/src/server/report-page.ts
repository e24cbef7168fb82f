import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { markupText, terminalText } from '@itinera/base';
import type { Address } from '../wire/addresses.js';
import { appText } from './app-files.js';

/** The data of a report by address. */
export class Held {
  readonly json: Record<string, unknown> = {};
  readonly bytes: Record<string, string> = {};
  readonly same: Record<string, string> = {};
  readonly #addressOf = new Map<string, string>();
  /** @param home parts of the address of the first page */
  constructor(readonly home: readonly string[]) {}

  put<T>(address: Address<T>, value: T | null): void {
    this.json[address] = value;
  }

  putFile(address: Address<ArrayBuffer>, bytes: Uint8Array | null): void {
    if (bytes) this.bytes[address] = gzipSync(bytes).toString('base64');
  }

  putPacked<T>(address: Address<T>, value: T | null): void {
    this.putOnce(address, gzipSync(JSON.stringify(value)));
  }

  /** A value as JSON, packed if it is long. */
  putValue(address: string, value: unknown): void {
    const text = JSON.stringify(value);
    if (text.length < LONG) this.json[address] = value;
    else this.putOnce(address, gzipSync(text));
  }

  /** Packed bytes; equal ones are held once, because runs of a comparison share their city. */
  putOnce(address: string, packed: Buffer): void {
    const text = packed.toString('base64');
    const first = this.#addressOf.get(text);
    if (first === undefined) {
      this.#addressOf.set(text, address);
      this.bytes[address] = text;
    } else this.same[address] = first;
  }
}

/** Longer JSON is packed, characters. */
const LONG = 100_000;

/** One page with its data. Its policy prevents anything else from running or loading. */
export function reportHtml(name: string, held: Held): string {
  const script = appText('report.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const sheet = appText('app.css').replaceAll('</style', '<\\/style');
  // Escaped, no text in the JSON can end the element that holds it.
  const data = terminalText(JSON.stringify(held)).replaceAll('<', '\\u003c');
  const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(sheet)}; img-src data: blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  const title = markupText(`${name} · Itinera`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${sheet}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="itinera-data">${data}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
