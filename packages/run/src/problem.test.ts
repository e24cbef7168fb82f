import { expect, test } from 'vitest';
import { parseProblems } from './problem.js';

const line = '{"person":1,"day":0,"t":900,"kind":"step failed","message":"x"}';

test('empty lines are skipped but counted, with any ending', () => {
  expect(parseProblems(`\n\n${line}\n \n${line}`)).toHaveLength(2);
  expect(parseProblems('\n'.repeat(3_000_000))).toEqual([]);
  expect(() => parseProblems(`${line}\n\n{"person":true}\n`, 'a')).toThrow('a:3: ');
});
