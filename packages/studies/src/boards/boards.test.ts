import { type RunRecord, RunState } from '@itinera/runner';
import { expect, test } from 'vitest';
import { boardsOf } from './boards.js';

/** An evaluated run with this score. */
function run(name: string, final_score: number, people: number): RunRecord {
  const scores = {
    task_version: '1.0.0',
    synthetic: false,
    final_score,
    reference: { final_score },
    noise: { documented: {} },
    run: { people },
  };
  return {
    ...{ id: name, tenantId: '', task: 'DailyMobility', llm: '', official: false, error: '', agentFile: 'a.ts' },
    ...{ state: RunState.EVALUATED, resultInfo: JSON.stringify(scores), finalScore: final_score },
    ...{ resultFile: `${name}.pkl`, folder: null },
  };
}

test('a run of 5 people does not rank among runs of 100, and the largest populations come first', () => {
  const boards = boardsOf([run('few', 90, 5), run('worse', 50, 100), run('better', 60, 100)], () => {});
  expect(boards.map(({ people, entries }) => [people, entries.map(({ run }) => run)])).toEqual([
    [100, ['better.pkl', 'worse.pkl']],
    [5, ['few.pkl']],
  ]);
});
