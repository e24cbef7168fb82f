import assert from 'node:assert/strict';
import { execSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';

// node --test my-benchmark.test.mjs
const isOnPath = spawnSync('asbench --version', { shell: true }).status === 0;
const asbench = isOnPath ? 'asbench' : 'npx --no -- asbench';
const run = (agent) => {
  const command = `${asbench} run my-benchmark.ts --agent ${agent} --people 5 --seed 1 --json`;
  return JSON.parse(execSync(command, { cwd: import.meta.dirname, encoding: 'utf8' }));
};

test('the score is within its range and the same for the same seed', () => {
  const { problems, scores } = run('day-pattern');
  assert.equal(problems, 0);
  assert.ok(scores.final_score >= 0 && scores.final_score <= 100);
  assert.deepEqual(run('day-pattern').scores, scores);
});
