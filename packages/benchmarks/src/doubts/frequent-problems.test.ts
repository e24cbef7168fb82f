import type { Problem } from '@itinera/run';
import { expect, test } from 'vitest';
import { describeProblems, sameProblems } from './frequent-problems.js';

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

test('the problem that happened first stands first, with the earliest of its kind', () => {
  const at = (person: number, t: number, message: string) => ({ person, day: 0, t, kind: 'threw', message }) as Problem;
  const groups = [
    [at(1, 900, 'ValueError: 3 (agent.py:7)'), at(1, 1800, 'ValueError: 4 (agent.py:7)')],
    [at(2, 900, 'ValueError: 5 (agent.py:7)'), at(2, 1, 'KeyError: 6 (agent.py:3)')],
    [at(3, 450, 'ValueError: 7 (agent.py:7)')],
  ];
  expect(sameProblems(groups)).toEqual([
    { kind: 'threw', message: 'KeyError: 6 (agent.py:3)', count: 1, people: 1, first: { person: 2, day: 0, t: 1 } },
    { kind: 'threw', message: 'ValueError: 7 (agent.py:7)', count: 4, people: 3, first: { person: 3, day: 0, t: 450 } },
  ]);
});
