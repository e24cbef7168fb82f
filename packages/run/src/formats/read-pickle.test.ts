import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { Parser } from 'pickleparser';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { goldenBytes, goldenJson, spellArrays, untag } from './golden.fixture.js';
import { readPickle } from './read-pickle.js';

interface Case {
  readonly file: string;
  readonly kind: 'good' | 'damaged' | 'malicious' | 'bomb' | 'trailing_bytes' | 'not_results';
  readonly value: unknown;
}

const { cases } = goldenJson<{ cases: Case[] }>('pickles/index.json');
const ofKind = (...kinds: Case['kind'][]) => cases.filter(({ kind }) => kinds.includes(kind));

describe('readPickle', () => {
  test.each(ofKind('good'))('reads $file', ({ file, value }) => {
    expect(spellArrays(readPickle(goldenBytes(`pickles/${file}`)))).toEqual(untag(value));
  });

  test.each(ofKind('damaged', 'malicious', 'bomb'))('rejects $file', ({ file }) => {
    const read = () => readPickle(goldenBytes(`pickles/${file}`), file);
    // A memo kept by number makes a large number harmless: the file is an empty dictionary.
    if (file === 'bomb_memo_index.pkl') expect(read()).toEqual({});
    else expect(read).toThrow(UserError);
  });

  test.each(ofKind('trailing_bytes', 'not_results'))('reads $file up to its end', ({ file }) => {
    expect(readPickle(goldenBytes(`pickles/${file}`))).not.toBeUndefined();
  });

  test('prints names as harmless text', () => {
    const bytes = new TextEncoder().encode(`c\u001b[2J${'x'.repeat(200)}\nf\n.`);
    expect(() => readPickle(bytes)).toThrow(/^pickle: it refers to \?\[2Jx{76}…, which is not data/);
  });

  test('errors name the rejected part', () => {
    const message = (file: string) => {
      try {
        return readPickle(goldenBytes(`pickles/${file}`), file);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(message('evil_os_system_p4.pkl')).toMatch(
      /^evil_os_system_p4.pkl: it refers to posix.system.*Nothing was executed/,
    );
    expect(message('evil_numpy_dotted_name.pkl')).toContain('numpy.core.multiarray.');
    expect(message('bomb_array_shape.pkl')).toMatch(/needs \d+ bytes, but has 8/);
    expect(message('bomb_shared_doubling.pkl')).toContain('expands to more than');
    expect(message('bomb_self_reference.pkl')).toContain('contains itself');
    expect(message('bomb_deep_nesting.pkl')).toContain('nested more than 500 levels deep');
  });

  slowTest.each([
    ['a set', 'c__builtin__\nset\n'],
    ['a dictionary', 'ccollections\ndefaultdict\n'],
    ['a path', 'cpathlib\nPosixPath\n'],
  ])('rejects %s that is built repeatedly from one large value', (_, name) => {
    const latin1 = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
    const numbers = Array.from({ length: 30_000 }, (_, i) => [0x4d, i & 255, i >> 8]).flat();
    const large = name.includes('Path')
      ? [0x58, 0x30, 0x75, 0, 0, ...new Array(30_000).fill(97)]
      : [0x5d, 0x28, ...numbers, 0x65];
    const calls = Array.from({ length: 5000 }, () => [0x68, 1, 0x68, 0, 0x85, 0x52, 0x30]).flat();
    const head = [...large, 0x71, 0, 0x30, ...latin1(name), 0x71, 1, 0x30];
    expect(() => readPickle(Uint8Array.from([...head, ...calls, 0x4e, 0x2e]))).toThrow(/more values than its size/);
  });

  test('rejects a list of empty dictionaries that would take 500 times the size of the file', () => {
    const listOf = (count: number) => Buffer.from(`\x80\x04](${'}'.repeat(count)}e.`, 'latin1');
    expect(readPickle(listOf(1000))).toHaveLength(1000);
    expect(() => readPickle(listOf(400_000))).toThrow('unpacks to more than 200 times its size');
  });

  test('agrees with an independent reader on plain values', () => {
    for (const file of ['no_metadata.pkl', 'list.pkl', 'bytearray_and_shared_p5.pkl']) {
      const bytes = goldenBytes(`pickles/${file}`);
      expect(JSON.stringify(readPickle(bytes))).toBe(JSON.stringify(new Parser().parse(bytes)));
    }
  });

  test('copies bytes out of the file, so that its buffer may be reused', () => {
    const file = Buffer.from([0x80, 3, 0x43, 2, 7, 8, 0x2e]);
    const read = readPickle(file);
    file.fill(0);
    expect(read).toEqual(new Uint8Array([7, 8]));
  });

  test('treats a key called __proto__ as an ordinary key', () => {
    const bytes = new TextEncoder().encode("(dS'__proto__'\n(dS'a'\nI1\nss.");
    const read = readPickle(bytes) as object;
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect('a' in read).toBe(false);
  });

  slowTest('a changed byte causes at most an error message', () => {
    const sound = ['numpy_inside_p5', 'basics_p2', 'runner_daily_p4'].map((file) => goldenBytes(`pickles/${file}.pkl`));
    const edits = fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...sound), edits, (original, changes) => {
        const bytes = original.slice();
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        try {
          readPickle(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
