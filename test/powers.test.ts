import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';

const packages = join(import.meta.dirname, '..', 'packages');

/** Powers of 2 whose exponents are always integers, by file, as a path from the packages. */
const INTEGER_EXPONENTS: Readonly<Record<string, readonly string[]>> = {
  'base/src/guard.ts': ['2 ** (NAME_BITS - 3)'],
  'engine/src/llm/back-off.ts': ['2 ** (failures - 1)'],
  'metrics/src/geobleu/correctly-rounded-exp.ts': ['2 ** -HALVINGS', '2 ** k', '2 ** (1074 + k)'],
  'metrics/src/geobleu/kind-numbers.ts': ['2 ** Math.ceil(Math.log2(4 * points))'],
  'metrics/src/wilcoxon.ts': ['2 ** n'],
  'mobility/src/models/pull-tree.ts': ['2 ** MORTON_BITS'],
  'mobility/src/models/radiation.ts': ['2 ** k'],
  'mobility/src/person/daily-motifs.ts': ['2 ** (MAX_PLACES * MAX_PLACES)', '2 ** HALF'],
  'mobility/src/person/suffix-automaton.ts': ['2 ** Math.ceil(Math.log2(6 * n + 8))'],
  'mobility/src/place/cells.ts': ['2 ** zoom'],
  'mobility/src/read/time-of-day.ts': ['2 ** HOURS'],
  'run/src/formats/nd-array.ts': ['2 ** (exponent - 25)'],
  'runner/src/hub/hub.ts': ['2 ** attempt'],
  'tables/src/parquet/check-page.ts': ['2 ** shift'],
  'tables/src/parquet/check-thrift.ts': ['2 ** (7 * i)'],
  'tables/src/unpack/snappy.ts': ['2 ** (8 * i)', '2 ** bits'],
  'tables/src/unpack/zstd.ts': ['2 ** (10 + exponent)', '2 ** (8 * i)'],
  'viewer/src/app/player/hexagons.ts': ['2 ** Math.round(2 * Math.log2(PIXELS / scale))'],
  'viewer/src/app/source.ts': ['2 ** failures'],
};

/** TypeScript that is published, as paths from the packages; the function itself is the remedy. */
const sources = () =>
  readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => `${name}/src/${file.replaceAll('\\', '/')}`)
      .filter((file) => /(?<!\.(?:test|fixture|d))\.tsx?$/.test(file) && file !== 'base/src/power.ts'),
  );

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isSyntax = (value: unknown): value is Syntax => typeof (value as Syntax | null)?.type === 'string';

function* within(node: Syntax): Generator<Syntax> {
  yield node;
  for (const child of Object.values(node).flat()) if (isSyntax(child)) yield* within(child);
}

/** An integer as it is written, with or without a sign. */
const isInteger = ({ type, value, operator, argument }: Syntax): boolean =>
  type === 'UnaryExpression' ? operator === '-' && isInteger(argument as Syntax) : Number.isInteger(value);

/** Whether the last bits depend on the version of Node: all but of squares, and of 2 to the power of an integer. */
function isUnsafe(node: Syntax): boolean {
  if (node.type === 'Identifier') return node.name === 'pow';
  if (node.type === 'Literal') return node.value === 'pow';
  if (node.operator !== '**' && node.operator !== '**=') return false;
  const [base, exponent] = [node.left, node.right] as [Syntax, Syntax];
  return exponent.value !== 2 && !(base.value === 2 && isInteger(exponent));
}

function unsafePowers(text: string, lang: 'ts' | 'tsx' = 'ts'): string[] {
  // Most files have no power, only the stars of comments.
  if (!/(?<![/*])\*\*(?![/*])|\bpow\b/.test(text)) return [];
  const found = [...within(parseAst(text, { lang }) as unknown as Syntax)].filter(isUnsafe);
  return found.map(({ start, end }) => text.slice(start, end));
}

const found = sources().flatMap((file) =>
  unsafePowers(readFileSync(join(packages, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map((power) => ({
    file,
    power,
  })),
);

test('no source has a power whose last bits depend on the version of Node', () => {
  const remedy =
    "Node 24 computes ** and Math.pow otherwise than Node 20, so the same seed would give other results: use `power` of '@itinera/base'. " +
    'x ** 2, and 2 ** an integer, are exact; add the latter to INTEGER_EXPONENTS if it is no literal.';
  expect(
    found.filter(({ file, power }) => !INTEGER_EXPONENTS[file]?.includes(power)),
    remedy,
  ).toEqual([]);
});

test('each exception is in its file', () => {
  const stale = Object.entries(INTEGER_EXPONENTS).flatMap(([file, powers]) =>
    powers.filter((power) => !found.some((one) => one.file === file && one.power === power)),
  );
  expect(stale).toEqual([]);
});

test.each([
  ['x ** 3', 'x ** 3'],
  ['x**3', 'x**3'],
  ['x **\n 3', 'x **\n 3'],
  ['x ** 0.5', 'x ** 0.5'],
  ['x ** 2.5', 'x ** 2.5'],
  ['x ** -2', 'x ** -2'],
  ['x ** y', 'x ** y'],
  ['12 ** n', '12 ** n'],
  ['2 ** 0.5', '2 ** 0.5'],
  ['2 ** exponent', '2 ** exponent'],
  ['2 ** (n / 2)', '2 ** (n / 2)'],
  ['(x! **= 3)', 'x! **= 3'],
  ['a ** 3 + b ** 2', 'a ** 3'],
  ['a ** 2 + b ** 3', 'b ** 3'],
  ['a ** n * 2 ** 4', 'a ** n'],
  ['x ** 0.5 / (n - 1) ** 2', 'x ** 0.5'],
  ['Math.pow(x, 2)', 'pow'],
  ["Math['pow'](x, 2)", "'pow'"],
])('the power in %s is found', (code, power) => {
  expect(unsafePowers(`const y = ${code};`)).toEqual([power]);
});

test('a function of powers that is taken from Math is found', () => {
  expect(unsafePowers('const { pow } = Math;')).toContain('pow');
  expect(unsafePowers('const { pow: toThe } = Math;')).toEqual(['pow']);
});

test.each([
  'x ** 2',
  'x**2',
  '2 ** 31',
  '2 ** -1022',
  '(a - b) ** 2 / 4',
  'y; // x ** 3',
  'y; /** x ** 3 */',
  "'x ** 3'",
])('the power in %s is exact, or none', (code) => {
  expect(unsafePowers(`const y = ${code};`)).toEqual([]);
});
