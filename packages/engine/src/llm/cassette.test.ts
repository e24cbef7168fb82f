import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallHead } from '@itinera/run';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { Cassette, cassetteLine } from './cassette.js';
import { temporaryFolder } from './toy-people.fixture.js';
import { systemTime } from './wall-clock.js';

const hashOf = (n: number): string => createHash('sha256').update(`${n}`).digest('hex').slice(0, 32);

function head(more: Partial<CallHead>): CallHead {
  return {
    person: 1,
    sequence: 0,
    hash: hashOf(0),
    day: 0,
    t: 1,
    at: 0,
    model: 'm',
    source: 'provider',
    inputTokens: 1,
    outputTokens: 1,
    cost: null,
    milliseconds: 1,
    retries: 0,
    failed: false,
    ...more,
  };
}

const answer = (content: string) => ({ answer: { content, toolCalls: [], finishReason: 'stop' } });
const line = (more: Partial<CallHead>, content: string) => cassetteLine(head(more), '{"messages":[]}', answer(content));

function open(path: string, visit?: (head: CallHead) => void) {
  const warnings: string[] = [];
  const cassette = new Cassette(
    path,
    { mode: 'append', clock: systemTime, warn: (text) => warnings.push(text) },
    visit,
  );
  return { cassette, warnings };
}

const contentOf = (cassette: Cassette, person: number, sequence: number, hash: string): string | null | undefined => {
  const outcome = cassette.take(person, sequence, hash);
  return outcome && 'answer' in outcome ? outcome.answer.content : undefined;
};

