import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readResults } from '@itinera/run';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toyDataset } from '../../../benchmarks/src/benchmark.fixture.js';
import { dailyMobility } from '../../../benchmarks/src/daily-mobility/index.js';
import { hurricaneMobility } from '../../../benchmarks/src/hurricane-mobility/index.js';
import { bundled } from '../../../itinera/src/bundled.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'original '));
afterAll(() => rmSync(folder, { recursive: true }));
const fixture = (path: string) => fileURLToPath(new URL(`../../../run/fixtures/${path}`, import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const stored = (path: string, task: string) =>
  JSON.parse(execFileSync('python3', [fixture('original_storage.py'), path, task], { encoding: 'utf8' }));

/** Replaces the values of parsed YAML by their types. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

describe.each([
  ['DailyMobility', 'DailyMobility_90d5c518-b275-47d1-b33c-87052a93c48f_results.pkl', 'gyration_radius', dailyMobility],
  [
    'HurricaneMobility',
    'HurricaneMobility_e795a101-b727-4dd7-95c4-96490e1a3a07_results.pkl',
    'total_travel_times',
    hurricaneMobility,
  ],
] as const)('results of %s', async (task, theirs, list, benchmark) => {
  const datasets = toyDataset(join(folder, `${task}-data`), benchmark, 4);
  const original = fixture(`agentsociety/results/${theirs}`);

  test.skipIf(!hasPython).each(['test', 'inference'] as const)(
    'of a run in mode %s satisfy the rules of the original, as its own results do',
    async (mode) => {
      const llm = [{ provider: 'vllm', model: 'test-model', api_key: 'secret', base_url: 'http://localhost:8000/v1' }];
      const report = await bundled.runAndScore({
        task,
        agent: 'commuter',
        home: folder,
        people: 4,
        threads: 1,
        datasets,
        mode,
        ...(mode === 'inference' && { llm }),
      });
      const ours = stored(report.results!, task);
      const reference = stored(original, task);
      expect(Object.keys(ours.row)).toEqual(Object.keys(reference.row));
      expect(ours.row.id).toBe(report.expId.replaceAll('-', ''));
      expect(ours.results[list]).toEqual(
        ((await readResults(report.results!)).results as Record<string, unknown>)[list],
      );
      expect(JSON.stringify(ours)).not.toContain('secret');
      expect(shapeOf(parse(ours.row.agent))).toEqual(shapeOf(parse(reference.row.agent)));
      const [config, theirConfig] = [parse(ours.row.config), parse(reference.row.config)];
      expect(Object.keys(config)).toEqual(Object.keys(theirConfig));
      expect(shapeOf({ agents: config.agents, exp: config.exp, map: config.map })).toEqual(
        shapeOf({ agents: theirConfig.agents, exp: theirConfig.exp, map: theirConfig.map }),
      );
      const days = ({ exp }: { exp: { workflow: { days?: number }[] } }) =>
        exp.workflow.map((step) => step.days ?? null);
      expect(days(config)).toEqual(days(theirConfig));
      if (mode === 'inference') expect(config.llm[0]).toMatchObject({ model: 'test-model', provider: 'vllm' });
    },
  );
});
