import { expect, test } from 'vitest';
import { warningsOfSweep } from './sweep-table.js';

test('what makes runs of a sweep invalid or limits them is said once', () => {
  const grave = { message: 'the agent failed', grave: true };
  const runs = [[grave, { message: 'few people', grave: false }], [grave], []].map((doubts) => ({
    report: { doubts },
  }));
  expect(warningsOfSweep([...runs, { report: null }] as never)).toEqual([
    'INVALID RESULT: the agent failed',
    'few people',
  ]);
});
