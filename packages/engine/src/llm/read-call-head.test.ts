import { type CallHead, readCallHead } from '@itinera/run';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../base/src/any-character.fixture.js';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { cassetteLine } from './cassette.js';

const whole = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.integer());
const figure = fc.oneof(
  whole,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: 0, max: 1e-4 }),
);
const anyHead: fc.Arbitrary<CallHead> = fc.record(
  {
    person: whole,
    sequence: fc.nat(),
    hash: fc.stringMatching(/^[0-9a-f]{32}$/),
    day: fc.nat({ max: 9 }),
    t: fc.nat({ max: 86_400 }),
    at: figure,
    model: fc.oneof(
      fc.constantFrom('m', 'deepseek/deepseek-chat', ''),
      fc.string({ unit: anyCharacter, maxLength: 12 }),
    ),
    source: fc.constantFrom('provider', 'cache', 'replay', 'agent', 'unfinished'),
    inputTokens: whole,
    outputTokens: figure,
    cost: fc.oneof(fc.constant(null), figure),
    milliseconds: figure,
    retries: fc.nat(),
    failed: fc.boolean(),
  },
  { noNullPrototype: true },
);
const anyRequest = fc.constantFrom('{}', '{"messages":[{"role":"user","content":",\\"request\\":"}]}');
const error = { error: { reason: 'timeout', message: '' } } as const;

function read(line: string | Buffer): CallHead | null {
  const bytes = Buffer.concat([Buffer.from('}\n'), Buffer.from(line)]);
  return readCallHead(bytes, 2, bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length);
}

/** Parses the figures as JSON; undefined if that fails. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(`${line.toString('utf8', 0, line.indexOf(',"request":'))}}`);
  } catch {
    return undefined;
  }
}

describe('readCallHead', () => {
  test('reads back any figures', () => {
    fc.assert(
      fc.property(anyHead, anyRequest, (head, request) => {
        const written = JSON.parse(JSON.stringify(head));
        expect(read(cassetteLine(head, request, error))).toEqual(written);
        const { hash, ...others } = head;
        expect(read(cassetteLine({ hash, ...others }, request, error))).toEqual(written);
      }),
      { numRuns: 1000 },
    );
  });

  slowTest('reads a line with one changed byte as JSON would, or reports it as damaged', () => {
    const bytes = fc.record({
      head: anyHead,
      at: fc.nat(),
      byte: fc.oneof(fc.nat(255), fc.constantFrom(48, 46, 34, 92)),
    });
    fc.assert(
      fc.property(bytes, ({ head, at, byte }) => {
        const line = Buffer.from(cassetteLine(head, '{}', error)).subarray(0, -1);
        line[at % line.indexOf(',"request":')] = byte;
        const found = read(line);
        if (found) expect(found).toEqual(parsed(line));
        else if (parsed(line) !== undefined) expect(parsed(line)).not.toEqual(JSON.parse(JSON.stringify(head)));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['a number with a leading zero', '"t":1', '"t":01'],
    ['a number without digits', '"t":1', '"t":'],
    ['a number that ends in a decimal point', '"t":1', '"t":1.'],
    ['a text in place of a number', '"retries":0', '"retries":"0"'],
    ['a hash in capitals', '"hash":"a', '"hash":"A'],
    ['another source', '"source":"provider"', '"source":"nobody"'],
    ['half a request', '"sequence":3', '"sequence":3.5'],
    ['an invalid end', '"failed":false', '"failed":falsy'],
  ])('refuses %s', (_, from, to) => {
    const hash = 'a'.repeat(32);
    const line = `{"person":1,"sequence":3,"hash":"${hash}","day":0,"t":1,"at":0,"model":"m","source":"provider","inputTokens":1,"outputTokens":1,"cost":null,"milliseconds":1,"retries":0,"failed":false,"request":{},"answer":{}}`;
    expect(read(line)).toMatchObject({ person: 1, sequence: 3, hash, cost: null, failed: false });
    expect(line).toContain(from);
    expect(read(line.replace(from, to))).toBeNull();
  });
});
