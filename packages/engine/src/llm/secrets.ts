/** Keys that local servers ask for and nobody keeps secret; replacing them would damage ordinary text. */
const PLACEHOLDERS = new Set(['', 'empty', 'none', 'dummy', 'ollama', 'lm-studio', 'vllm', 'test', 'key', 'token']);
const MIN_SECRET_LENGTH = 6;

/**
 * Makes a function that takes the given keys out of a text, also in other case, with signs escaped as in JSON or a URL,
 * in hexadecimal, and in base64 wherever they stood in what was encoded. Everything from a provider passes through it
 * before it is shown, stored or given to an agent.
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

/** A sign plain, behind backslashes, as `\u002f` or as `%2F`. */
function signPattern(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, i) => sign.charCodeAt(i).toString(16).padStart(4, '0'));
  const bytes = Array.from(Buffer.from(sign), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
  const plain = /["\\/]/.test(sign) ? `\\\\*${regExpOf(sign)}` : regExpOf(sign);
  return `(?:${plain}|${units.map((unit) => `\\\\+u${unit}`).join('')}|${bytes.join('')})`;
}

/** The signs of base64 that do not depend on what stands before and after, for the three ways to fall into groups. */
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

/** The same for the strings in a JSON text, whose syntax stays whole even where a key is an ordinary word. */
export function redactJson(json: string, redact: (text: string) => string): string {
  if (redact(json) === json) return json;
  return JSON.stringify(JSON.parse(json, (_, value) => (typeof value === 'string' ? redact(value) : value)));
}
