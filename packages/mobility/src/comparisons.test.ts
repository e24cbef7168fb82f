import { expect, test } from 'vitest';
import * as mobility from './index.js';

const functions = new Map<string, unknown>(Object.entries(mobility));

test.each(Object.entries(mobility.comparisons))('%s is a public function whose numbers are described', (name, meta) => {
  expect(functions.get(name)).toBeTypeOf('function');
  expect(meta.range[0]).toBeLessThan(meta.range[1]);
  expect(meta.source).not.toBe('');
  expect(Number.isInteger(meta.digits)).toBe(true);
});
