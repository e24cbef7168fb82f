import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultServer, startFaultServer } from '../../../engine/src/llm/fault-server.fixture.js';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

const PEOPLE = 6;
const folder = testFolder();
const datasets = makeDatasets(folder, PEOPLE);
let server: FaultServer;

/** An agent as most are written: it asks for a day as JSON until it can read one, and says nothing about failures. */
const agent = `import { DailyMobilityAgent } from 'itinera';
export default class extends DailyMobilityAgent {
  plan: unknown;
  async forward() {
    if (this.plan !== undefined) return;
    try {
      this.plan = JSON.parse(await this.llm.atextRequest([{ role: 'user', content: 'A plan of the day, as JSON.' }]));
    } catch {}
  }
}
`;

beforeAll(async () => {
  server = await startFaultServer({ answer: () => '{"day": []}' });
  const llm = [
    { provider: 'vllm', base_url: server.url, api_key: 'none', model: 'toy', price: { input: 1, output: 10 } },
  ];
  writeFileSync(join(folder, 'c.json'), JSON.stringify({ llm }));
  writeFileSync(join(folder, 'agent.ts'), agent);
  writeFileSync(
    join(folder, 'plan.json'),
    JSON.stringify({ task: 'DailyMobility', datasets, agents: 'agent.ts', models: 'c.json', seeds: 2, people: PEOPLE }),
  );
});
afterAll(() => server.close());

const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
const run = (...args: string[]) =>
  bench('run', 'DailyMobility', '-d', datasets, '-a', 'agent.ts', '-c', 'c.json', ...args);

test('a dry run of an agent that cannot use scripted answers claims only a lower bound, and names the next step', async () => {
  const before = server.received.length;
  const { estimate, scripted } = jsonOf(await run('--people', String(PEOPLE), '--dry-run', '--json'));
  expect(scripted.areUsable).toBe(false);
  // The first call of each person.
  expect(estimate.calls.low).toBe(PEOPLE);
  expect(estimate.calls.high).toBeGreaterThan(50 * PEOPLE);
  const { stdout } = await run('--people', String(PEOPLE), '--dry-run');
  expect(stdout).toMatch(/^cost +\$[\d.]+ +unknown +\$[\d.]+$/m);
  expect(stdout).toMatch(/Only the lower bound is certain.*--pilot 3.*--estimate-from RUN/);
  const sweep = await bench('study', 'sweep', 'plan.json', '--dry-run');
  expect(sweep.stdout).toMatch(/^2 runs, \$[\d.]+ to \$[\d.]+; no model was called\.$/m);
  expect(sweep.stdout).toContain('only the lower bound is certain');
  expect(server.received).toHaveLength(before);
});

test('a pilot and a finished run show the true price', async () => {
  const whole = jsonOf(await run('--people', String(PEOPLE), '--mode', 'inference', '--allow-problems', '--json'));
  const price = whole.calls.total.cost;
  const pilot = jsonOf(await run('--people', String(PEOPLE), '--pilot', '3', '--json'));
  const learnt = jsonOf(await run('--people', String(PEOPLE), '--estimate-from', whole.run, '--json'));
  for (const { estimate } of [pilot, learnt]) {
    expect(estimate.calls.expected).toBe(PEOPLE);
    expect(estimate.cost.low).toBeLessThanOrEqual(price * 1.000001);
    expect(estimate.cost.high).toBeGreaterThanOrEqual(price * 0.999999);
  }
  expect(pilot).toMatchObject({ sampled: 3, measured: { run: null, calls: 3 } });
  expect(learnt).toMatchObject({ sampled: PEOPLE, measured: { run: whole.run, calls: PEOPLE } });
  const { stdout } = await run('--people', String(PEOPLE), '--pilot', '3');
  expect(stdout).toMatch(/from 3 of them, for whom the model was called \(3 calls, \$/);
});
