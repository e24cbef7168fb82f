import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunContext, RunRecord } from '@itinera/runner';
import { expect, test } from 'vitest';
import { bundled } from '../../../itinera/src/bundled.fixture.js';
import { makeDatasets, testFolder } from './asbench.fixture.js';

const { benchmarkNamed, finishTrial, planRun, startRun } = bundled;

const folder = testFolder();
const datasets = makeDatasets(folder, 3);
const golden = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../run/fixtures/agentsociety/runner_lifecycle.json'), 'utf8'),
);
interface DbCall {
  status: number;
  result_filename: string;
  agent_filename: string;
  error: string;
}

async function lifecycle(task: string, mode: 'test' | 'inference', agent = 'random'): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  const { plan, inputs } = await planRun({
    benchmark: benchmarkNamed(task),
    home: folder,
    datasets,
    mode,
    agent: agent === 'random' ? { builtIn: agent } : { file: join(folder, agent) },
    people: 3,
    stepTimeoutSeconds: 5,
  });
  const registry = { save: async (record: RunRecord) => void records.push(record) };
  const context: RunContext = {
    ...inputs,
    home: folder,
    threads: 1,
    model: null,
    registry,
    clock: () => new Date(0),
  };
  await finishTrial(startRun(plan, context), plan, context).catch(() => null);
  return records;
}

test.each(['DailyMobility', 'HurricaneMobility'])(
  '%s: inference passes through the states of the original',
  async (task) => {
    const records = await lifecycle(task, 'inference');
    const expected: DbCall[] = golden[task].run_inference.db_calls;
    expect(records.map(({ state }) => state)).toEqual(expected.map(({ status }) => status));
    expect(records.map(({ resultFile }) => resultFile !== '')).toEqual(
      expected.map((call) => call.result_filename !== ''),
    );
    expect(records.at(-1)!.resultFile).toMatch(
      new RegExp(`^inference_results[\\\\/]${task}_[0-9a-f-]{36}_results\\.pkl$`),
    );
    expect(new Set(records.map(({ id }) => id)).size).toBe(1);
  },
);

test.each(['DailyMobility', 'HurricaneMobility'])(
  '%s: mode test is evaluated, although the original fails at the end',
  async (task) => {
    const records = await lifecycle(task, 'test');
    const statuses = golden[task].run_test.db_calls.map(({ status }: DbCall) => status);
    expect(statuses).toEqual([1, 2, 4]);
    expect(records.map(({ state }) => state)).toEqual([1, 2, 3]);
    expect(JSON.parse(records.at(-1)!.resultInfo)).toMatchObject({ task });
  },
);

test('an agent that cannot be loaded ends in state 4 with its error', async () => {
  writeFileSync(join(folder, 'broken.ts'), 'export class {');
  const records = await lifecycle('DailyMobility', 'test', 'broken.ts');
  expect(records.map(({ state }) => state)).toEqual([1, 4]);
  expect(records.at(-1)!.error).toMatch(/^broken\.ts cannot be loaded: ParseError/);
});
