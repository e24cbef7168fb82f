import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../base/src/any-character.fixture.js';
import { slowTest } from '../../../base/src/slow.fixture.js';
import type { CallHead } from './call-head.js';
import { CallIndex } from './call-index.js';
import { readCall } from './read-call.js';
import { indexOfBytes } from './read-call-head.js';
import { scanCalls } from './scan-calls.js';

const encode = (text: string) => new TextEncoder().encode(text);
const anyHead = fc.record({
  person: fc.integer({ min: 0, max: 3 }),
  sequence: fc.nat(4),
  model: fc.constantFrom('a', 'b', 'ü'),
  t: fc.constantFrom(1, 901),
  failed: fc.boolean(),
  cost: fc.option(fc.constantFrom(0.25, 0.5)),
});

function headOf(own: Partial<CallHead>): CallHead {
  const { person = 1, sequence = 0, t = 1, model = 'm', cost = null, failed = false } = own;
  return {
    person,
    sequence,
    hash: '0'.repeat(32),
    day: 0,
    t,
    at: 0,
    model,
    source: 'provider',
    inputTokens: 10,
    outputTokens: 5,
    cost,
    milliseconds: 12,
    retries: 0,
    failed,
  };
}
const lineOf = (head: CallHead, text = 'Where to?') =>
  `${JSON.stringify(head).slice(0, -1)},"request":{"messages":[{"role":"user","content":${JSON.stringify(text)}}]},"answer":{"content":"home","toolCalls":[],"finishReason":"stop"}}\n`;

slowTest('calls in bytes, as in a browser, are found by person and read one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyHead, fc.string({ unit: anyCharacter, maxLength: 20 }))), (calls) => {
      const heads = calls.map(([head]) => headOf(head));
      const bytes = encode(heads.map((head, i) => lineOf(head, calls[i]![1])).join(''));
      const index = CallIndex.of(bytes);
      const byPerson = (person: number | null) =>
        heads
          .map((head, number) => ({ ...head, number }))
          .filter((head) => person === null || head.person === person)
          .sort((a, b) => a.person - b.person || a.sequence - b.sequence || a.number - b.number)
          .map(({ number }) => number);
      for (const person of [null, 0, 1, 2, 3, 9]) expect([...index.numbers(person)]).toEqual(byPerson(person));
      heads.forEach((head, number) => {
        const { offset, length, ...found } = index.at(number)!;
        expect(head).toMatchObject(found);
        const call = readCall(bytes.subarray(offset, offset + length))!;
        expect(call.head).toEqual(head);
        expect(call.request).toEqual({ messages: [{ role: 'user', content: calls[number]![1] }] });
        expect(call.outcome).toEqual({ answer: { content: 'home', toolCalls: [], finishReason: 'stop' } });
      });
      expect(index.at(heads.length)).toBeNull();
      expect(index.size).toBe(heads.length);
      expect(index.totals).toMatchObject({
        calls: heads.length,
        failed: heads.filter(({ failed }) => failed).length,
        cost: heads.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
        unpriced: heads.filter(({ cost }) => cost === null).length,
        inputTokens: 10 * heads.length,
        outputTokens: 5 * heads.length,
      });
    }),
    { numRuns: 60 },
  );
});

test('damaged lines are counted, and an incomplete last line is left for later', () => {
  const [one, two] = [lineOf(headOf({})), lineOf(headOf({ person: 2 }))];
  const bytes = encode(`${one}{"person":\n\n${two}${one.slice(0, -20)}`);
  const found: number[] = [];
  const { end, damaged } = scanCalls(bytes, ({ person }) => found.push(person));
  expect(found).toEqual([1, 2]);
  expect(damaged).toBe(1);
  expect(new TextDecoder().decode(bytes.subarray(end))).toBe(one.slice(0, -20));
  expect(readCall(encode(one.slice(0, -20)))).toBeNull();
});

test('the first occurrence of a byte sequence is found, as by Node', () => {
  const few = fc.uint8Array({ max: 2, maxLength: 30 });
  fc.assert(
    fc.property(few, fc.uint8Array({ max: 2, minLength: 1, maxLength: 4 }), fc.nat(30), (bytes, piece, from) => {
      expect(indexOfBytes(bytes, piece, from)).toBe(Buffer.from(bytes).indexOf(piece, from));
    }),
  );
});

test('a one-megabyte model name is read like any other', () => {
  const models = ['m'.repeat(2 ** 20), 'm'];
  expect(CallIndex.of(encode(models.map((model) => lineOf(headOf({ model }))).join(''))).models).toEqual(models);
});

slowTest('a line with half a million names or empty objects is skipped as damaged, and its calls are not shown', () => {
  const names = Array.from({ length: 500_000 }, (_, i) => `"k${i}":1`).join();
  for (const costly of [`{${names}}`, `[{}${',{}'.repeat(500_000)}]`]) {
    const rewritten = `{"request":${costly},"answer":{},"person":1}\n`;
    const seen: CallHead[] = [];
    expect(scanCalls(encode(`${rewritten}${lineOf(headOf({}))}`), (head) => seen.push(head)).damaged).toBe(1);
    expect(seen).toHaveLength(1);
    const usual = lineOf(headOf({})).replace(/"request":\{.*\}\]\}/, () => `"request":${costly}`);
    expect(readCall(encode(usual.trim()))).toBe(null);
  }
});
