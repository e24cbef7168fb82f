import { Writable } from 'node:stream';
import { terminalText } from '@itinera/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canRedraw, draw, escapeAndCutLines, guard, hasStyles, writeHeadline } from './terminal.js';

test('untrusted text cannot move the cursor or reverse text, and JSON stays valid', () => {
  const foreign = 'a\u001b]0;title\u0007\u009b2J\u202egnp.exe\r\u2028\ufeff';
  expect(terminalText(foreign)).toBe('a\\u001b]0;title\\u0007\\u009b2J\\u202egnp.exe\\u000d\\u2028\\ufeff');
  fc.assert(
    fc.property(
      fc.array(fc.integer({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
      (text) => {
        expect(JSON.parse(terminalText(JSON.stringify({ text }, null, 2)))).toEqual({ text });
      },
    ),
  );
});

test('text in any script, tabs and newlines are unchanged', () => {
  const words = 'Zürich 北京\tעברית\nمرحبا 👨‍👩‍👧';
  expect(escapeAndCutLines(words)).toBe(words);
});

test('long lines are cut and show their length', () => {
  expect(escapeAndCutLines(`short\n${'x'.repeat(500_000)}\nshort`)).toBe(
    `short\n${'x'.repeat(2000)}… (500000 characters)\nshort`,
  );
});

test('all writes to a stream are cleaned, except control characters of the program', () => {
  const { stream, written } = recorder();
  guard(stream, terminalText);
  stream.write('\u001b[31mred\n');
  draw(stream, '\r\u001b[K');
  const bytes = Buffer.from('é\u001b[31m');
  for (const piece of [bytes.subarray(0, 1), bytes.subarray(1)]) stream.write(piece);
  expect(written.join('')).toBe('\\u001b[31mred\n\r\u001b[Ké\\u001b[31m');
});

const terminal = { isTTY: true };
const pipe = { isTTY: false };

test.each([
  ['a terminal', terminal, {}, true],
  ['a pipe', pipe, {}, false],
  ['a dumb terminal', terminal, { TERM: 'dumb' }, false],
  ['NO_COLOR', terminal, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
  ['FORCE_COLOR on a pipe', pipe, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false],
  ['FORCE_COLOR before NO_COLOR', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('bold text: %s', (_, stream, env, expected) => {
  expect(hasStyles(stream, env)).toBe(expected);
});

test('lines are redrawn only on terminals that can move the cursor, whatever the colour settings', () => {
  expect(canRedraw(terminal, { NO_COLOR: '1' })).toBe(true);
  expect(canRedraw(terminal, { TERM: 'dumb' })).toBe(false);
  expect(canRedraw(pipe, { FORCE_COLOR: '1' })).toBe(false);
});

test('a headline is bold on a terminal, plain elsewhere, and cleaned', () => {
  for (const [isTTY, expected] of [
    [true, '\n\u001b[1ma\\u001b[5mb: 3\u001b[22m\n'],
    [false, '\na\\u001b[5mb: 3\n'],
  ] as const) {
    const { stream, written } = recorder();
    guard(stream, terminalText);
    writeHeadline(['a\u001b[5mb: 3'], Object.assign(stream, { isTTY }), {});
    expect(written).toEqual([expected]);
  }
});

/** A stream that records writes. */
function recorder() {
  const written: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { stream, written };
}
