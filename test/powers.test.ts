import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '..', 'packages');

/** TypeScript that is published, as paths from the packages; the function itself is the remedy. */
const sources = () =>
  readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => `${name}/src/${file.replaceAll('\\', '/')}`)
      .filter((file) => /(?<!\.(?:test|fixture))\.tsx?$/.test(file) && file !== 'base/src/power.ts'),
  );

/** A division within the parentheses of an exponent of 2: it is hardly an integer. */
const DIVISION = /2 \*\* \((?:[^()]|\((?:[^()]|\([^()]*\))*\))* \/ /;

/** Powers whose last bits depend on the version of Node: all but squares, and 2 to the power of an integer. */
function unsafePowers(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');
  const found = code.match(/Math\.pow\b.{0,40}|\S+ \*\*=? .{0,60}/g) ?? [];
  return found.filter((power) => {
    if (/ \*\* 2(?![\d.]| \*\*)/.test(power)) return false;
    return !/(?<![\w.)\]])2 \*\* (?!\d*\.\d)/.test(power) || DIVISION.test(power);
  });
}

test('no source has a power whose last bits depend on the version of Node', () => {
  const found = sources().flatMap((file) =>
    unsafePowers(readFileSync(join(packages, file), 'utf8')).map((power) => `${file}: ${power}`),
  );
  const remedy =
    "Node 24 computes ** and Math.pow otherwise than Node 20, so the same seed would give other results: use `power` of '@itinera/base'. " +
    'x ** 2, and 2 ** an integer, are exact.';
  expect(found, remedy).toEqual([]);
});

test('powers other than squares and those of two are found', () => {
  const unsafe = [
    'x ** 3',
    'x ** 0.5',
    'x ** 2.5',
    'Math.pow(x, 2)',
    'x ** y',
    '12 ** n',
    '2 ** 0.5',
    '2 ** (n / 2)',
    'x **= 3',
  ];
  for (const power of unsafe) expect(unsafePowers(`const y = ${power};`)).toHaveLength(1);
  for (const power of [
    'x ** 2',
    '2 ** 31',
    '2 ** -n',
    '(a - b) ** 2 / 4',
    '(2 ** (n - 1)) / 4',
    'y; // x ** 3',
    'y; /** x ** 3 */',
  ])
    expect(unsafePowers(`const y = ${power};`)).toEqual([]);
});
