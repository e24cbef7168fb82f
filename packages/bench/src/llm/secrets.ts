/** Keys that local servers ask for and nobody keeps secret; replacing them would damage ordinary text. */
const PLACEHOLDERS = new Set(['', 'empty', 'none', 'dummy', 'ollama', 'lm-studio', 'vllm', 'test', 'key', 'token']);
const SHORTEST_SECRET = 6;

/**
 * Makes a function that takes the given keys out of a text, also where they stand JSON-escaped, URL-encoded or in
 * base64. Everything from a provider passes through it before it is shown, stored or given to an agent.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET || PLACEHOLDERS.has(secret.toLowerCase())) continue;
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(encodeURIComponent(secret));
    forms.add(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
  }
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const form of longestFirst) if (clean.includes(form)) clean = clean.replaceAll(form, '[redacted]');
    return clean;
  };
}

/** The same for the strings in a JSON text, whose syntax stays whole even where a key is an ordinary word. */
export function redactJson(json: string, redact: (text: string) => string): string {
  if (redact(json) === json) return json;
  return JSON.stringify(JSON.parse(json, (_, value) => (typeof value === 'string' ? redact(value) : value)));
}

/** A piece of foreign text that is safe to print: one line, no control characters, at most `limit` characters. */
export function printable(text: string, limit = 200): string {
  const line = text
    .slice(0, 4 * limit)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}
