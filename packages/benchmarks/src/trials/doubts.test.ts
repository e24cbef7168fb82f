import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startFaultServer } from '../../../engine/src/llm/fault-server.fixture.js';
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

test('an agent that fails for some people is said with how many they are', async () => {
  expect(await doubts('some', `if (this.id < 3) throw new Error('no');\n${goes}`)).toContainEqual({
    grave: false,
    message: 'the agent failed in 200 of 600 steps, all of 2 of 6 people.',
  });
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
  expect(doubts.slice(1)).toEqual([
    {
      grave: false,
      message: '8 steps of 2 people took too long and came to nothing: --step-timeout SECONDS sets the limit.',
    },
  ]);
});

test.each([
  ['{ retries: 1 }', 'timeout of the provider, under llm and retries of the request set the limits.', '(2 attempts)'],
  ['{ retries: 0 }', 'timeout of the provider, under llm sets the limit.', ''],
  ['{ retries: 1, timeout: 0.2 }', 'timeout of the request and retries of the request set the limits.', '0.2 s'],
])('a model that is too slow is said with the settings of the limits: %s', async (options, settings, more) => {
  const server = await startFaultServer({ behave: () => 'hang' });
  const agent = join(folder, `asks${options.replace(/\W/g, '')}.js`);
  const asks = `await this.llm.atextRequest([{ role: 'user', content: 'Where?' }], ${options}).catch(() => {});`;
  writeFileSync(
    agent,
    `import { MobilityAgent } from '@itinera/bench';\nexport default class Mine extends MobilityAgent {\n  async forward() { ${goes} if (this.environment.getDatetime()[1] === 1801) ${asks} }\n}\n`,
  );
  const llm = [{ provider: 'vllm', base_url: server.url, api_key: 'k', model: 'toy', timeout: 0.3 }];
  const home = join(folder, 'home');
  const { doubts } = await runAndScore({
    task: 'HurricaneMobility',
    agent,
    home,
    people: 2,
    threads: 1,
    llm,
    demo: true,
  });
  await server.close();
  const told = doubts.map(({ message }) => message).find((message) => message.includes('no answer in'));
  expect(told).toMatch(/^\d requests got no answer in time, the last: vllm\/toy: no answer in/);
  expect(told).toContain(settings);
  expect(told).toContain(more);
});
