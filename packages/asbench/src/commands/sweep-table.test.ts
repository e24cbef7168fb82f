import { expect, test } from 'vitest';
import { warningsOfSweep } from './sweep-table.js';

const rows = ['a.ts', 'b.ts'].map((agent) => ({ cell: { agent, model: null, map: null, params: {} } }));
const runsWith = (...doubts: readonly (readonly { readonly message: string; readonly grave: boolean }[])[]) =>
  doubts.map((own, i) => ({ cell: Math.floor(i / 2), seed: 1 + (i % 2), report: { doubts: own } }));
const grave = { message: 'the agent failed', grave: true };
const few = { message: 'few people', grave: false };

test('what makes runs of a sweep invalid or limits them is said once, with the runs unless it is all', () => {
  const runs = runsWith([few], [few], [few, grave], [few, grave]);
  expect(warningsOfSweep({ rows, runs } as never)).toEqual([
    'few people',
    'b.ts, seed 1 and 1 other run: INVALID RESULT: the agent failed',
  ]);
  const failed = { cell: 1, seed: 3, report: null };
  expect(warningsOfSweep({ rows, runs: [...runsWith([grave]), failed] } as never)).toEqual([
    'a.ts, seed 1: INVALID RESULT: the agent failed',
  ]);
});
