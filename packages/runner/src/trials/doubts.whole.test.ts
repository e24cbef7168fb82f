import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CityMap, readMap, writeMap } from '@itinera/city';
import { afterAll, expect, test } from 'vitest';
import { toyDataset } from '../../../benchmarks/src/benchmark.fixture.js';
import { dailyMobility } from '../../../benchmarks/src/daily-mobility/index.js';
import { hurricaneMobility } from '../../../benchmarks/src/hurricane-mobility/index.js';
import { startFaultServer } from '../../../engine/src/llm/fault-server.fixture.js';
import { bundled } from '../../../itinera/src/bundled.fixture.js';
import type { TrialOptions } from './run-and-score.js';

const folder = mkdtempSync(join(tmpdir(), 'doubts '));
afterAll(() => rmSync(folder, { recursive: true }));

const daily = toyDataset(join(folder, 'daily'), dailyMobility, 6);
const hurricane = toyDataset(join(folder, 'hurricane'), hurricaneMobility, 6);

/** Runs people with this body of `forward()`. */
function run(name: string, forward: string, more: Partial<TrialOptions> = {}) {
  const agent = join(folder, `${name}.ts`);
  writeFileSync(
    agent,
    `import { MobilityAgent } from 'itinera';\nexport default class Mine extends MobilityAgent {\n  async forward() {\n${forward}\n  }\n}\n`,
  );
  const home = join(folder, 'home');
  return bundled.runAndScore({ task: 'DailyMobility', datasets: daily, agent, home, people: 6, threads: 1, ...more });
}

const doubts = async (name: string, forward: string, more: Partial<TrialOptions> = {}) =>
  (await run(name, forward, more)).doubts;
const goes = 'this.goToAoi(this.random.choice(this.environment.getAoiIds()));';

test('unknown intentions cause one warning with the nearest known ones, which is also in the scores', async () => {
  const wordy = `${goes} this.logIntention(['Work', 'At home', 'eat', 'xyz', 'sleep', 'other'][this.id - 1]);`;
  const datasets = toyDataset(join(folder, 'with-truth'), dailyMobility, 6, true);
  const { doubts, scores } = await run('wordy', wordy, { datasets });
  expect(scores?.run?.doubts).toEqual(doubts);
  const [doubt, ...others] = doubts;
  expect(others).toEqual([]);
  expect(doubt?.grave).toBe(false);
  for (const part of [
    '400 of 600 rows have an unknown intention, which counts as "other"',
    '"Work" (100 rows; did you mean "work"?)',
    '"At home" (100 rows; did you mean "home activity"?)',
    '"eat" (100 rows; did you mean "eating out"?)',
    '"xyz" (100 rows)',
    'Known: sleep, home activity, other, work, shopping, eating out, leisure and entertainment.',
  ])
    expect(doubt?.message).toContain(part);
});

test('a map of an earlier version is a warning of its runs', async () => {
  const map = join(folder, 'old.pb');
  const message = readMap(readFileSync(join(daily, 'map.pb'))).toMessage();
  Object.assign(message.header!, { contentVersion: 1 });
  writeFileSync(map, writeMap(CityMap.fromMessage(message)));
  const warning = expect.stringMatching(/^old\.pb: an earlier version of Itinera built this map .* asbench map build$/);
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  expect(await doubts('old map', goes, { map, note })).toEqual([{ message: warning, grave: false }]);
  expect(notes.join('\n')).not.toContain('an earlier version');
});

const hurricaneTask = { task: 'HurricaneMobility', datasets: hurricane };

test('a task that scores no intentions accepts any', async () => {
  expect(await doubts('free', `${goes} this.logIntention('Work');`, hurricaneTask)).toEqual([]);
});

test('an agent that fails in most steps, or makes no trip, has an invalid result', async () => {
  const failing = await doubts('failing', `if (this.random.chance(0.9)) throw new Error('no');\n${goes}`);
  expect(failing).toEqual([
    { grave: true, message: expect.stringMatching(/^the agent failed in 5\d\d of 600 steps, so the simulation/) },
  ]);
  expect(await doubts('always', "throw new Error('no');")).toEqual([
    { grave: true, message: expect.stringContaining('failed in 600 of 600 steps') },
    {
      grave: true,
      message:
        'no trips: no destination took effect, since steps failed, such as person 1, day 0, 00:00:01: threw: Error: no (always.ts:4).',
    },
  ]);
  expect(await doubts('lost', 'this.goToAoi(7);')).toEqual([
    {
      grave: true,
      message:
        'no trips: the agent set 600 destinations without effect: 600 because the map has no such AOI (first: person 1, day 0, 00:00:01, AOI 7).',
    },
  ]);
  const home = "this.goToAoi(this.status.get('home').aoiPosition.aoiId);";
  expect(await doubts('still', home)).toEqual([
    {
      grave: true,
      message: expect.stringMatching(
        /^no trips: the agent set 600 destinations without effect: 600 because the person was there already \(first: person 1, day 0, 00:00:01, AOI \d+\)\.$/,
      ),
    },
  ]);
  const both = `if (this.id % 2) throw new Error('no');\n${home}`;
  expect((await doubts('both', both)).at(-1)?.message).toMatch(
    /set 300 destinations .* 300 because .* Other steps failed, such as person 1, .* \(both\.ts:4\)\.$/,
  );
  expect(await doubts('idle', '')).toEqual([
    { grave: true, message: 'no trips: the agent set no destination, and none of its steps failed.' },
  ]);
});

test('an agent that fails for some people is reported with their number', async () => {
  expect(await doubts('some', `if (this.id < 3) throw new Error('no');\n${goes}`)).toContainEqual({
    grave: false,
    message: 'the agent failed in 200 of 600 steps, all by 2 of 6 people.',
  });
});

test('a person who is disabled after three slow steps also loses the later steps', async () => {
  const slow = `${goes} if (this.id > 1) await new Promise(() => {});`;
  const { doubts, problems } = await run('slow', slow, { people: 3, stepTimeoutSeconds: 1 });
  expect(problems).toBe(2 * 4);
  expect(doubts[0]?.message).toContain('failed in 200 of 300 steps');
  expect(doubts.slice(1)).toEqual([
    {
      grave: false,
      message: '8 steps of 2 people timed out: --step-timeout SECONDS sets the limit.',
    },
  ]);
});

test.each([
  ['{ retries: 1 }', 'timeout of the provider, under llm and retries of the request set the limits.', '(2 attempts)'],
  ['{ retries: 0 }', 'timeout of the provider, under llm sets the limit.', ''],
  ['{ retries: 1, timeout: 0.2 }', 'timeout of the request and retries of the request set the limits.', '0.2 s'],
])('a model that is too slow is reported with the settings of the limits: %s', async (options, settings, more) => {
  const server = await startFaultServer({ behave: () => 'hang' });
  const asks = `await this.llm.atextRequest([{ role: 'user', content: 'Where?' }], ${options}).catch(() => {});`;
  const forward = `${goes} if (this.environment.getDatetime().join() === '0,1801') ${asks}`;
  const llm = [{ provider: 'vllm', base_url: server.url, api_key: 'k', model: 'toy', timeout: 0.3 }];
  const name = `asks${options.replace(/\W/g, '')}`;
  const found = await doubts(name, forward, { ...hurricaneTask, people: 2, llm });
  await server.close();
  const told = found.map(({ message }) => message).find((message) => message.includes('no answer in'));
  expect(told).toMatch(/^\d requests got no answer in time, the last: vllm\/toy: no answer in/);
  expect(told).toContain(settings);
  expect(told).toContain(more);
});
