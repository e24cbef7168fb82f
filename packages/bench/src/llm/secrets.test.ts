import { expect, it } from 'vitest';
import { createRedactor, printable } from './secrets.js';

it('takes keys out in all their common forms', () => {
  const key = 'sk/a+b "c"';
  const redact = createRedactor([key]);
  const forms = [key, JSON.stringify(key), encodeURIComponent(key), Buffer.from(key).toString('base64')];
  expect(redact(forms.join(' | '))).toBe('[redacted] | "[redacted]" | [redacted] | [redacted]==');
});

it('does not damage texts because a local server is given a word for a key', () => {
  const redact = createRedactor(['ollama', 'EMPTY', '', 'x']);
  expect(redact('ollama is not EMPTY, max')).toBe('ollama is not EMPTY, max');
});

it('makes foreign text fit for one line of a terminal', () => {
  expect(printable('\u001b[31mred\u001b[0m\nnext\u202e\u0007', 20)).toBe('[31mred [0m next');
  expect(printable('x'.repeat(1000), 10)).toBe(`${'x'.repeat(10)}…`);
});
