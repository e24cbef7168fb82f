/** Placeholder keys for local servers; replacing them would damage ordinary text. */
const PLACEHOLDERS = new Set(['', 'empty', 'none', 'dummy', 'ollama', 'lm-studio', 'vllm', 'test', 'key', 'token']);
const MIN_SECRET_LENGTH = 6;

/**
 * Returns a function that removes the given keys from a text: in any case, escaped as in JSON or a URL, in hexadecimal,
 * and in base64 at any offset. Everything from a provider passes through it before it is shown, stored or returned to
 * an agent.
 *
 * @example
 * ```ts
 * createRedactor(['my-key'])('sent with my-key'); // 'sent with [redacted]'
 * ```
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH && !PLACEHOLDERS.has(secret.toLowerCase()))
    .sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return (text) => text;
  const forms = longestFirst.flatMap((secret) => {
    const bytes = Buffer.from(secret);
    return [Array.from(secret, signPattern).join(''), bytes.toString('hex'), ...base64Patterns(bytes)];
  });
  const pattern = new RegExp(forms.join('|'), 'gi');
  return (text) => text.replace(pattern, '[redacted]');
}

/** Matches a character literally, after backslashes, as `\u002f` or as `%2F`. */
function signPattern(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, i) => sign.charCodeAt(i).toString(16).padStart(4, '0'));
  const bytes = Array.from(Buffer.from(sign), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
  const plain = /["\\/]/.test(sign) ? `\\\\*${regExpOf(sign)}` : regExpOf(sign);
  return `(?:${plain}|${units.map((unit) => `\\\\+u${unit}`).join('')}|${bytes.join('')})`;
}

/** Returns the base64 characters that do not depend on the context, for the three possible alignments. */
function base64Patterns(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const end = ((before + bytes.length) * 8) / 6;
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(end));
    const shared = Number.isInteger(end) ? '' : '[\\w+/-]?=*';
    return `${own.replaceAll('+', '[+-]').replaceAll('/', '(?:\\\\*/|_)')}${shared}`;
  });
}

function regExpOf(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Redacts the strings in a JSON text; its syntax stays valid even if a key is an ordinary word. */
export function redactJson(json: string, redact: (text: string) => string): string {
  if (redact(json) === json) return json;
  return JSON.stringify(JSON.parse(json, (_, value) => (typeof value === 'string' ? redact(value) : value)));
}
