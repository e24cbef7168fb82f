import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Behaviour, BILLED, startFaultServer } from '../../../engine/src/llm/fault-server.fixture.js';
import { asbench, asbenchKilled, makeDatasets, type Outcome, testFolder } from './asbench.fixture.js';

const PEOPLE = 6;
const CONCURRENCY = 3;
const KILLS = 2;
/** US dollars of a billed attempt: 100 tokens in and 20 out. */
const COST = 0.14;
const folder = testFolder();
const datasets = makeDatasets(folder, PEOPLE);
const bench = (...args: string[]) => asbench(folder, '--home-dir', join(folder, 'home'), ...args);

/** A server that answers in every way, most of which are billed. */
async function hostileServer() {
  const kinds: readonly Behaviour[] = [
    ...BILLED.filter((kind) => kind !== 'unending'),
    ...(['throttle', 'answer', 'busy', 'garbage', 'empty', 'truncate', 'error'] as const),
  ];
  const server = await startFaultServer({ behave: (n) => kinds[(7 * n) % kinds.length]!, retryAfter: '0' });
  onTestFinished(() => server.close());
  const price = { input: 1000, output: 2000 };
  const entry = { provider: 'vllm', base_url: server.url, model: 'toy', concurrency: CONCURRENCY, price };
  writeFileSync(join(folder, 'llm.json'), JSON.stringify({ llm: [entry] }));
  return server;
}

const run = [
  'run',
  'DailyMobility',
  '-d',
  datasets,
  '-a',
  'diarist',
  '-c',
  'llm.json',
  '--mode',
  'inference',
  '--json',
];

/** A run that stops at a limit exits with code 1. */
function reportOf({ stdout, stderr }: Outcome) {
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout);
}

/** The calls of a run in every place that shows them. */
async function accountOf(name: string): Promise<{ calls: number; inputTokens: number; cost: number }> {
  const { total, by_model, by_person } = reportOf(await bench('runs', 'calls', name, '--json'));
  expect(by_model['vllm/toy']).toMatchObject({ calls: total.calls, cost: total.cost });
  const people = Object.values(by_person) as { calls: number; inputTokens: number }[];
  expect(people.reduce((sum, { calls }) => sum + calls, 0)).toBe(total.calls);
  expect(people.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBe(total.inputTokens);
  expect(total.calls).toBe(total.answered + total.failed + total.retries);
  expect(total.cost).toBeCloseTo(COST * (total.inputTokens / 100), 9);
  expect(total.outputTokens).toBe(total.inputTokens / 5);
  return total;
}

test('a run is billed for what the server billed, over a budget, kills and a resume', async () => {
  const server = await hostileServer();
  const stopped = reportOf(await bench(...run, '--max-calls', '7'));
  expect(stopped.stopped).toContain('--max-calls (7 calls)');
  expect(await accountOf(stopped.run)).toMatchObject({ calls: 7, inputTokens: 100 * server.billed });
  for (let kill = 0; kill < KILLS; kill++) {
    const before = server.received.length;
    const isTime = () => server.received.length > before + 3;
    await asbenchKilled(folder, isTime, '--home-dir', join(folder, 'home'), 'runs', 'resume', stopped.run);
  }
  const beforeEnd = server.billed;
  const counted = await accountOf(stopped.run);
  // Only calls in flight at a kill are unknown.
  expect(beforeEnd - counted.inputTokens / 100).toBeGreaterThanOrEqual(0);
  expect(beforeEnd - counted.inputTokens / 100).toBeLessThanOrEqual(KILLS * CONCURRENCY);
  const { calls } = reportOf(await bench('runs', 'resume', stopped.run, '--json'));
  const end = await accountOf(stopped.run);
  expect(end.inputTokens - counted.inputTokens).toBe(100 * (server.billed - beforeEnd));
  expect(calls.total).toMatchObject({ calls: end.calls, inputTokens: end.inputTokens, cost: end.cost });
});

test('a limit of cost is exceeded by no more than the calls in flight', async () => {
  const server = await hostileServer();
  const limit = 5.5;
  const { stopped, run: name, calls } = reportOf(await bench(...run, '--seed', '2', '--max-cost', `${limit * COST}`));
  expect(stopped).toContain('--max-cost');
  expect(server.billed).toBeLessThan(limit + CONCURRENCY);
  expect(calls.total.cost).toBeCloseTo(COST * server.billed, 9);
  expect((await accountOf(name)).inputTokens).toBe(100 * server.billed);
});
