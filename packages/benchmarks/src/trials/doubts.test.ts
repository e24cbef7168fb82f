import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runAndScore } from './run-and-score.js';

const folder = mkdtempSync(join(tmpdir(), 'doubts '));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is doubted of a run of six people with this `forward()`. */
async function doubts(name: string, forward: string, task = 'DailyMobility') {
  const agent = join(folder, `${name}.js`);
  writeFileSync(
    agent,
    `import { MobilityAgent } from '@itinera/bench';\nexport default class Mine extends MobilityAgent {\n  forward() {\n${forward}\n  }\n}\n`,
  );
  const report = await runAndScore({ task, agent, home: join(folder, 'home'), people: 6, threads: 1 });
  expect(report.scores?.run?.doubts).toEqual(report.doubts);
  return report.doubts;
}
const goes = 'this.goToAoi(this.random.choice(this.environment.getAoiIds()));';

test('intentions that the task does not know are one warning with the nearest one that it knows', async () => {
  const [doubt, ...others] = await doubts(
    'wordy',
    `${goes} this.logIntention(['Work', 'At home', 'eat', 'xyz', 'sleep', 'other'][this.id - 1]);`,
  );
  expect(others).toEqual([]);
  expect(doubt?.grave).toBe(false);
  for (const part of [
    '400 of 600 rows have an intention that the task does not know and counts as "other"',
    '"Work" (100 rows; did you mean "work"?)',
    '"At home" (100 rows; did you mean "home activity"?)',
    '"eat" (100 rows; did you mean "eating out"?)',
    '"xyz" (100 rows)',
    'It knows: sleep, home activity, other, work, shopping, eating out, leisure and entertainment.',
  ])
    expect(doubt?.message).toContain(part);
});

test('a task that scores no intentions takes any', async () => {
  expect(await doubts('free', `${goes} this.logIntention('Work');`, 'HurricaneMobility')).toEqual([]);
});

test('an agent that fails in most steps, or sends nobody anywhere, is no agent whose score is to be believed', async () => {
  const failing = await doubts('failing', `if (this.random.chance(0.9)) throw new Error('no');\n${goes}`);
  expect(failing).toEqual([
    { grave: true, message: expect.stringMatching(/^the agent failed in 5\d\d of 600 steps: /) },
  ]);
  expect(await doubts('always', "throw new Error('no');")).toEqual([
    { grave: true, message: expect.stringContaining('failed in 600 of 600 steps') },
    { grave: true, message: 'nobody made a trip: the agent sent nobody anywhere.' },
  ]);
  expect(await doubts('lost', 'this.goToAoi(7);')).toEqual([
    { grave: true, message: expect.stringMatching(/^nobody made a trip: 600 were wanted, and none could be made/) },
  ]);
});

test('who is given up after three steps that took too long has lost the steps after them too', async () => {
  const agent = join(folder, 'slow.js');
  writeFileSync(
    agent,
    `import { MobilityAgent } from '@itinera/bench';\nexport default class Mine extends MobilityAgent {\n  forward() { ${goes} return this.id > 1 && new Promise(() => {}); }\n}\n`,
  );
  const home = join(folder, 'home');
  const { doubts, problems } = await runAndScore({
    task: 'DailyMobility',
    agent,
    home,
    people: 3,
    threads: 1,
    stepTimeoutSeconds: 0.2,
  });
  expect(problems).toBe(2 * 4);
  expect(doubts[0]?.message).toContain('failed in 200 of 300 steps');
});
