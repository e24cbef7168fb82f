import { Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw, guard, tame, tameLines } from './terminal.js';

test('nothing foreign moves a cursor or turns a text around, and JSON stays JSON', () => {
  const foreign = 'a\u001b]0;title\u0007\u009b2J\u202egnp.exe\r\u2028\ufeff';
  expect(tame(foreign)).toBe('a\\u001b]0;title\\u0007\\u009b2J\\u202egnp.exe\\u000d\\u2028\\ufeff');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(tame(JSON.stringify({ text }, null, 2)))).toEqual({ text });
    }),
  );
});

test('words in any script, tabs and lines stay as they are', () => {
  const words = 'Zürich 北京\tעברית\nمرحبا 👨‍👩‍👧';
  expect(tameLines(words)).toBe(words);
});

test('lines without end are cut, with how long they were', () => {
  expect(tameLines(`short\n${'x'.repeat(500_000)}\nshort`)).toBe(
    `short\n${'x'.repeat(2000)}… (500000 characters)\nshort`,
  );
});

test('all that a stream is given goes through it, but for what the program itself draws', () => {
  const written: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  guard(stream, tame);
  stream.write('\u001b[31mred\n');
  draw(stream, '\r\u001b[K');
  expect(written).toEqual(['\\u001b[31mred\n', '\r\u001b[K']);
});
