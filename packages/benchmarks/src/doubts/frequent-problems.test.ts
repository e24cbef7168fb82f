import type { Problem } from '@itinera/run';
import { expect, test } from 'vitest';
import { describeProblems } from './frequent-problems.js';

test('problems that differ only in numbers are one, with their number, the most frequent first', () => {
  const problem = (person: number, message: string) =>
    ({ person, day: 0, t: 28_801, kind: 'threw', message }) as Problem;
  const same = Array.from({ length: 156 }, (_, i) => problem(i, `KeyError: ${500000000 + i} (agent.py:12)`));
  const other = problem(3, 'KeyError: 500000001 (agent.py:40)');
  const lines = describeProblems([[other], same]);
  expect(lines).toEqual([
    'person 0, day 0, 08:00:01: threw: KeyError: 500000000 (agent.py:12) (156 times)',
    'person 3, day 0, 08:00:01: threw: KeyError: 500000001 (agent.py:40)',
  ]);
});
