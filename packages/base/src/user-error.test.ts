import { expect, test } from 'vitest';
import { terminalText } from './escape.js';
import { UserError } from './user-error.js';

test('a long quotation or word in a message is shortened, and the rest of the message stays', () => {
  const message = (cell: string) =>
    new UserError(`a.csv, line 2: "${cell}" is not a number, expected 1 "or" 2.`).message;
  expect(message('x'.repeat(150))).toContain('x'.repeat(150));
  for (const cell of [
    'x'.repeat(1_000_000),
    'a b, '.repeat(200_000),
    '\u{1f600}'.repeat(500),
    '\u001b[2J'.repeat(9000),
  ]) {
    const short = message(cell);
    expect(short.length).toBeLessThan(cell.includes('\u001b') ? 400 : 200);
    expect(short.startsWith(`a.csv, line 2: "${terminalText(cell.slice(0, 80))}`)).toBe(true);
    expect(short).toMatch(/… \(\d+ characters\) is not a number, expected 1 "or" 2\.$/);
    expect(() => encodeURIComponent(short)).not.toThrow();
  }
  const long = `"a" is not one of them: ${'b or '.repeat(100)}"c".`;
  expect(new UserError(long).message).toBe(long);
  const cause = new Error('why');
  expect(new UserError(`${'[1],'.repeat(1000)} is no id.`, { cause }).message).toMatch(
    /^[[\]1,]{100}… \(4000 .* is no id\.$/,
  );
  expect(new UserError('a', { cause }).cause).toBe(cause);
});
