import { expect, test } from 'vitest';
import { isNumeric, parsePythonInteger, trimRight } from './python-text.js';

test('Python’s isnumeric accepts digits of any script, fractions, number signs and ideographs for numbers only', () => {
  for (const text of ['7', '007', '٣', '𝟗', '²', '½', 'Ⅷ', '五', '什', '仟', '仨', '廿', '㊉']) {
    expect(isNumeric(text), text).toBe(true);
  }
  for (const text of ['', '+7', '-7', '7.0', ' 7', '7\u0000', '1_0', 'a', '仁', '仝', '人', '\ufeff7']) {
    expect(isNumeric(text), text).toBe(false);
  }
});

test('int() accepts blanks around, a sign, single underscores, and digits of any script', () => {
  const taken: [string, number | bigint][] = [
    [' +7\t', 7],
    ['-07', -7],
    ['1_000', 1000],
    ['１२٣', 123],
    ['9'.repeat(20), BigInt('9'.repeat(20))],
  ];
  for (const [text, value] of taken) expect(parsePythonInteger(text), text).toEqual(value);
  for (const text of ['', '²', '五', '1__0', '_1', '1.0', '- 1', '\x1c7', '7\u200b', '9'.repeat(4301)]) {
    expect(() => parsePythonInteger(text), text).toThrow('ValueError');
  }
});

test('rstrip() removes all white space, but neither a byte-order mark nor NUL', () => {
  expect(trimRight('7 \t\r\n\v\f\x1c\x1f\x85\xa0\u2028\u3000')).toBe('7');
  expect(trimRight('7\ufeff')).toBe('7\ufeff');
  expect(trimRight('7\u0000')).toBe('7\u0000');
});