describe('Cassette', () => {
  test('returns each call once, by person, sequence number and request', () => {
    const path = join(temporaryFolder(), 'calls.ndjson');
    writeFileSync(path, line({}, 'first') + line({ sequence: 1 }, 'second') + line({ person: 2 }, 'other'));
    const { cassette } = open(path);
    expect(contentOf(cassette, 1, 1, hashOf(0))).toBe('second');
    expect(contentOf(cassette, 1, 1, hashOf(0))).toBe('first');
    expect(contentOf(cassette, 1, 1, hashOf(0))).toBeUndefined();
    expect(contentOf(cassette, 2, 0, hashOf(1))).toBeUndefined();
    expect(cassette.left).toBe(1);
  });

  test('finds the same calls as a plain map', () => {
    const call = fc.record({ person: fc.integer({ min: 0, max: 3 }), prompt: fc.integer({ min: 0, max: 4 }) });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        const path = join(temporaryFolder(), 'calls.ndjson');
        const counters = new Map<number, number>();
        const placed = calls.map(({ person, prompt }, i) => {
          const sequence = counters.get(person) ?? 0;
          counters.set(person, sequence + 1);
          return { person, sequence, hash: hashOf(prompt), content: `${i}` };
        });
        writeFileSync(path, placed.map(({ content, ...more }) => line(more, content)).join(''));
        const { cassette } = open(path);
        for (const { person, sequence, hash, content } of placed) {
          expect(contentOf(cassette, person, sequence, hash)).toBe(content);
          expect(cassette.hashAt(person, sequence)).toBe(hash);
        }
        expect(cassette.left).toBe(0);
        cassette.close();
      }),
      { numRuns: 40 },
    );
  });

  test('removes an incomplete last line, wherever it was cut, and continues', () => {
    const path = join(temporaryFolder(), 'calls.ndjson');
    const whole = line({}, 'kept');
    const torn = line({ sequence: 1 }, 'tørn');
    for (let bytes = 1; bytes < Buffer.byteLength(torn) - 1; bytes += 7) {
      writeFileSync(path, whole);
      appendFileSync(path, torn);
      truncateSync(path, Buffer.byteLength(whole) + bytes);
      const { cassette, warnings } = open(path);
      cassette.append(line({ sequence: 1 }, 'again'));
      cassette.close();
      expect(warnings).toEqual([]);
      expect(readFileSync(path, 'utf8')).toBe(whole + line({ sequence: 1 }, 'again'));
    }
  });

  test('reads lines that git or an editor has changed around the calls, warns, and continues the file', () => {
    const path = join(temporaryFolder(), 'calls.ndjson');
    const lines = [line({}, 'first'), line({ sequence: 1 }, 'second\r\n'), line({ sequence: 2 }, 'third')];
    const changed: [string, string, number][] = [
      ['CRLF', lines.join('').replaceAll('\n', '\r\n'), 3],
      ['a byte order mark', `\ufeff${lines.join('')}`, 1],
      ['spaces and empty lines', `  ${lines.join('\t \n\n\r\n ')}`, 3],
      ['no last newline', lines.join('').slice(0, -1), 0],
      ['CRLF without the last', lines.join('').replaceAll('\n', '\r\n').slice(0, -2), 2],
      ['half a CRLF', lines.join('').replaceAll('\n', '\r\n').slice(0, -1), 3],
    ];
    for (const [how, text, repaired] of changed) {
      writeFileSync(path, text);
      const { cassette, warnings } = open(path);
      expect(warnings, how).toEqual(
        repaired === 0 ? [] : [expect.stringContaining(`: ${repaired} lines have changed line endings`)],
      );
      for (const [sequence, content] of ['first', 'second\r\n', 'third'].entries())
        expect(contentOf(cassette, 1, sequence, hashOf(0)), how).toBe(content);
      cassette.append(line({ sequence: 3 }, 'fourth'));
      cassette.close();
      const again = open(path);
      expect(contentOf(again.cassette, 1, 3, hashOf(0)), how).toBe('fourth');
      expect(again.cassette.left).toBe(3);
      again.cassette.close();
    }
  });

  test('reads lines that another program has rewritten, with spaces and in another order', () => {
    const path = join(temporaryFolder(), 'calls.ndjson');
    const call = JSON.parse(line({}, 'kept'));
    const spaced = JSON.stringify(call).replaceAll(/":/g, '": ').replaceAll(/,"/g, ', "');
    const turned = JSON.stringify(Object.fromEntries(Object.entries({ ...call, sequence: 1 }).reverse()));
    writeFileSync(path, `${spaced}\n${turned}\n`);
    const { cassette, warnings } = open(path);
    expect(warnings).toEqual([]);
    expect(cassette.requestAt(1, 0)).toBe('{"messages":[]}');
    expect(contentOf(cassette, 1, 0, hashOf(0))).toBe('kept');
    expect(contentOf(cassette, 1, 1, hashOf(0))).toBe('kept');
  });

  test('skips damaged lines and warns', () => {
    const path = join(temporaryFolder(), 'calls.ndjson');
    const bad = ['\0\0\0\0', '{"person":1}', '[]', 'null', `{"person":1,"sequence":-1,"request":{}}`];
    writeFileSync(path, `${line({}, 'a')}${bad.join('\n')}\n${line({ sequence: 1 }, 'b')}`);
    const { cassette, warnings } = open(path);
    expect(contentOf(cassette, 1, 0, hashOf(0))).toBe('a');
    expect(contentOf(cassette, 1, 1, hashOf(0))).toBe('b');
    expect(warnings).toEqual([expect.stringMatching(/5 damaged lines/)]);
  });

  slowTest('preserves any text, even in lines longer than a block', () => {
    const path = join(temporaryFolder(), 'calls.ndjson');
    const texts = ['\u001b[2J<script>\n","request":{"}', '\0', 'x'.repeat(20 * 2 ** 20), '好'];
    const { cassette } = open(path);
    for (const [sequence, text] of texts.entries()) cassette.append(line({ sequence }, text));
    cassette.close();
    const again = open(path).cassette;
    for (const [sequence, text] of texts.entries()) {
      expect(contentOf(again, 1, sequence, hashOf(0)) === text).toBe(true);
    }
  });

  test('reports the figures of all calls when it is opened', () => {
    const path = join(temporaryFolder(), 'calls.ndjson');
    writeFileSync(path, line({ cost: 0.5 }, 'a') + line({ sequence: 1, retries: 2, failed: true }, 'b'));
    const heads: CallHead[] = [];
    open(path, (each) => heads.push(each));
    expect(heads).toEqual([head({ cost: 0.5 }), head({ sequence: 1, retries: 2, failed: true })]);
  });

  test('names the file that cannot be opened', () => {
    const path = join(temporaryFolder(), 'none', 'calls.ndjson');
    expect(() => open(path)).toThrow(`${path} cannot be opened (ENOENT).`);
  });
});
