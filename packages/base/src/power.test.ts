import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { power } from './power.js';
import { Random } from './random.js';

const isOlder = Number(process.versions.node.split('.')[0]) < 24;

/** Bases of many sizes with exponents of either sign, most of whose powers are finite. */
function* arguments_(count: number): Generator<readonly [number, number]> {
  const random = new Random(1);
  const draws = [
    () => [random.between(0, 1), random.between(-3, 3)] as const,
    () => [random.between(0, 1e5), random.between(-3, 3)] as const,
    () => [random.between(-50, 50), random.integer(101) - 50] as const,
    () => [10, random.integer(640) - 325] as const,
    () => [1 + random.between(-1e-6, 1e-6), random.between(-1e9, 1e9)] as const,
    () => [Math.exp(random.between(-745, 709)), random.between(-1.2, 1.2)] as const,
  ];
  for (let i = 0; i < count; i++) yield draws[i % draws.length]!();
}

test('a power has the same bits on every version of Node, those of Node 20', () => {
  const pairs = [...arguments_(120_000)];
  const powers = Float64Array.from(pairs, ([base, exponent]) => power(base, exponent));
  expect(createHash('sha256').update(powers).digest('hex').slice(0, 16)).toBe('c2f7a724d7b56142');
  if (isOlder) expect(powers).toEqual(Float64Array.from(pairs, ([base, exponent]) => base ** exponent));
});

test('a power is within two units in the last place of **, whatever the numbers', () => {
  const number = fc.oneof(fc.double(), fc.double({ min: -20, max: 20 }), fc.integer({ min: -30, max: 30 }));
  fc.assert(
    fc.property(number, number, (base, exponent) => {
      const expected = base ** exponent;
      const found = power(base, exponent);
      // Units of the least normal number, below it.
      const unit = Math.max(Math.abs(expected) * 2 ** -52, Number.MIN_VALUE);
      return Number.isFinite(expected) && expected !== 0
        ? Math.abs(found - expected) <= 2 * unit
        : Object.is(found, expected);
    }),
    { numRuns: 20_000 },
  );
});

test('powers that the language defines are exact', () => {
  const special = [0, -0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1.5, NaN, Infinity, -Infinity, 2 ** 53];
  for (const base of special)
    for (const exponent of special)
      if (!Number.isFinite(base * exponent) || base === 0 || [0, 1, 2].includes(exponent))
        expect(power(base, exponent)).toBe(base ** exponent);
  expect(power(-8, 3)).toBe(-512);
  expect(power(2, 1024)).toBe(Infinity);
  expect(power(2, -1074)).toBe(Number.MIN_VALUE);
  expect(power(2, -1076)).toBe(0);
  expect(power(-2, 0.5)).toBeNaN();
});
