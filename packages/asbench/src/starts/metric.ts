/** A metric and a test of it: for the clone's package of metrics in TypeScript, elsewhere without any dependency. */
export function metricStart(functionName: string, inClone: boolean): string {
  const meta = `{
  takes: 'samples',
  unit: '',
  range: [0, Infinity],
  better: 'lower',
  digits: 4,
  source: 'where it is defined: authors (year), title, doi',
}`;
  const docs = `/**
 * How far the means of two samples are apart. Write here what it is, then how it is computed.
 *
${inClone ? ' * @param a, b numbers in the same unit\n' : ' * @param {ArrayLike<number>} a numbers\n * @param {ArrayLike<number>} b numbers in the same unit\n'} * @returns${inClone ? '' : ' {number}'} 0 for equal means, lower is better; NaN when a sample is empty
 */`;
  const head = inClone ? `import type { Metric } from './meta.js';\n\n` : '';
  const given = inClone ? 'a: ArrayLike<number>, b: ArrayLike<number>): number' : 'a, b)';
  const mean = inClone ? 'values: ArrayLike<number>): number' : 'values)';
  return `${head}${functionName}.meta = ${meta}${inClone ? " satisfies Metric['meta']" : ''};

${docs}
export function ${functionName}(${given} {
  return Math.abs(mean(a) - mean(b));
}

function mean(${mean} {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}
`;
}

export function metricTest(stem: string, functionName: string, inClone: boolean): string {
  const head = inClone
    ? `import { expect, test } from 'vitest';\nimport { ${functionName} } from './${stem}.js';\n\nconst equal = (got: number, expected: number) => expect(got).toBe(expected);`
    : `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${functionName} } from './${stem}.mjs';\n\n// node --test ${stem}.test.mjs\nconst equal = assert.equal;`;
  return `${head}

test('as by hand: means of 2 and 5 are 3 apart', () => {
  equal(${functionName}([1, 2, 3], [5, 5]), 3);
});

test('a sample is no distance from itself, and nothing from nothing is not a number', () => {
  equal(${functionName}([4, 7], [7, 4]), 0);
  equal(Number.isNaN(${functionName}([], [1])), true);
});
`;
}
