import assert from 'node:assert/strict';
import { execSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';

// node --test my-agent.test.mjs
const isOnPath = spawnSync('asbench --version', { shell: true }).status === 0;
const asbench = isOnPath ? 'asbench' : 'npx --no -- asbench';
const command = `${asbench} run DailyMobility --agent my-agent.ts --people 5 --seed 1 --json`;
const run = () => JSON.parse(execSync(command, { cwd: import.meta.dirname, encoding: 'utf8' }));

test('no step fails, and the same seed produces the same scores', () => {
  const first = run();
  assert.equal(first.problems, 0);
  assert.deepEqual(run().scores, first.scores);
});
