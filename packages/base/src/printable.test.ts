import { expect, test } from 'vitest';
import { printable } from './printable.js';

test('third-party text is printed on one line, shortened, with question marks for control characters', () => {
  expect(printable('\u001b[31mred\u001b[0m\nnext\u202e\u0007', 20)).toBe('?[31mred?[0m next??');
  expect(printable('x'.repeat(1000), 10)).toBe(`${'x'.repeat(10)}…`);
  expect(printable(' \t <f8\u001b \r\n')).toBe('<f8?');
});
