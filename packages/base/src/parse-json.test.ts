import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './parse-json.js';
import { slowTest } from './slow.fixture.js';
import { UserError } from './user-error.js';

test('JSON is read unchanged, including the bare numbers that Python writes', () => {
  expect(parseJson('{"a": [NaN, -Infinity, Infinity, 1], "b": "NaN, -Infinity"}', 'x')).toEqual({
    a: [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1],
    b: 'NaN, -Infinity',
  });
  expect(parseJson('{"a\\"NaN": NaN}', 'x')).toEqual({ 'a"NaN': Number.NaN });
});

test('invalid JSON is rejected with the file name and never crashes the program', () => {
  for (const text of ['', '\n'])
    expect(() => parseJson(text, 'file.json')).toThrow('file.json is empty. Expected JSON.');
  for (const text of ['{', 'NaNx', '-NaN', '"', '"\\', '[1,]', 'nul', '{"a": Infinityy}'])
    expect(() => parseJson(text, 'file.json')).toThrow(/^file\.json is not valid JSON/);
});

test('any value is read back, and any text is either read or rejected with a message', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(parseJson(text, 'x'))).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\NaInfity-1 \n') }), (text) => {
      try {
        parseJson(text, 'x');
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
      }
    }),
  );
});

test.each([
  ['quotes after backslashes', `["${'\\"'.repeat(450_000)}`, /not valid JSON/],
  ['an open string of many quotes', '\\"'.repeat(450_000), /not valid JSON/],
  ['10,000 levels', '['.repeat(10_000), /nested more than 500 levels deep/],
  ['10,000 closed levels', '['.repeat(10_000) + ']'.repeat(10_000), /nested more than 500 levels deep/],
])('%s are rejected at once', (_, text, message) => {
  expect(() => parseJson(text, 'x')).toThrow(message);
});

slowTest('a million different names are rejected, and as many equal ones or numbers are read', () => {
  const objectOf = (name: (i: number) => string) =>
    `{"prompt": "a:b", "all": {${Array.from({ length: 400_000 }, (_, i) => `"${name(i)}" :1`).join()}}}`;
  expect(() =>
    parseJson(
      objectOf((i) => `k${i}`),
      'x',
    ),
  ).toThrow('x has more than 300000 different field names');
  expect(
    parseJson(
      objectOf((i) => `${i}`),
      'x',
    ),
  ).toMatchObject({ all: { 399999: 1 } });
  expect(
    parseJson(
      objectOf((i) => `k${i % 1000}`),
      'x',
    ),
  ).toMatchObject({ all: { k999: 1 } });
});

test('a string of 10 MB is read', () => {
  expect(parseJson(`["${'a'.repeat(10_000_000)}", NaN]`, 'x')).toHaveLength(2);
});
